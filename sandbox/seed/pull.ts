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
import {
  get,
  nameWithOwner,
  type PullRequest,
  type Repository,
  type World,
} from "../tables/index.js"
import { requireAccount } from "./accounts.js"
import { inPlace } from "./in-place.js"
import { plantDetails, plantReactions } from "./issue.js"
import { viewerFor } from "./people.js"

export function plantPull(world: World, repository: Repository, seed: SeedPull): void {
  const place = `pull request "${seed.title}" of ${nameWithOwner(world, repository)}`
  inPlace(place, () => plant(world, repository, seed, place))
}

function plant(world: World, repository: Repository, seed: SeedPull, place: string): void {
  const owner = viewerFor(world, get(world, "accounts", repository.ownerId))
  const author = viewerFor(world, requireAccount(world, seed.author, place))
  const pull = createPullRequest(world, author, repository, {
    title: seed.title,
    body: seed.body ?? "",
    headRefName: seed.head,
    baseRefName: seed.base ?? repository.defaultBranch,
    draft: seed.draft ?? false,
  })
  plantDetails(world, repository, owner, pull, seed, place)
  for (const review of seed.reviews ?? []) plantReview(world, pull, review, place)
  const asked = (seed.review_requests ?? []).map((login) => requireAccount(world, login, place))
  if (asked.length > 0) requestReviews(world, owner, pull, asked, true)
  if (seed.state === "CLOSED") closePullRequest(world, owner, pull)
  if (seed.state === "MERGED") {
    const merger = seed.merged_by
      ? viewerFor(world, requireAccount(world, seed.merged_by, place))
      : owner
    mergePullRequest(world, merger, pull, { mergeMethod: seed.merge_method ?? "MERGE" })
  }
  if (seed.locked) setLocked(world, owner, pull, true)
}

const EVENTS = {
  PENDING: null,
  COMMENTED: "COMMENT",
  APPROVED: "APPROVE",
  CHANGES_REQUESTED: "REQUEST_CHANGES",
} as const

function plantReview(world: World, pull: PullRequest, seed: SeedReview, place: string): void {
  const author = viewerFor(world, requireAccount(world, seed.author, place))
  const threads = seed.threads ?? []
  const before = world.sequences.get("reviewThreads") ?? 0
  addPullRequestReview(world, author, pull, {
    body: seed.body ?? "",
    event: EVENTS[seed.state],
    threads: threads.map((thread) => ({
      path: thread.path,
      body: thread.body,
      ...(thread.line === undefined ? { subjectType: "FILE" as const } : { line: thread.line }),
      ...(thread.start_line !== undefined && { startLine: thread.start_line }),
      ...(thread.side !== undefined && { side: thread.side }),
    })),
  })
  for (const [index, thread] of threads.entries()) {
    const row = get(world, "reviewThreads", before + index + 1)
    for (const reply of thread.replies ?? []) {
      const replier = viewerFor(world, requireAccount(world, reply.author, place))
      const comment = addPullRequestReviewThreadReply(world, replier, row, reply.body)
      plantReactions(world, comment, reply.reactions, place)
    }
    if (thread.resolved_by !== undefined) {
      const resolver = viewerFor(world, requireAccount(world, thread.resolved_by, place))
      setThreadResolved(world, resolver, row, true)
    }
  }
}
