import type { SeedPull, SeedReview } from "../public/index.js"
import {
  addPullRequestReview,
  addPullRequestReviewThreadReply,
  closePullRequest,
  createPullRequest,
  mergePullRequest,
  requestReviews,
  setLocked,
  setThreadResolved,
} from "../state/index.js"
import { given, type PullRequest, type Repository, type Store } from "../tables/index.js"
import { atTime, setUpdatedAt, timeOf } from "./at-time.js"
import { plantDetails, plantReactions } from "./issue.js"
import { authorIn, inPlace, requireAccount, sessionFor } from "./people.js"

export function plantPull(store: Store, repository: Repository, seed: SeedPull): void {
  const place = `pull request "${seed.title}" of ${store.nameWithOwner(repository)}`
  inPlace(place, () => plant(store, repository, seed, place))
}

function plant(store: Store, repository: Repository, seed: SeedPull, place: string): void {
  const owner = sessionFor(store, store.get("accounts", repository.ownerId))
  const author = authorIn(store, seed.author, place)
  const pull = createPullRequest(author, repository, {
    title: seed.title,
    body: seed.body ?? "",
    headRefName: seed.head,
    baseRefName: seed.base ?? repository.defaultBranch,
    draft: seed.draft ?? false,
  })
  plantDetails(store, repository, owner, pull, seed, place)
  for (const review of seed.reviews ?? []) plantReview(store, pull, review, place)
  const asked = (seed.review_requests ?? []).map((login) => requireAccount(store, login, place))
  if (asked.length > 0) requestReviews(owner, pull, asked, true)
  const closedAt = timeOf("closed_at", seed, pull, place)
  const mergedAt = timeOf("merged_at", seed, pull, place)
  if (seed.state === "CLOSED")
    atTime(store, closedAt, () => {
      closePullRequest(owner, pull)
    })
  if (seed.state === "MERGED") {
    const merger = seed.merged_by
      ? sessionFor(store, requireAccount(store, seed.merged_by, place))
      : owner
    atTime(store, mergedAt, () => {
      mergePullRequest(merger, pull, { mergeMethod: seed.merge_method ?? "MERGE" })
    })
  }
  // A clock of the caller cannot be set.
  const ended = mergedAt ?? closedAt
  if (ended !== undefined) store.update(pull, { closedAt: ended })
  if (mergedAt !== undefined) store.update(pull, { mergedAt })
  if (seed.locked) setLocked(owner, pull, true)
  setUpdatedAt(store, seed, pull, place)
}

const EVENTS = {
  PENDING: null,
  COMMENTED: "COMMENT",
  APPROVED: "APPROVE",
  CHANGES_REQUESTED: "REQUEST_CHANGES",
} as const

function plantReview(store: Store, pull: PullRequest, seed: SeedReview, place: string): void {
  const author = authorIn(store, seed.author, place)
  const threads = seed.threads ?? []
  const before = store.sequences.get("reviewThreads") ?? 0
  addPullRequestReview(author, pull, {
    body: seed.body ?? "",
    event: EVENTS[seed.state],
    threads: threads.map((thread) => ({
      path: thread.path,
      body: thread.body,
      ...(thread.line === undefined ? { subjectType: "FILE" as const } : { line: thread.line }),
      ...given({ startLine: thread.start_line, side: thread.side }),
    })),
  })
  for (const [index, thread] of threads.entries()) {
    const row = store.get("reviewThreads", before + index + 1)
    for (const reply of thread.replies ?? []) {
      const replier = authorIn(store, reply.author, place)
      const comment = addPullRequestReviewThreadReply(replier, row, reply.body)
      plantReactions(store, comment, reply.reactions, place)
    }
    if (thread.resolved_by !== undefined) {
      const resolver = sessionFor(store, requireAccount(store, thread.resolved_by, place))
      setThreadResolved(resolver, row, true)
    }
  }
}
