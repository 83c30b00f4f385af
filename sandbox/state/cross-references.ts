import {
  type Issue,
  mentionsIn,
  type PullRequest,
  type Store,
  sameName,
  subjectKey,
  type Written,
} from "../tables/index.js"
import { closingPulls } from "./closing.js"
import { isVisible } from "./permissions.js"
import type { Session } from "./session.js"

type Numbered = Issue | PullRequest

/** The first mention of an issue or pull request in another one. */
export interface CrossReference {
  kind: "CrossReferencedEvent"
  source: Numbered
  target: Numbered
  actorId: number | null
  createdAt: string
}

/** One for each issue or pull request whose text, comments or reviews mention the row. */
export function crossReferences(store: Session, target: Numbered): CrossReference[] {
  const sources = sourcesOf(store, target.number).filter(
    (source) => source !== target && isVisible(store, source),
  )
  return sources.flatMap((source) => {
    const [first] = textsOf(store, source)
      .filter((text) => mentionsNumber(store, source, text.body, target))
      .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    if (!first) return []
    const { authorId: actorId, createdAt } = first
    return [{ kind: "CrossReferencedEvent", source, target, actorId, createdAt }]
  })
}

/** Issues and pull requests that mention a number, of whatever repository. */
function sourcesOf(store: Store, number: number): Numbered[] {
  const comments = store.rowsBy("issueComments", "mentions", number)
  const remarks = store.rowsBy("reviewComments", "mentions", number)
  const reviews = [
    ...store.rowsBy("reviews", "mentions", number),
    ...remarks.map(({ reviewId }) => store.get("reviews", reviewId)),
  ]
  const all = new Set<Numbered>([
    ...store.rowsBy("issues", "mentions", number),
    ...store.rowsBy("pullRequests", "mentions", number),
    ...comments.map((comment) => store.numberedOf(comment)),
    ...reviews.map(({ pullRequestId }) => store.get("pullRequests", pullRequestId)),
  ])
  const inOrder = [...all].sort((a, b) => a.id - b.id)
  return [
    ...inOrder.filter(({ kind }) => kind === "Issue"),
    ...inOrder.filter(({ kind }) => kind === "PullRequest"),
  ]
}

export const willClose = (store: Session, reference: CrossReference): boolean => {
  const { source, target } = reference
  return (
    source.kind === "PullRequest" &&
    target.kind === "Issue" &&
    closingPulls(store, target).includes(source)
  )
}

/** The row itself, and the comments and reviews below it, as far as the viewer may read them. */
export function textsOf(store: Session, source: Numbered): Written[] {
  const comments = store.rowsBy("issueComments", "subject", subjectKey(source))
  if (source.kind === "Issue") return [source, ...comments]
  const reviews = store.rowsBy("reviews", "pullRequest", source.id)
  const remarks = reviews.flatMap(({ id }) => store.rowsBy("reviewComments", "review", id))
  const written = [...reviews, ...remarks].filter((row) => isVisible(store, row))
  return [source, ...comments, ...written]
}

function mentionsNumber(store: Store, source: Numbered, text: string, target: Numbered): boolean {
  const own = store.nameWithOwner(store.get("repositories", source.repositoryId))
  const wanted = store.nameWithOwner(store.get("repositories", target.repositoryId))
  return mentionsIn(text).some(
    ({ repository = own, number }) => number === target.number && sameName(repository, wanted),
  )
}
