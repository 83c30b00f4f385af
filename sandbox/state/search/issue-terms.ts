import { commentCount, labelNames, mentions } from "../filters.js"
import { subjectKey } from "../indexes.js"
import { sameName } from "../lookup.js"
import type { Viewer } from "../permissions.js"
import { latestReviews, reviewDecision } from "../pull-data.js"
import type { Issue, PullRequest, Repository } from "../rows.js"
import { find, get, rowsBy, type World } from "../world.js"
import { compares, type Term } from "./query.js"
import {
  comparison,
  contains,
  dateMatches,
  loginMatches,
  scopeMatches,
  UnknownQualifier,
} from "./terms.js"

/** Whether one term of a search is true of an issue or pull request. */
export function matchesIssue(
  world: World,
  viewer: Viewer,
  row: Issue | PullRequest,
  terms: readonly Term[],
  term: Term,
): boolean {
  const repository = get(world, "repositories", row.repositoryId)
  const { value } = term
  const isUser = (id: number | null) => loginMatches(world, viewer, value, id)
  switch (term.qualifier) {
    case "":
      return contains(issueText(world, row, terms), value)
    case "in":
    case "sort":
      return true
    case "repo":
    case "user":
    case "org":
      return scopeMatches(world, viewer, repository, term)
    case "is":
    case "type":
    case "state":
    case "archived":
    case "draft":
      return hasQuality(repository, row, term)
    case "reason": {
      const reason = row.kind === "Issue" ? row.stateReason : null
      return reason?.toLowerCase().replace("_", " ") === value.replace("-", " ").replace("_", " ")
    }
    case "author":
      return isUser(row.authorId)
    case "assignee":
      return value === "*" ? row.assigneeIds.length > 0 : row.assigneeIds.some(isUser)
    case "mentions":
      return mentions(row.body, value === "@me" ? viewer.account.login : value)
    case "commenter":
      return commentersOf(world, row).some(isUser)
    case "involves":
      return (
        isUser(row.authorId) ||
        row.assigneeIds.some(isUser) ||
        commentersOf(world, row).some(isUser) ||
        mentions(row.body, value === "@me" ? viewer.account.login : value)
      )
    case "label":
      // A comma means "or".
      return value
        .split(",")
        .some((name) => labelNames(world, row).some((own) => sameName(own, unquote(name))))
    case "milestone": {
      const own = find(world, "milestones", row.milestoneId)
      return value === "*" ? own !== undefined : own !== undefined && sameName(own.title, value)
    }
    case "no":
      return lacks(row, term)
    case "created":
      return dateMatches(term, row.createdAt)
    case "updated":
      return dateMatches(term, row.updatedAt)
    case "closed":
      return dateMatches(term, row.closedAt)
    case "merged":
      return row.kind === "PullRequest" && dateMatches(term, row.mergedAt)
    case "comments":
      return compares(comparison(term), commentCount(world, row))
    case "head":
      return row.kind === "PullRequest" && row.headRefName.startsWith(value)
    case "base":
      return row.kind === "PullRequest" && row.baseRefName.startsWith(value)
    case "review":
      return row.kind === "PullRequest" && hasReview(world, row, value)
    case "reviewed-by":
      return (
        row.kind === "PullRequest" &&
        latestReviews(world, row, false).some((review) => isUser(review.authorId))
      )
    case "review-requested":
    case "user-review-requested":
      return (
        row.kind === "PullRequest" &&
        rowsBy(world, "reviewRequests", "pullRequest", row.id).some((request) =>
          isUser(request.reviewerId),
        )
      )
    default:
      throw new UnknownQualifier(term.qualifier)
  }
}

const unquote = (text: string): string => text.trim().replace(/^"(.*)"$/, "$1")

function hasQuality(repository: Repository, row: Issue | PullRequest, term: Term): boolean {
  const quality =
    term.qualifier === "archived" || term.qualifier === "draft" ? term.qualifier : term.value
  const wanted = quality === term.value || term.value === "true"
  switch (quality) {
    case "issue":
      return row.kind === "Issue"
    case "pr":
    case "pull-request":
      return row.kind === "PullRequest"
    case "open":
      return row.state === "OPEN"
    case "closed":
      return row.state !== "OPEN"
    case "merged":
      return row.state === "MERGED"
    case "unmerged":
      return row.kind === "PullRequest" && row.state !== "MERGED"
    case "locked":
      return row.locked
    case "unlocked":
      return !row.locked
    case "public":
      return !repository.isPrivate
    case "private":
      return repository.isPrivate
    case "archived":
      return (repository.archivedAt !== null) === wanted
    case "draft":
      return row.kind === "PullRequest" && row.isDraft === wanted
    default:
      throw new UnknownQualifier(`${term.qualifier}:${term.value}`)
  }
}

function lacks(row: Issue | PullRequest, term: Term): boolean {
  switch (term.value) {
    case "label":
      return row.labelIds.length === 0
    case "assignee":
      return row.assigneeIds.length === 0
    case "milestone":
      return row.milestoneId === null
    case "project":
      return true
    default:
      throw new UnknownQualifier(`no:${term.value}`)
  }
}

function hasReview(world: World, pull: PullRequest, value: string): boolean {
  switch (value) {
    case "none":
      return latestReviews(world, pull, false).length === 0
    case "approved":
      return reviewDecision(world, pull) === "APPROVED"
    case "changes_requested":
    case "changes-requested":
      return reviewDecision(world, pull) === "CHANGES_REQUESTED"
    case "required":
      return false
    default:
      throw new UnknownQualifier(`review:${value}`)
  }
}

const commentersOf = (world: World, row: Issue | PullRequest): (number | null)[] =>
  rowsBy(world, "issueComments", "subject", subjectKey(row)).map((comment) => comment.authorId)

function issueText(world: World, row: Issue | PullRequest, terms: readonly Term[]): string {
  const places = terms
    .filter((term) => term.qualifier === "in")
    .flatMap((term) => term.value.split(","))
  const all = places.length === 0
  const parts: string[] = []
  if (all || places.includes("title")) parts.push(row.title)
  if (all || places.includes("body")) parts.push(row.body)
  if (all || places.includes("comments")) {
    const comments = rowsBy(world, "issueComments", "subject", subjectKey(row))
    parts.push(...comments.map((comment) => comment.body))
  }
  return parts.join("\n")
}
