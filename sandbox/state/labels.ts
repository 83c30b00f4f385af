import type { Label, Repository, Store } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"

/** https://docs.github.com/issues/using-labels-and-milestones-to-track-work/managing-labels#about-default-labels */
const DEFAULTS: Readonly<Record<string, readonly [color: string, description: string]>> = {
  bug: ["d73a4a", "Something isn't working"],
  documentation: ["0075ca", "Improvements or additions to documentation"],
  duplicate: ["cfd3d7", "This issue or pull request already exists"],
  enhancement: ["a2eeef", "New feature or request"],
  "good first issue": ["7057ff", "Good for newcomers"],
  "help wanted": ["008672", "Extra attention is needed"],
  invalid: ["e4e669", "This doesn't seem right"],
  question: ["d876e3", "Further information is requested"],
  wontfix: ["ffffff", "This will not be worked on"],
}

export const isDefaultLabel = (name: string): boolean => Object.hasOwn(DEFAULTS, name)

/** The labels of a new repository, which are as old as it is. */
export function addDefaultLabels(store: Store, repository: Repository): void {
  const { id: repositoryId, createdAt } = repository
  for (const [name, [color, description]] of Object.entries(DEFAULTS)) {
    store.insert("labels", {
      repositoryId,
      name,
      color,
      description,
      isDefault: true,
      createdAt,
      updatedAt: createdAt,
    })
  }
}

const MAX_DESCRIPTION_CHARS = 100
const MAX_NAME_CHARS = 50
const ONLY_EMOJI = /^(?:\p{Emoji_Presentation}|\p{Emoji}\u{FE0F}|\u{200D}|\s)+$/u

export function createLabel(
  store: Session,
  repository: Repository,
  input: { name: string; color: string; description?: string | null },
): Label {
  authorize(store, repository, "issues", "WRITE")
  return store.recordApplied("createLabel", insertLabel(store, repository, input))
}

/** Creates a label as part of another change, such as when REST gets an unknown name. */
export function insertLabel(
  store: Store,
  repository: Repository,
  input: { name: string; color: string; description?: string | null },
): Label {
  checkLabel(store, repository, input)
  store.clock.tick()
  return store.insert("labels", {
    repositoryId: repository.id,
    name: input.name,
    color: colorOf(input.color),
    description: input.description ?? null,
    isDefault: isDefaultLabel(input.name),
  })
}

export function updateLabel(
  store: Session,
  label: Label,
  changes: { name?: string | null; color?: string | null; description?: string | null },
): Label {
  const repository = authorize(store, label, "issues", "WRITE")
  const next = {
    name: changes.name ?? label.name,
    color: changes.color ?? label.color,
    description: changes.description === undefined ? label.description : changes.description,
  }
  checkLabel(store, repository, next, label)
  store.edit(label, { ...next, color: colorOf(next.color) })
  return store.recordApplied("updateLabel", label)
}

export function deleteLabel(store: Session, label: Label): void {
  authorize(store, label, "issues", "WRITE")
  for (const table of ["issues", "pullRequests", "discussions"] as const) {
    for (const row of store.rowsBy(table, "label", label.id)) {
      store.update(row, { labelIds: row.labelIds.filter((id) => id !== label.id) })
    }
  }
  keepInEvents(store, label)
  store.drop("deleteLabel", label)
}

/** Events still name a label that is about to be deleted. */
export function keepInEvents(store: Store, { id, name, color }: Label): void {
  for (const event of store.rowsBy("events", "label", id)) {
    store.update(event, { data: { deletedLabel: { name, color } } })
  }
}

const colorOf = (color: string): string => color.toLowerCase()

function checkLabel(
  store: Store,
  repository: Repository,
  input: { name: string; color: string; description?: string | null },
  self?: Label,
): void {
  const refuse = (message: string, field: string) =>
    unprocessable(message, `Label.${field}`, "invalid")
  if (input.name.trim() === "") throw refuse("Name can't be blank", "name")
  if ([...input.name].length > MAX_NAME_CHARS) {
    throw refuse(`Name is too long (maximum is ${MAX_NAME_CHARS} characters)`, "name")
  }
  if (ONLY_EMOJI.test(input.name)) {
    throw unprocessable("Name must contain more than native emoji", "Label.name")
  }
  const twin = store.labelByName(repository, input.name)
  if (twin && twin !== self) {
    throw unprocessable("Name has already been taken", "Label.name", "already_exists")
  }
  if (!/^[0-9a-f]{6}$/.test(colorOf(input.color))) {
    throw refuse("Color is invalid", "color")
  }
  if ([...(input.description ?? "")].length > MAX_DESCRIPTION_CHARS) {
    throw refuse(
      `Description is too long (maximum is ${MAX_DESCRIPTION_CHARS} characters)`,
      "description",
    )
  }
}
