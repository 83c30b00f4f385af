import {
  get,
  insert,
  type Label,
  labelByName,
  type Repository,
  recordApplied,
  remove,
  rowsBy,
  update,
  type World,
} from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize, type Viewer } from "./permissions.js"

/** The labels that GitHub gives to a new repository, which it calls default. */
const DEFAULT_NAMES = [
  "bug",
  "documentation",
  "duplicate",
  "enhancement",
  "good first issue",
  "help wanted",
  "invalid",
  "question",
  "wontfix",
]

export const isDefaultLabel = (name: string): boolean => DEFAULT_NAMES.includes(name)

const MAX_DESCRIPTION_CHARS = 100
const MAX_NAME_CHARS = 50

export function createLabel(
  world: World,
  viewer: Viewer,
  repository: Repository,
  input: { name: string; color: string; description?: string | null },
): Label {
  authorize(world, viewer, repository, "issues", "WRITE")
  const label = insertLabel(world, repository, input)
  recordApplied(world, "createLabel", viewer.account, label)
  return label
}

/** A label that comes to be as part of another change, as REST does for names it does not know. */
export function insertLabel(
  world: World,
  repository: Repository,
  input: { name: string; color: string; description?: string | null },
): Label {
  checkLabel(world, repository, input)
  const now = world.clock.tick()
  return insert(world, "labels", {
    kind: "Label",
    repositoryId: repository.id,
    name: input.name,
    color: colorOf(input.color),
    description: input.description ?? null,
    isDefault: isDefaultLabel(input.name),
    createdAt: now,
    updatedAt: now,
  })
}

export function updateLabel(
  world: World,
  viewer: Viewer,
  label: Label,
  changes: { name?: string | null; color?: string | null; description?: string | null },
): Label {
  const repository = get(world, "repositories", label.repositoryId)
  authorize(world, viewer, repository, "issues", "WRITE")
  const next = {
    name: changes.name ?? label.name,
    color: changes.color ?? label.color,
    description: changes.description === undefined ? label.description : changes.description,
  }
  checkLabel(world, repository, next, label)
  update(world, label, {
    ...next,
    updatedAt: world.clock.tick(),
    color: colorOf(next.color),
  })
  recordApplied(world, "updateLabel", viewer.account, label)
  return label
}

export function deleteLabel(world: World, viewer: Viewer, label: Label): void {
  authorize(world, viewer, get(world, "repositories", label.repositoryId), "issues", "WRITE")
  world.clock.tick()
  for (const table of ["issues", "pullRequests"] as const) {
    for (const row of rowsBy(world, table, "label", label.id)) {
      update(world, row, { labelIds: row.labelIds.filter((id) => id !== label.id) })
    }
  }
  for (const event of rowsBy(world, "events", "label", label.id)) remove(world, event)
  remove(world, label)
  recordApplied(world, "deleteLabel", viewer.account, label)
}

const colorOf = (color: string): string => color.toLowerCase()

function checkLabel(
  world: World,
  repository: Repository,
  input: { name: string; color: string; description?: string | null },
  self?: Label,
): void {
  const refuse = (message: string, field: string) =>
    unprocessable(message, { resource: "Label", field, code: "invalid" })
  if (input.name.trim() === "") throw refuse("Name can't be blank", "name")
  if ([...input.name].length > MAX_NAME_CHARS) {
    throw refuse(`Name is too long (maximum is ${MAX_NAME_CHARS} characters)`, "name")
  }
  const twin = labelByName(world, repository, input.name)
  if (twin && twin !== self) {
    throw unprocessable("Name has already been taken", {
      resource: "Label",
      field: "name",
      code: "already_exists",
    })
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
