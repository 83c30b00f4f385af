import {
  type Account,
  type AnyRow,
  find,
  get,
  type Issue,
  isOneOf,
  type Permission,
  type PullRequest,
  type Repository,
  rowOfNodeId,
  rowsBy,
  type World,
  type Written,
} from "../tables/index.js"
import { NotAllowed, noSuchNode, Refusal } from "./errors.js"

/** Who asks: an account through a token. */
export interface Viewer {
  account: Account
  scopes: ReadonlySet<string>
}

const RANK: Record<Permission, number> = { READ: 1, TRIAGE: 2, WRITE: 3, MAINTAIN: 4, ADMIN: 5 }

/** What an account may do in a repository, or null when it cannot even see it. */
export function accountPermission(
  world: World,
  account: Account,
  repository: Repository,
): Permission | null {
  if (account.id === repository.ownerId) return "ADMIN"
  const role = get(world, "accounts", repository.ownerId).members.get(account.id)
  if (role === "ADMIN") return "ADMIN"
  const granted = repository.collaborators.get(account.id)
  if (granted) return granted
  return role !== undefined || !repository.isPrivate ? "READ" : null
}

/** The same as seen through the token: without the scope `repo` private repositories are hidden. */
export function permissionOf(
  world: World,
  viewer: Viewer,
  repository: Repository,
): Permission | null {
  if (repository.isPrivate && !viewer.scopes.has("repo")) return null
  return accountPermission(world, viewer.account, repository)
}

export const canSee = (world: World, viewer: Viewer, repository: Repository): boolean =>
  permissionOf(world, viewer, repository) !== null

export function has(
  world: World,
  viewer: Viewer,
  repository: Repository,
  needed: Permission,
): boolean {
  const permission = permissionOf(world, viewer, repository)
  return permission !== null && RANK[permission] >= RANK[needed]
}

export const isAtLeast = (permission: Permission | null, needed: Permission): boolean =>
  permission !== null && RANK[permission] >= RANK[needed]

/** The owner, the members of an owning organization, and whoever was given access. */
export const isCollaborator = (world: World, account: Account, repository: Repository): boolean =>
  account.id === repository.ownerId ||
  repository.collaborators.has(account.id) ||
  get(world, "accounts", repository.ownerId).members.has(account.id)

/** Refuses unless the viewer may change things in the repository and has `needed` or `otherwise`. */
export function authorize(
  world: World,
  viewer: Viewer,
  repository: Repository,
  needed: Permission,
  otherwise = false,
): void {
  requireScope(viewer, repository)
  requireUnarchived(repository)
  if (!otherwise && !has(world, viewer, repository, needed)) {
    throw new NotAllowed(viewer.account.login)
  }
}

/** Whoever may triage, and the author, close and reopen an issue or a pull request. */
export function authorizeState(world: World, viewer: Viewer, row: Issue | PullRequest): void {
  const repository = get(world, "repositories", row.repositoryId)
  authorize(world, viewer, repository, "TRIAGE", isAuthor(viewer, row))
}

function requireUnarchived(repository: Repository): void {
  if (repository.archivedAt !== null) {
    throw new Refusal("FORBIDDEN", "Repository was archived so is read-only.")
  }
}

export function requireScope(viewer: Viewer, repository: Repository): void {
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
export function repositoryOf(world: World, row: AnyRow): Repository | undefined {
  switch (row.kind) {
    case "User":
    case "Organization":
    case "Bot":
    case "Mannequin":
      return undefined
    case "Repository":
      return row
    case "Label":
    case "Milestone":
    case "Issue":
    case "PullRequest":
    case "PinnedIssue":
    case "Release":
    case "Workflow":
    case "WorkflowRun":
    case "StatusContext":
      return get(world, "repositories", row.repositoryId)
    case "PullRequestReview":
    case "PullRequestReviewThread":
    case "ReviewRequest":
      return repositoryOf(world, get(world, "pullRequests", row.pullRequestId))
    case "CheckRun":
      return repositoryOf(world, get(world, "workflowRuns", row.runId))
    case "PullRequestReviewComment":
      return repositoryOf(world, get(world, "reviewThreads", row.threadId))
    default: {
      const subject = subjectOf(world, row)
      return subject && repositoryOf(world, subject)
    }
  }
}

/** The row that a comment, reaction or event is about. */
export function subjectOf(
  world: World,
  row: { subjectKind: AnyRow["kind"]; subjectId: number },
): AnyRow | undefined {
  switch (row.subjectKind) {
    case "Issue":
      return find(world, "issues", row.subjectId)
    case "PullRequest":
      return find(world, "pullRequests", row.subjectId)
    case "IssueComment":
      return find(world, "issueComments", row.subjectId)
    case "PullRequestReview":
      return find(world, "reviews", row.subjectId)
    case "PullRequestReviewComment":
      return find(world, "reviewComments", row.subjectId)
    default:
      return undefined
  }
}

/**
 * Whether the viewer can see the row: its repository, nobody else's pending review, and drafts of
 * releases only with write access.
 */
export function isVisible(world: World, viewer: Viewer, row: AnyRow): boolean {
  const repository = repositoryOf(world, row)
  if (repository && !canSee(world, viewer, repository)) return false
  if (row.kind === "PullRequestReviewComment") {
    return isVisible(world, viewer, get(world, "reviews", row.reviewId))
  }
  if (row.kind === "PullRequestReview") {
    return row.state !== "PENDING" || row.authorId === viewer.account.id
  }
  if (row.kind === "Release") {
    return !row.isDraft || (!!repository && has(world, viewer, repository, "WRITE"))
  }
  if (row.kind === "PullRequestReviewThread") {
    return rowsBy(world, "reviewComments", "thread", row.id).some((comment) =>
      isVisible(world, viewer, comment),
    )
  }
  return true
}

/** The row of one of `kinds` that a node id names, if the viewer can see it. */
export function visibleNode<Kind extends AnyRow["kind"]>(
  world: World,
  viewer: Viewer,
  id: string,
  kinds: readonly Kind[],
): Extract<AnyRow, { kind: Kind }> {
  const row = rowOfNodeId(world, id)
  if (!row || !isOneOf(row, kinds) || !isVisible(world, viewer, row)) throw noSuchNode(id)
  return row
}

export const isAuthor = (viewer: Viewer, written: Pick<Written, "authorId">): boolean =>
  written.authorId === viewer.account.id
