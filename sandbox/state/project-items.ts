import {
  type Account,
  type DraftIssue,
  type Issue,
  type Project,
  type ProjectField,
  type ProjectItem,
  type PullRequest,
  type Store,
  subjectKey,
  withEntry,
  withoutEntry,
} from "../tables/index.js"
import { notFound } from "./errors.js"
import { checkProjectValue } from "./project-fields.js"
import { authorizeProject, checkTitle, touchProject } from "./projects.js"
import type { Session } from "./session.js"

type Content = Issue | PullRequest | DraftIssue

/** The items of an issue, a pull request or a draft, or of a project. Archived items are hidden unless requested. */
export const itemsOf = (
  store: Store,
  of: Content | Project,
  includeArchived: boolean,
): ProjectItem[] =>
  (of.kind === "ProjectV2"
    ? store.rowsBy("projectItems", "project", of.id)
    : store.rowsBy("projectItems", "subject", subjectKey(of))
  ).filter(({ isArchived }) => includeArchived || !isArchived)

/** Adds an issue or a pull request; an existing item stays unchanged. */
export function addProjectItem(
  store: Session,
  project: Project,
  content: Issue | PullRequest,
): ProjectItem {
  authorizeProject(store, project)
  const known = itemsOf(store, content, true).find(({ projectId }) => projectId === project.id)
  if (!known) touchProject(store, project)
  const item = known ?? insertItem(store, store.viewer.account, project, content)
  return store.recordApplied("addProjectV2ItemById", item)
}

export const insertItem = (
  store: Store,
  creator: Account,
  project: Project,
  content: Content,
): ProjectItem =>
  store.insert("projectItems", {
    projectId: project.id,
    subjectKind: content.kind,
    subjectId: content.id,
    creatorId: creator.id,
  })

export interface DraftText {
  readonly title: string
  readonly body: string
  readonly assigneeIds: readonly number[]
}

export function createDraft(store: Session, project: Project, text: DraftText): ProjectItem {
  authorizeProject(store, project)
  checkTitle(text.title)
  touchProject(store, project)
  const item = insertDraft(store, store.viewer.account, project, text)
  return store.recordApplied("addProjectV2DraftIssue", item)
}

/** A draft, with its item. */
export function insertDraft(
  store: Store,
  creator: Account,
  project: Project,
  text: DraftText,
): ProjectItem {
  const draft = store.insert("draftIssues", {
    projectId: project.id,
    ...text,
    creatorId: creator.id,
  })
  return insertItem(store, creator, project, draft)
}

export function updateDraft(
  store: Session,
  draft: DraftIssue,
  change: Partial<DraftText>,
): DraftIssue {
  const project = store.get("projects", draft.projectId)
  authorizeProject(store, project)
  if (change.title !== undefined) checkTitle(change.title)
  const updatedAt = touchProject(store, project)
  store.update(draft, { ...change, updatedAt })
  return store.recordApplied("updateProjectV2DraftIssue", draft)
}

/** Sets the value of a field; undefined clears it. */
export function setProjectValue(
  store: Session,
  item: ProjectItem,
  field: ProjectField,
  value: string | number | undefined,
): ProjectItem {
  const project = store.get("projects", item.projectId)
  authorizeProject(store, project)
  if (field.projectId !== project.id) throw notFound("The field does not exist in the project")
  if (value !== undefined) checkProjectValue(field, value)
  const values =
    value === undefined
      ? withoutEntry(item.values, field.id)
      : withEntry(item.values, field.id, value)
  if (item.values.get(field.id) !== value) {
    store.update(item, { values, updatedAt: touchProject(store, project) })
  }
  const mutation =
    value === undefined ? "clearProjectV2ItemFieldValue" : "updateProjectV2ItemFieldValue"
  return store.recordApplied(mutation, item)
}

/** Removes an item, and its content if that is a draft. */
export function deleteProjectItem(store: Session, item: ProjectItem): void {
  const project = store.get("projects", item.projectId)
  authorizeProject(store, project)
  const draft = item.subjectKind === "DraftIssue" && store.find("draftIssues", item.subjectId)
  if (draft) store.remove(draft)
  store.remove(item)
  touchProject(store, project)
  store.recordApplied("deleteProjectV2Item", item)
}

export function setItemArchived(
  store: Session,
  item: ProjectItem,
  isArchived: boolean,
): ProjectItem {
  authorizeProject(store, store.get("projects", item.projectId))
  if (item.isArchived !== isArchived) store.edit(item, { isArchived })
  const mutation = isArchived ? "archiveProjectV2Item" : "unarchiveProjectV2Item"
  return store.recordApplied(mutation, item)
}

const CONTENTS = {
  Issue: "issues",
  PullRequest: "pullRequests",
  DraftIssue: "draftIssues",
} as const

/** The table with the content of an item. */
export const contentTable = ({ subjectKind }: ProjectItem) => CONTENTS[subjectKind]

/** The issue, pull request or draft of an item. */
export const contentOf = (store: Store, item: ProjectItem): Content | undefined =>
  store.find(contentTable(item), item.subjectId)
