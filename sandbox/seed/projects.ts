import { SeedError } from "../errors/index.js"
import type {
  SeedProject,
  SeedProjectDraft,
  SeedProjectField,
  SeedProjectItem,
  SeedProjectView,
} from "../public/index.js"
import {
  checkProjectValue,
  firstView,
  insertDraft,
  insertField,
  insertItem,
  insertProject,
  insertStatusUpdate,
  insertView,
  projectFieldsOf,
  STATUS,
  setLinked,
  TITLE,
} from "../state/index.js"
import type { Account, Project, ProjectField, ProjectItem, Store } from "../tables/index.js"
import { inPlace, requireAccount } from "./people.js"

/** Projects do not advance the clock, so they do not change the times of other objects. */
export function plantProjects(
  store: Store,
  owner: Account,
  seeds: readonly SeedProject[] | undefined,
): void {
  for (const seed of seeds ?? []) {
    const now = store.clock.last()
    const project = insertProject(store, owner, owner, seed.title)
    store.update(project, {
      shortDescription: seed.description ?? null,
      readme: seed.readme ?? null,
      isPublic: seed.public ?? false,
      isTemplate: seed.template ?? false,
      closedAt: seed.closed ? now : null,
    })
    const given = seed.fields ?? []
    const hasStatus = given.some(({ name }) => name === STATUS.name)
    insertField(store, project, TITLE)
    if (!hasStatus) insertField(store, project, STATUS)
    for (const field of given) plantField(store, project, field)
    for (const item of seed.items ?? []) plantItem(store, owner, project, item)
    for (const draft of seed.drafts ?? []) plantDraft(store, owner, project, draft)
    if (!seed.views?.length) insertView(store, project, firstView(store, project))
    for (const view of seed.views ?? []) plantView(store, project, view)
    const place = `the project ${seed.title}`
    for (const { status, body, start_date, target_date } of seed.status_updates ?? []) {
      const text = {
        status: status ?? null,
        body: body ?? null,
        startDate: start_date ?? null,
        targetDate: target_date ?? null,
      }
      insertStatusUpdate(store, owner, project, text)
    }
    for (const name of seed.repositories ?? []) {
      const repository = store.repositoryByName(owner.login, name)
      if (!repository) throw new SeedError([`${place}: ${owner.login} has no repository ${name}`])
      setLinked(store, project, repository, true)
    }
  }
}

const plantField = (
  store: Store,
  project: Project,
  { name, type, options = [], iterations = [] }: SeedProjectField,
) =>
  insertField(store, project, {
    name,
    dataType: type,
    options: options.map((option) => ({ name: option })),
    iterations: iterations.map(({ title, start, duration = 14 }) => ({
      title,
      startDate: start,
      duration,
    })),
  })

function plantView(
  store: Store,
  project: Project,
  { name, layout = "TABLE", filter, fields }: SeedProjectView,
): void {
  const all = firstView(store, project).fieldIds
  const place = `view ${name} of the project ${project.title}`
  insertView(store, project, {
    name,
    layout: `${layout}_LAYOUT`,
    filter: filter ?? null,
    fieldIds: fields?.map((field) => fieldNamed(store, project, field, place).id) ?? all,
  })
}

function plantItem(
  store: Store,
  owner: Account,
  project: Project,
  { repository: home, number, ...settings }: SeedProjectItem,
): void {
  const place = `item ${home}#${number} of the project ${project.title}`
  const [login = "", name = ""] = home.split("/")
  const repository = store.repositoryByName(login, name)
  const content =
    repository &&
    (store.issueByNumber(repository, number) ?? store.pullRequestByNumber(repository, number))
  if (!content) throw new SeedError([`${place}: there is no such issue or pull request`])
  const item = insertItem(store, owner, project, content)
  plantSettings(store, project, item, settings, place)
}

function plantDraft(
  store: Store,
  owner: Account,
  project: Project,
  { title, body = "", assignees = [], ...settings }: SeedProjectDraft,
): void {
  const place = `draft ${title} of the project ${project.title}`
  const assigneeIds = assignees.map((login) => requireAccount(store, login, place).id)
  const item = insertDraft(store, owner, project, { title, body, assigneeIds })
  plantSettings(store, project, item, settings, place)
}

function plantSettings(
  store: Store,
  project: Project,
  item: ProjectItem,
  { archived = false, fields = {} }: Pick<SeedProjectItem, "archived" | "fields">,
  place: string,
): void {
  const values = Object.entries(fields).map(([name, value]) => {
    const field = fieldNamed(store, project, name, place)
    const id = chosen(field, value) ?? value
    inPlace(place, () => checkProjectValue(field, id))
    return [field.id, id] as const
  })
  store.update(item, { isArchived: archived, values: new Map(values) })
}

function fieldNamed(store: Store, project: Project, name: string, place: string): ProjectField {
  const field = projectFieldsOf(store, project).find((one) => one.name === name)
  if (!field) throw new SeedError([`${place}: there is no field ${name}`])
  return field
}

const chosen = ({ options, iterations }: ProjectField, value: string | number) =>
  options.find(({ name }) => name === value)?.id ??
  iterations.find(({ title }) => title === value)?.id
