import type { PullRequest, Review, ReviewState, Store } from "../tables/index.js"
import { accountPermission, isAtLeast } from "./permissions.js"

export const reviewsOf = (store: Store, pull: PullRequest): Review[] =>
  store.rowsBy("reviews", "pullRequest", pull.id)

const OPINIONS: readonly ReviewState[] = ["APPROVED", "CHANGES_REQUESTED", "DISMISSED"]

/** The latest review of each author, in order; `opinionated` excludes mere comments. */
export function latestReviews(store: Store, pull: PullRequest, opinionated: boolean): Review[] {
  const latest = new Map<number | null, Review>()
  for (const review of reviewsOf(store, pull)) {
    if (review.state === "PENDING") continue
    if (opinionated && !OPINIONS.includes(review.state)) continue
    latest.delete(review.authorId)
    latest.set(review.authorId, review)
  }
  return [...latest.values()]
}

/** Only reviews by accounts with write access count. */
export function isByWriter(store: Store, pull: PullRequest, review: Review): boolean {
  const author = store.find("accounts", review.authorId)
  const repository = store.get("repositories", pull.repositoryId)
  return author !== undefined && isAtLeast(accountPermission(store, author, repository), "WRITE")
}
