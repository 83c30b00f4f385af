import { commentCount, labelNames, mentions } from "./filters.js"
import { accountByLogin, nameWithOwner, sameName } from "./lookup.js"
import { isVisible, type Viewer } from "./permissions.js"
import { latestReviews, reviewDecision } from "./pull-data.js"
import type { Account, Issue, PullRequest, Repository } from "./rows.js"
import {
  type Comparison,
  compares,
  parseComparison,
  parseQuery,
  type Term,
} from "./search-query.js"
import { find, get, type World, where } from "./world.js"

/** A qualifier that GitHub knows and the sandbox does not. */
export class UnknownQualifier extends Error {
  constructor(readonly qualifier: string) {
    super(`The sandbox does not model the search qualifier \`${qualifier}:\`.`)
    this.name = "UnknownQualifier"
  }
}

/** Rows in the order of the answer: the best match first unless a sort is given. */
export function searchIssues(world: World, viewer: Viewer, query: string): (Issue | PullRequest)[] {
  const terms = parseQuery(query)
  const rows = [...world.tables.issues.values(), ...world.tables.pullRequests.values()].filter(
    (row) =>
      isVisible(world, viewer, row) &&
      matchesAll(terms, (term) => matchesIssue(world, viewer, row, terms, term)),
  )
  const sort = terms.find((term) => term.qualifier === "sort")?.value ?? "created-desc"
  return sortRows(rows, sort, {
    created: (row) => row.createdAt,
    updated: (row) => row.updatedAt,
    comments: (row) => commentCount(world, row),
    reactions: (row) =>
      where(world, "reactions", (one) => one.subjectKind === row.kind && one.subjectId === row.id)
        .length,
  })
}

export function searchRepositories(world: World, viewer: Viewer, query: string): Repository[] {
  const terms = parseQuery(query)
  const rows = where(
    world,
    "repositories",
    (row) =>
      isVisible(world, viewer, row) &&
      (row.parentId === null || terms.some((term) => term.qualifier === "fork")) &&
      matchesAll(terms, (term) => matchesRepository(world, viewer, row, terms, term)),
  )
  const sort = terms.find((term) => term.qualifier === "sort")?.value ?? "stars-desc"
  return sortRows(rows, sort, {
    stars: (row) => row.stargazers.size,
    forks: (row) => where(world, "repositories", (fork) => fork.parentId === row.id).length,
    updated: (row) => row.updatedAt,
    created: (row) => row.createdAt,
    name: (row) => row.name.toLowerCase(),
  })
}

export function searchAccounts(world: World, query: string): Account[] {
  const terms = parseQuery(query)
  const rows = where(
    world,
    "accounts",
    (row) =>
      (row.kind === "User" || row.kind === "Organization") &&
      matchesAll(terms, (term) => matchesAccount(world, row, terms, term)),
  )
  const sort = terms.find((term) => term.qualifier === "sort")?.value ?? "joined-asc"
  return sortRows(rows, sort, {
    joined: (row) => row.createdAt,
    followers: (row) => where(world, "accounts", (other) => other.following.has(row.id)).length,
    repositories: (row) => ownedBy(world, row).length,
  })
}

const ownedBy = (world: World, account: Account): Repository[] =>
  where(world, "repositories", (repository) => repository.ownerId === account.id)

/** Repeated scopes (`repo:`, `user:`, `org:`) widen the search, everything else narrows it. */
const WIDENING = new Set(["repo", "user", "org"])

function matchesAll(terms: readonly Term[], matches: (term: Term) => boolean): boolean {
  const scopes = terms.filter((term) => WIDENING.has(term.qualifier) && !term.negated)
  if (scopes.length > 0 && !scopes.some(matches)) return false
  return terms
    .filter((term) => !scopes.includes(term))
    .every((term) => matches(term) !== term.negated)
}

function sortRows<Row extends { id: number }>(
  rows: Row[],
  sort: string,
  keys: Record<string, (row: Row) => string | number>,
): Row[] {
  const [field = "", direction = "desc"] = sort.split("-")
  const key = keys[field]
  if (!key) throw new UnknownQualifier(`sort:${field}`)
  const sign = direction === "asc" ? 1 : -1
  return rows.sort((a, b) => {
    const [x, y] = [key(a), key(b)]
    return sign * (x < y ? -1 : x > y ? 1 : a.id - b.id)
  })
}

function comparison(term: Term): Comparison {
  const parsed = parseComparison(term.value)
  if (!parsed) throw new UnknownQualifier(`${term.qualifier}:${term.value}`)
  return parsed
}

const dateMatches = (term: Term, date: string | null): boolean =>
  date !== null && compares(comparison(term), date)

const loginMatches = (world: World, viewer: Viewer, value: string, id: number | null): boolean => {
  const account = value === "@me" ? viewer.account : accountByLogin(world, value.replace(/^@/, ""))
  return account !== undefined && account.id === id
}

function scopeMatches(world: World, viewer: Viewer, repository: Repository, term: Term): boolean {
  if (term.qualifier === "repo") return sameName(nameWithOwner(world, repository), term.value)
  return loginMatches(world, viewer, term.value, repository.ownerId)
}

function matchesIssue(
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
        where(world, "reviewRequests", (one) => one.pullRequestId === row.id).some((request) =>
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
  where(
    world,
    "issueComments",
    (comment) => comment.subjectKind === row.kind && comment.subjectId === row.id,
  ).map((comment) => comment.authorId)

function issueText(world: World, row: Issue | PullRequest, terms: readonly Term[]): string {
  const places = terms
    .filter((term) => term.qualifier === "in")
    .flatMap((term) => term.value.split(","))
  const all = places.length === 0
  const parts: string[] = []
  if (all || places.includes("title")) parts.push(row.title)
  if (all || places.includes("body")) parts.push(row.body)
  if (all || places.includes("comments")) {
    const comments = where(
      world,
      "issueComments",
      (comment) => comment.subjectKind === row.kind && comment.subjectId === row.id,
    )
    parts.push(...comments.map((comment) => comment.body))
  }
  return parts.join("\n")
}

/** GitHub searches words, not substrings. */
function contains(text: string, words: string): boolean {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "iu").test(text)
}

function matchesRepository(
  world: World,
  viewer: Viewer,
  row: Repository,
  terms: readonly Term[],
  term: Term,
): boolean {
  const { value } = term
  switch (term.qualifier) {
    case "": {
      const places = terms.find((one) => one.qualifier === "in")?.value.split(",")
      const inName = !places || places.includes("name")
      const inDescription = !places || places.includes("description")
      const needle = value.toLowerCase()
      return (
        (inName && nameWithOwner(world, row).toLowerCase().includes(needle)) ||
        (inDescription && contains(row.description ?? "", value))
      )
    }
    case "in":
    case "sort":
      return true
    case "repo":
    case "user":
    case "org":
      return scopeMatches(world, viewer, row, term)
    case "is":
      if (value === "public" || value === "private") return row.isPrivate === (value === "private")
      if (value === "archived") return row.archivedAt !== null
      throw new UnknownQualifier(`is:${value}`)
    case "archived":
      return (row.archivedAt !== null) === (value === "true")
    case "template":
      return row.isTemplate === (value === "true")
    case "fork":
      return value === "true" || (value === "only" && row.parentId !== null)
    case "stars":
      return compares(comparison(term), row.stargazers.size)
    case "created":
      return dateMatches(term, row.createdAt)
    case "pushed":
      return dateMatches(term, row.pushedAt)
    default:
      throw new UnknownQualifier(term.qualifier)
  }
}

function matchesAccount(world: World, row: Account, terms: readonly Term[], term: Term): boolean {
  const { value } = term
  switch (term.qualifier) {
    case "": {
      const places = terms.find((one) => one.qualifier === "in")?.value.split(",")
      const texts = {
        login: row.login,
        name: row.name ?? "",
        email: row.email,
      }
      return Object.entries(texts).some(
        ([place, text]) =>
          (!places || places.includes(place)) && text.toLowerCase().includes(value.toLowerCase()),
      )
    }
    case "in":
    case "sort":
      return true
    case "type":
      return row.kind === (value === "org" ? "Organization" : "User")
    case "user":
      return sameName(row.login, value)
    case "location":
      return contains(row.location ?? "", value)
    case "repos":
      return compares(comparison(term), ownedBy(world, row).length)
    default:
      throw new UnknownQualifier(term.qualifier)
  }
}
