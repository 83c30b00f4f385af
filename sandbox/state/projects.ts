/** https://docs.github.com/issues/planning-and-tracking-with-projects/automating-your-project/using-the-api-to-manage-projects */
import {
  type Account,
  find,
  get,
  type Issue,
  insert,
  type Project,
  type ProjectField,
  type ProjectItem,
  type PullRequest,
  recordApplied,
  remove,
  rowsBy,
  type Store,
  subjectKey,
  update,
  withEntry,
  withoutEntry,
} from "../tables/index.js"
import { NotAccessible, NotAllowed, notFound, unprocessable } from "./errors.js"
import { isInOwner, isVisible, missingScopes, type Viewer } from "./permissions.js"

/** The visible projects of an account. */
export function projectsOf(store: Store, viewer: Viewer, owner: Account): Project[] {
  requireProjectScope(viewer, ["read:project", "project"])
  return rowsBy(store, "projects", "owner", owner.id).filter((one) => isVisible(store, viewer, one))
}

export const projectFieldsOf = (store: Store, project: Project): ProjectField[] =>
  rowsBy(store, "projectFields", "project", project.id)

/** The items of an issue or a pull request, or of a project. Archived items are hidden unless requested. */
export const itemsOf = (
  store: Store,
  of: Issue | PullRequest | Project,
  includeArchived: boolean,
): ProjectItem[] =>
  (of.kind === "ProjectV2"
    ? rowsBy(store, "projectItems", "project", of.id)
    : rowsBy(store, "projectItems", "subject", subjectKey(of))
  ).filter(({ isArchived }) => includeArchived || !isArchived)

/** Tokens need a special scope; those of Apps need a permission that is not modelled. */
function requireProjectScope(viewer: Viewer, enough: readonly string[]): void {
  if (viewer.grant) throw new NotAccessible()
  if (!enough.some((scope) => viewer.scopes.has(scope))) throw missingScopes(viewer, enough)
}

function authorizeProject(store: Store, viewer: Viewer, project: Project): void {
  requireProjectScope(viewer, ["project"])
  if (!isInOwner(store, viewer, project)) throw new NotAllowed(viewer.account.login)
}

/** Adds an issue or a pull request; an existing item stays unchanged. */
export function addProjectItem(
  store: Store,
  viewer: Viewer,
  project: Project,
  content: Issue | PullRequest,
): ProjectItem {
  authorizeProject(store, viewer, project)
  const known = itemsOf(store, content, true).find(({ projectId }) => projectId === project.id)
  const item = known ?? insertItem(store, viewer.account, project, content, store.clock.tick())
  if (!known) update(store, project, { updatedAt: item.createdAt })
  recordApplied(store, "addProjectV2ItemById", viewer.account, item)
  return item
}

export const insertItem = (
  store: Store,
  creator: Account,
  project: Project,
  content: Issue | PullRequest,
  now: string,
): ProjectItem =>
  insert(store, "projectItems", {
    kind: "ProjectV2Item",
    projectId: project.id,
    subjectKind: content.kind,
    subjectId: content.id,
    creatorId: creator.id,
    isArchived: false,
    values: new Map(),
    createdAt: now,
    updatedAt: now,
  })

/** Sets the value of a field; undefined clears it. */
export function setProjectValue(
  store: Store,
  viewer: Viewer,
  item: ProjectItem,
  field: ProjectField,
  value: string | number | undefined,
): ProjectItem {
  const project = get(store, "projects", item.projectId)
  authorizeProject(store, viewer, project)
  if (field.projectId !== project.id) throw notFound("The field does not exist in the project")
  if (value !== undefined) checkProjectValue(field, value)
  const values =
    value === undefined
      ? withoutEntry(item.values, field.id)
      : withEntry(item.values, field.id, value)
  if (item.values.get(field.id) !== value) {
    const updatedAt = store.clock.tick()
    update(store, item, { values, updatedAt })
    update(store, project, { updatedAt })
  }
  const mutation =
    value === undefined ? "clearProjectV2ItemFieldValue" : "updateProjectV2ItemFieldValue"
  recordApplied(store, mutation, viewer.account, item)
  return item
}

/** @throws Refusal for a value of the wrong type, or an option that the field lacks */
export function checkProjectValue(field: ProjectField, value: string | number): void {
  const { dataType, options, iterations, name } = field
  const fits = {
    TITLE: false,
    TEXT: typeof value === "string",
    NUMBER: typeof value === "number",
    DATE: typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value),
    SINGLE_SELECT: options.some(({ id }) => id === value),
    ITERATION: iterations.some(({ id }) => id === value),
  }
  if (!fits[dataType]) throw unprocessable(`The value does not fit the field ${name}`)
}

export function deleteProjectItem(store: Store, viewer: Viewer, item: ProjectItem): void {
  const project = get(store, "projects", item.projectId)
  authorizeProject(store, viewer, project)
  remove(store, item)
  update(store, project, { updatedAt: store.clock.tick() })
  recordApplied(store, "deleteProjectV2Item", viewer.account, item)
}

export function setItemArchived(
  store: Store,
  viewer: Viewer,
  item: ProjectItem,
  isArchived: boolean,
): ProjectItem {
  authorizeProject(store, viewer, get(store, "projects", item.projectId))
  if (item.isArchived !== isArchived) {
    update(store, item, { isArchived, updatedAt: store.clock.tick() })
  }
  const mutation = isArchived ? "archiveProjectV2Item" : "unarchiveProjectV2Item"
  recordApplied(store, mutation, viewer.account, item)
  return item
}

/** The issue or pull request of an item. */
export const contentOf = (store: Store, item: ProjectItem): Issue | PullRequest | undefined =>
  find(store, item.subjectKind === "Issue" ? "issues" : "pullRequests", item.subjectId)
