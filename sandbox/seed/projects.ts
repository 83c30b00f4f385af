import { SeedError } from "../errors/index.js"
import type { SeedProject, SeedProjectField, SeedProjectItem } from "../public/index.js"
import { checkProjectValue, insertItem, projectFieldsOf } from "../state/index.js"
import {
  type Account,
  get,
  insert,
  issueByNumber,
  nextId,
  type Project,
  type ProjectField,
  pullRequestByNumber,
  repositoryByName,
  type Store,
  update,
} from "../tables/index.js"
import { inPlace } from "./in-place.js"

/** The default of a new project on GitHub. */
const STATUS: SeedProjectField = {
  name: "Status",
  type: "SINGLE_SELECT",
  options: ["Todo", "In Progress", "Done"],
}

/** Projects do not advance the clock, so they do not change the times of other objects. */
export function plantProjects(
  store: Store,
  owner: Account,
  seeds: readonly SeedProject[] | undefined,
): void {
  for (const seed of seeds ?? []) {
    const now = store.clock.last()
    const project = insert(store, "projects", {
      kind: "ProjectV2",
      ownerId: owner.id,
      number: nextId(store, `projects of ${owner.id}`),
      title: seed.title,
      shortDescription: seed.description ?? null,
      isPublic: seed.public ?? false,
      closedAt: seed.closed ? now : null,
      createdAt: now,
      updatedAt: now,
    })
    const given = seed.fields ?? []
    const hasStatus = given.some(({ name }) => name === STATUS.name)
    plantField(store, project, { name: "Title", type: "TEXT" }, "TITLE")
    for (const field of hasStatus ? given : [STATUS, ...given]) plantField(store, project, field)
    for (const item of seed.items ?? []) plantItem(store, owner, project, item)
  }
}

const KINDS = {
  TEXT: "ProjectV2Field",
  NUMBER: "ProjectV2Field",
  DATE: "ProjectV2Field",
  SINGLE_SELECT: "ProjectV2SingleSelectField",
  ITERATION: "ProjectV2IterationField",
} as const

function plantField(
  store: Store,
  project: Project,
  { name, type, options = [], iterations = [] }: SeedProjectField,
  dataType: ProjectField["dataType"] = type,
): void {
  insert(store, "projectFields", {
    kind: KINDS[type],
    projectId: project.id,
    name,
    dataType,
    options: options.map((option) => ({ id: choiceId(store), name: option })),
    iterations: iterations.map(({ title, start, duration = 14 }) => ({
      id: choiceId(store),
      title,
      startDate: start,
      duration,
    })),
    createdAt: project.createdAt,
  })
}

/** On GitHub, ids of options and iterations have eight hexadecimal digits. */
const choiceId = (store: Store): string =>
  nextId(store, "projectChoices").toString(16).padStart(8, "0")

function plantItem(
  store: Store,
  owner: Account,
  project: Project,
  { repository: home, number, fields = {} }: SeedProjectItem,
): void {
  const place = `item ${home}#${number} of the project ${project.title}`
  const [login = "", name = ""] = home.split("/")
  const repository = repositoryByName(store, login, name)
  const content =
    repository &&
    (issueByNumber(store, repository, number) ?? pullRequestByNumber(store, repository, number))
  if (!content) throw new SeedError([`${place}: there is no such issue or pull request`])
  const item = insertItem(store, owner, project, content, store.clock.last())
  const known = projectFieldsOf(store, get(store, "projects", project.id))
  const values = Object.entries(fields).map(([name, value]) => {
    const field = known.find((one) => one.name === name)
    if (!field) throw new SeedError([`${place}: there is no field ${name}`])
    const id = chosen(field, value) ?? value
    inPlace(place, () => checkProjectValue(field, id))
    return [field.id, id] as const
  })
  update(store, item, { values: new Map(values) })
}

const chosen = ({ options, iterations }: ProjectField, value: string | number) =>
  options.find(({ name }) => name === value)?.id ??
  iterations.find(({ title }) => title === value)?.id
