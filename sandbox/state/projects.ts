/** https://docs.github.com/issues/planning-and-tracking-with-projects/automating-your-project/using-the-api-to-manage-projects */

import type {
  Account,
  AnyRow,
  Project,
  ProjectStatusUpdate,
  Repository,
  Store,
  Team,
} from "../tables/index.js"
import { NotAccessible, NotAllowed, unprocessable } from "./errors.js"
import { isInOwner, isVisible, missingScopes } from "./permissions.js"
import type { Session, Viewer } from "./session.js"

/** The visible projects of an account. */
export function projectsOf(store: Session, owner: Account): Project[] {
  requireProjectScope(store.viewer)
  return store.rowsBy("projects", "owner", owner.id).filter((one) => isVisible(store, one))
}

/** Tokens need a special scope; those of Apps need a permission that is not modelled. */
export function requireProjectScope(
  viewer: Viewer,
  enough: readonly string[] = ["read:project", "project"],
): void {
  if (viewer.grant) throw new NotAccessible()
  if (!enough.some((scope) => viewer.scopes.has(scope))) throw missingScopes(viewer, enough)
}

export function authorizeProject(store: Session, project: Project): void {
  requireProjectScope(store.viewer, ["project"])
  if (!isInOwner(store, project)) throw new NotAllowed(store.viewer.account.login)
}

/** Sets the time of the project's last change. */
export function touchProject(
  store: Store,
  project: Project,
  change: Partial<Project> = {},
): string {
  const updatedAt = store.clock.tick()
  store.update(project, { ...change, updatedAt })
  return updatedAt
}

export function checkTitle(title: string): void {
  if (title.trim() === "") throw unprocessable("Title can't be blank")
}

export interface ProjectChange {
  readonly title?: string
  readonly shortDescription?: string
  readonly readme?: string
  readonly isPublic?: boolean
  readonly isClosed?: boolean
}

export function updateProject(
  store: Session,
  project: Project,
  { isClosed, ...change }: ProjectChange,
): Project {
  authorizeProject(store, project)
  if (change.title !== undefined) checkTitle(change.title)
  const wasClosed = project.closedAt !== null
  const isChanged =
    (isClosed ?? wasClosed) !== wasClosed ||
    Object.entries(change).some(([name, value]) => Reflect.get(project, name) !== value)
  if (isChanged) {
    const updatedAt = touchProject(store, project, change)
    const closedAt = isClosed ? (project.closedAt ?? updatedAt) : null
    if (isClosed !== undefined) store.update(project, { closedAt })
  }
  return store.recordApplied("updateProjectV2", project)
}

export function setTemplate(store: Session, project: Project, isTemplate: boolean): Project {
  authorizeProject(store, project)
  if (store.get("accounts", project.ownerId).kind !== "Organization") {
    throw unprocessable("Only projects of organizations can be templates")
  }
  if (project.isTemplate !== isTemplate) touchProject(store, project, { isTemplate })
  const mutation = isTemplate ? "markProjectV2AsTemplate" : "unmarkProjectV2AsTemplate"
  return store.recordApplied(mutation, project)
}

export function deleteProject(store: Session, project: Project): void {
  authorizeProject(store, project)
  const tables = ["projectItems", "draftIssues", "projectViews", "projectStatusUpdates"] as const
  const parts = [...tables, "projectFields" as const].flatMap((table): AnyRow[] =>
    store.rowsBy(table, "project", project.id),
  )
  store.drop("deleteProjectV2", project, parts)
}

/** Links a project to a repository of its owner, or removes the link. */
export function linkProject(
  store: Session,
  project: Project,
  repository: Repository,
  isLinked: boolean,
): void {
  authorizeProject(store, project)
  setLinked(store, project, repository, isLinked)
  const mutation = isLinked ? "linkProjectV2ToRepository" : "unlinkProjectV2FromRepository"
  store.recordApplied(mutation, project)
}

/** Neither a repeated link nor removing a missing one is an error. */
export function setLinked(
  store: Store,
  project: Project,
  repository: Repository,
  isLinked: boolean,
): void {
  if (repository.ownerId !== project.ownerId) {
    throw unprocessable("The repository must belong to the owner of the project")
  }
  const others = project.repositoryIds.filter((id) => id !== repository.id)
  store.update(project, { repositoryIds: isLinked ? [...others, repository.id] : others })
}

/** Links a project to a team of its organization, or removes the link. */
export function linkTeam(store: Session, project: Project, team: Team, isLinked: boolean): void {
  authorizeProject(store, project)
  if (team.organizationId !== project.ownerId) {
    throw unprocessable("The team must belong to the owner of the project")
  }
  const others = project.teamIds.filter((id) => id !== team.id)
  store.update(project, { teamIds: isLinked ? [...others, team.id] : others })
  const mutation = isLinked ? "linkProjectV2ToTeam" : "unlinkProjectV2FromTeam"
  store.recordApplied(mutation, project)
}

export type StatusText = Pick<ProjectStatusUpdate, "status" | "body" | "startDate" | "targetDate">

export function createStatusUpdate(
  store: Session,
  project: Project,
  text: StatusText,
): ProjectStatusUpdate {
  authorizeProject(store, project)
  touchProject(store, project)
  const created = insertStatusUpdate(store, store.viewer.account, project, text)
  return store.recordApplied("createProjectV2StatusUpdate", created)
}

export function insertStatusUpdate(
  store: Store,
  creator: Account,
  project: Project,
  text: StatusText,
): ProjectStatusUpdate {
  for (const date of [text.startDate, text.targetDate]) if (date !== null) checkDate(date)
  return store.insert("projectStatusUpdates", {
    projectId: project.id,
    ...text,
    creatorId: creator.id,
  })
}

const checkDate = (text: string) => {
  if (!isDate(text)) throw unprocessable(`${text} is not a date`)
}

export const isDate = (value: unknown): boolean =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value)
