import type { Account, Project, Repository, Store } from "../tables/index.js"
import { NotAllowed } from "./errors.js"
import { isInAccount } from "./permissions.js"
import {
  firstView,
  insertField,
  insertView,
  projectFieldsOf,
  STATUS,
  TITLE,
  viewsOf,
} from "./project-fields.js"
import { insertDraft } from "./project-items.js"
import { checkTitle, requireProjectScope, setLinked } from "./projects.js"
import type { Session } from "./session.js"

export function insertProject(
  store: Store,
  owner: Account,
  creator: Account,
  title: string,
): Project {
  return store.insert("projects", {
    ownerId: owner.id,
    creatorId: creator.id,
    number: store.nextId(`projects of ${owner.id}`),
    title,
  })
}

/** A project without fields and views. */
function createEmpty(store: Session, owner: Account, title: string): Project {
  requireProjectScope(store.viewer, ["project"])
  if (!isInAccount(store.viewer, owner)) throw new NotAllowed(store.viewer.account.login)
  checkTitle(title)
  store.clock.tick()
  return insertProject(store, owner, store.viewer.account, title)
}

export function createProject(
  store: Session,
  owner: Account,
  title: string,
  repository?: Repository,
): Project {
  const project = createEmpty(store, owner, title)
  if (repository) setLinked(store, project, repository, true)
  for (const field of [TITLE, STATUS]) insertField(store, project, field)
  insertView(store, project, firstView(store, project))
  return store.recordApplied("createProjectV2", project)
}

/** A copy has fields, views, README and description of its source, and its drafts if requested. */
export function copyProject(
  store: Session,
  source: Project,
  owner: Account,
  title: string,
  includeDrafts: boolean,
): Project {
  const copy = createEmpty(store, owner, title)
  const { shortDescription, readme } = source
  store.update(copy, { shortDescription, readme })
  const fieldIds = new Map<number, number>()
  for (const { id: from, name, dataType, options, iterations } of projectFieldsOf(store, source)) {
    const text = { name, dataType, options, iterations: iterations.map(({ id: _, ...one }) => one) }
    fieldIds.set(from, insertField(store, copy, text).id)
  }
  for (const { name, layout, filter, fieldIds: shown } of viewsOf(store, source)) {
    const own = shown.flatMap((id) => fieldIds.get(id) ?? [])
    insertView(store, copy, { name, layout, filter, fieldIds: own })
  }
  if (includeDrafts) {
    for (const { title, body } of store.rowsBy("draftIssues", "project", source.id)) {
      insertDraft(store, store.viewer.account, copy, { title, body, assigneeIds: [] })
    }
  }
  return store.recordApplied("copyProjectV2", copy)
}
