import {
  type Account,
  type AnyRow,
  homeOf,
  type Issue,
  isOneOf,
  type Permission,
  type Project,
  type PullRequest,
  type Repository,
  type Store,
  tableNameOf,
  type Written,
} from "../tables/index.js"
import { NotAccessible, NotAllowed, noSuchNode, Refusal } from "./errors.js"
import { canSeeTeam } from "./membership.js"
import type { Grant, Resource, Session, Viewer } from "./session.js"

/** Whether the token covers the repository. */
export const isGranted = (grant: Grant, repository: Repository): boolean =>
  repository.ownerId === grant.ownerId && (grant.repositoryIds?.has(repository.id) ?? true)

const ROLES: readonly [Resource, Permission][] = [
  ["administration", "ADMIN"],
  ["contents", "WRITE"],
]

/** The equivalent of a role for an installation's permissions. */
function grantedPermission(grant: Grant, repository: Repository): Permission | null {
  if (!isGranted(grant, repository)) return repository.isPrivate ? null : "READ"
  return ROLES.find(([resource]) => grant.permissions[resource] === "write")?.[1] ?? "READ"
}

const RANK: Record<Permission, number> = { READ: 1, TRIAGE: 2, WRITE: 3, MAINTAIN: 4, ADMIN: 5 }

/** The permission of an account in a repository; null if it cannot see the repository. */
export function accountPermission(
  store: Store,
  account: Account,
  repository: Repository,
): Permission | null {
  if (account.id === repository.ownerId) return "ADMIN"
  const role = store.get("accounts", repository.ownerId).members.get(account.id)
  if (role === "ADMIN") return "ADMIN"
  const granted = repository.collaborators.get(account.id)
  if (granted) return granted
  return role !== undefined || !repository.isPrivate ? "READ" : null
}

/** The same with the token's limits: without the scope `repo`, private repositories are hidden. */
export function permissionOf(store: Session, repository: Repository): Permission | null {
  if (store.viewer.isGitHub) return "ADMIN"
  if (store.viewer.grant) return grantedPermission(store.viewer.grant, repository)
  if (repository.isPrivate && !store.viewer.scopes.has("repo")) return null
  return accountPermission(store, store.viewer.account, repository)
}

export const canSee = (store: Session, repository: Repository): boolean =>
  permissionOf(store, repository) !== null

export function has(
  store: Session,
  repository: Repository,
  needed: Permission,
  resources: Resource | readonly Resource[] = "contents",
): boolean {
  if (store.viewer.grant && needed !== "READ")
    return mayWrite(store.viewer.grant, repository, resources, needed)
  const permission = permissionOf(store, repository)
  return permission !== null && RANK[permission] >= RANK[needed]
}

export const isAtLeast = (permission: Permission | null, needed: Permission): boolean =>
  permission !== null && RANK[permission] >= RANK[needed]

/** The owner, members of an owning organization, and accounts with access. */
export const isCollaborator = (store: Store, account: Account, repository: Repository): boolean =>
  account.id === repository.ownerId ||
  repository.collaborators.has(account.id) ||
  store.get("accounts", repository.ownerId).members.has(account.id)

/** Whether one of the permissions is granted. Operations for admins need `administration`. */
function mayWrite(
  grant: Grant,
  repository: Repository,
  resources: Resource | readonly Resource[],
  needed: Permission,
): boolean {
  if (!isGranted(grant, repository)) return false
  const wanted = needed === "ADMIN" ? ["administration" as const] : [resources].flat()
  return wanted.some((resource) => grant.permissions[resource] === "write")
}

/** Whether the token may read this resource of the repository. Public repositories are readable by everybody. */
export const mayRead = (viewer: Viewer, repository: Repository, resource: Resource): boolean =>
  !viewer.grant || !repository.isPrivate || viewer.grant.permissions[resource] !== undefined

/** The resources for writing a row; one of them must be granted. */
export function resourcesOf(store: Store, row: AnyRow): readonly Resource[] {
  switch (row.kind) {
    case "PullRequest":
      // The conversation of a pull request is also that of an issue.
      return ["issues", "pull_requests"]
    case "IssueComment": {
      const subject = subjectOf(store, row)
      return subject ? resourcesOf(store, subject) : ["issues"]
    }
    default:
      return [resourceOf(row.kind)]
  }
}

const KINDS: readonly [Resource, ...AnyRow["kind"][]][] = [
  ["issues", "Issue", "IssueComment", "PinnedIssue", "Label", "Milestone"],
  ["discussions", "Discussion", "DiscussionCategory", "DiscussionComment"],
  ["pull_requests", "PullRequest", "ReviewRequest", "MergeQueueEntry"],
  ["pull_requests", "PullRequestReview", "PullRequestReviewComment", "PullRequestReviewThread"],
  ["actions", "Workflow", "WorkflowRun", "Artifact", "ActionsCache"],
  ["checks", "CheckRun"],
  ["deployments", "Deployment", "DeploymentStatus"],
  ["statuses", "StatusContext"],
  ["contents", "Release", "ReleaseAsset"],
]

const RESOURCES = new Map(
  KINDS.flatMap(([resource, ...kinds]) => kinds.map((kind) => [kind, resource] as const)),
)

/** The resource that must be granted for reading rows of a kind. */
export const resourceOf = (kind: AnyRow["kind"]): Resource => RESOURCES.get(kind) ?? "metadata"

/**
 * Throws unless the viewer may write to the repository, or that of a row, and has `needed` or `otherwise`.
 *
 * @param resources the resources that are written; the token of an installation needs one of them
 */
export function authorize(
  store: Session,
  of: Repository | { readonly repositoryId: number },
  resources: Resource | readonly Resource[],
  needed: Permission,
  otherwise = false,
): Repository {
  const { grant } = store.viewer
  const repository = "repositoryId" in of ? store.get("repositories", of.repositoryId) : of
  if (!grant) requireScope(store.viewer, repository)
  else if (!mayWrite(grant, repository, resources, needed)) throw new NotAccessible()
  requireUnarchived(repository)
  if (grant || otherwise || has(store, repository, needed)) return repository
  throw new NotAllowed(store.viewer.account.login)
}

/** Throws unless the viewer may close and reopen: accounts with triage permission, and the author. */
export function authorizeState(store: Session, row: Issue | PullRequest): void {
  authorize(store, row, resourceOf(row.kind), "TRIAGE", isAuthor(store.viewer, row))
}

export function requireUnarchived(repository: Repository): void {
  if (repository.archivedAt !== null) {
    throw new Refusal("FORBIDDEN", "Repository was archived so is read-only.")
  }
}

export function requireScope(viewer: Viewer, repository: Pick<Repository, "isPrivate">): void {
  // Only people have stars and subscriptions.
  if (viewer.grant) throw new NotAccessible()
  const enough = repository.isPrivate ? ["repo"] : ["public_repo", "repo"]
  if (enough.some((scope) => viewer.scopes.has(scope))) return
  throw missingScopes(viewer, enough)
}

export function missingScopes(viewer: Viewer, enough: readonly string[]): Refusal {
  const list = (scopes: Iterable<string>) => `[${[...scopes].map((s) => `'${s}'`).join(", ")}]`
  return new Refusal(
    "INSUFFICIENT_SCOPES",
    `Your token has not been granted the required scopes to execute this query. It requires one of the following scopes: ${list(enough)}, but your token has only been granted the: ${list(viewer.scopes)} scopes. Please modify your token's scopes at: https://github.com/settings/tokens.`,
  )
}

/** The repository that a row belongs to; accounts belong to none. */
export function repositoryOf(store: Store, row: AnyRow): Repository | undefined {
  if (row.kind === "Repository") return row
  const outer = outerOf(store, row)
  return outer && repositoryOf(store, outer)
}

/** The row by which another one belongs to a repository. Items of projects belong to none. */
export function outerOf(store: Store, row: AnyRow): AnyRow | undefined {
  const home = homeOf(row.kind)
  if (home) return store.find(home.table, Reflect.get(row, home.column))
  return "subjectKind" in row && row.kind !== "ProjectV2Item" ? subjectOf(store, row) : undefined
}

/** The project that a row belongs to. */
export function projectOf(store: Store, row: AnyRow): Project | undefined {
  if (row.kind === "ProjectV2") return row
  return "projectId" in row ? store.get("projects", row.projectId) : undefined
}

/** Whether the viewer owns a project, or is a member of the organization that owns it. */
export const isInOwner = (store: Session, { ownerId }: Project): boolean =>
  isInAccount(store.viewer, store.get("accounts", ownerId))

/** Whether the viewer is this account, or a member of this organization. */
export const isInAccount = ({ account }: Viewer, owner: Account): boolean =>
  account.id === owner.id || owner.members.has(account.id)

/** The row that a comment, reaction or event belongs to. */
export const subjectOf = (
  store: Store,
  row: { subjectKind: AnyRow["kind"]; subjectId: number },
): AnyRow | undefined => store.find(tableNameOf(row.subjectKind), row.subjectId)

/**
 * Whether the viewer can see a row: its repository must be visible, pending reviews are private, and drafts of
 * releases need write access.
 */
export function isVisible(store: Session, row: AnyRow): boolean {
  const repository = repositoryOf(store, row)
  if (repository && !canSee(store, repository)) return false
  if (repository && !mayRead(store.viewer, repository, resourceOf(row.kind))) return false
  const project = projectOf(store, row)
  if (project) return project.isPublic || isInOwner(store, project)
  if (row.kind === "Team") return canSeeTeam(store, store.viewer, row)
  if (isOnlyOfRest(row)) return false
  if (row.kind === "PullRequestReviewComment") {
    return isVisible(store, store.get("reviews", row.reviewId))
  }
  if (row.kind === "PullRequestReview") {
    return row.state !== "PENDING" || row.authorId === store.viewer.account.id
  }
  if (row.kind === "Release") {
    return !row.isDraft || (!!repository && has(store, repository, "WRITE"))
  }
  if (row.kind === "ReleaseAsset") {
    return isVisible(store, store.get("releases", row.releaseId))
  }
  if (row.kind === "PullRequestReviewThread") {
    return store
      .rowsBy("reviewComments", "thread", row.id)
      .some((comment) => isVisible(store, comment))
  }
  return true
}

/** Alerts, webhooks, invitations, Pages, packages and generic rows are only shown by their own operations of REST, which check the access to them. */
const isOnlyOfRest = ({ kind }: AnyRow): boolean =>
  /^Pa(?:ckage|ges)/.test(kind) ||
  kind === "Hook" ||
  kind === "GenericRow" ||
  kind === "RepositoryInvitation" ||
  kind === "RepositoryVulnerabilityAlert" ||
  kind === "CodeScanningAlert" ||
  kind === "SecretScanningAlert"

/** The row of one of `kinds` with this node id, if the viewer can see it. */
export function visibleNode<Kind extends AnyRow["kind"]>(
  store: Session,
  id: string,
  kinds: readonly Kind[],
): Extract<AnyRow, { kind: Kind }> {
  const row = store.rowOfNodeId(id)
  if (!row || !isOneOf(row, kinds) || !isVisible(store, row)) throw noSuchNode(id)
  return row
}

export const isAuthor = (viewer: Viewer, written: Pick<Written, "authorId">): boolean =>
  written.authorId === viewer.account.id
