import {
  get,
  type Issue,
  mentionsIn,
  nameWithOwner,
  type PullRequest,
  rowsBy,
  sameName,
  subjectKey,
  type World,
  type Written,
} from "../tables/index.js"
import { closingPulls } from "./closing.js"
import { isVisible, type Viewer } from "./permissions.js"

type Numbered = Issue | PullRequest

/** That an issue or pull request was first mentioned in another one. */
export interface CrossReference {
  kind: "CrossReferencedEvent"
  source: Numbered
  target: Numbered
  actorId: number | null
  createdAt: string
}

/** One for each issue or pull request whose text, comments or reviews mention the row. */
export function crossReferences(world: World, viewer: Viewer, target: Numbered): CrossReference[] {
  const sources = sourcesOf(world, target.number).filter(
    (source) => source !== target && isVisible(world, viewer, source),
  )
  return sources.flatMap((source) => {
    const [first] = textsOf(world, viewer, source)
      .filter((text) => mentionsNumber(world, source, text.body, target))
      .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    if (!first) return []
    const { authorId: actorId, createdAt } = first
    return [{ kind: "CrossReferencedEvent", source, target, actorId, createdAt }]
  })
}

/** Issues and pull requests in which a number is mentioned, whosever it is. */
function sourcesOf(world: World, number: number): Numbered[] {
  const comments = rowsBy(world, "issueComments", "mentions", number)
  const remarks = rowsBy(world, "reviewComments", "mentions", number)
  const reviews = [
    ...rowsBy(world, "reviews", "mentions", number),
    ...remarks.map(({ reviewId }) => get(world, "reviews", reviewId)),
  ]
  const all = new Set<Numbered>([
    ...rowsBy(world, "issues", "mentions", number),
    ...rowsBy(world, "pullRequests", "mentions", number),
    ...comments.map(({ subjectKind, subjectId }) =>
      get(world, subjectKind === "Issue" ? "issues" : "pullRequests", subjectId),
    ),
    ...reviews.map(({ pullRequestId }) => get(world, "pullRequests", pullRequestId)),
  ])
  const inOrder = [...all].sort((a, b) => a.id - b.id)
  return [
    ...inOrder.filter(({ kind }) => kind === "Issue"),
    ...inOrder.filter(({ kind }) => kind === "PullRequest"),
  ]
}

export const willClose = (world: World, viewer: Viewer, reference: CrossReference): boolean => {
  const { source, target } = reference
  return (
    source.kind === "PullRequest" &&
    target.kind === "Issue" &&
    closingPulls(world, viewer, target).includes(source)
  )
}

function textsOf(world: World, viewer: Viewer, source: Numbered): Written[] {
  const comments = rowsBy(world, "issueComments", "subject", subjectKey(source))
  if (source.kind === "Issue") return [source, ...comments]
  const reviews = rowsBy(world, "reviews", "pullRequest", source.id)
  const remarks = reviews.flatMap(({ id }) => rowsBy(world, "reviewComments", "review", id))
  const written = [...reviews, ...remarks].filter((row) => isVisible(world, viewer, row))
  return [source, ...comments, ...written]
}

function mentionsNumber(world: World, source: Numbered, text: string, target: Numbered): boolean {
  const own = nameWithOwner(world, get(world, "repositories", source.repositoryId))
  const wanted = nameWithOwner(world, get(world, "repositories", target.repositoryId))
  return mentionsIn(text).some(
    ({ repository = own, number }) => number === target.number && sameName(repository, wanted),
  )
}
