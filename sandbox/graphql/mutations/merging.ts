import {
  dequeuePullRequest,
  disableAutoMerge,
  enableAutoMerge,
  enqueuePullRequest,
  type MergeOptions,
  mergePullRequest,
  requestReviews,
  revertPullRequest,
  type Session,
  updatePullRequestBranch,
} from "../../state/index.js"
import type { Account, PullRequest } from "../../tables/index.js"
import { edgeOf, NotModelled, QueryError } from "../field/index.js"
import { change, type Given, mutations, ofInput, ofRow } from "./mutation.js"

const PULL = { pullRequest: "PullRequest" } as const

/** Merges, auto-merge, merge queues, reverts, and reviews by bots. */
export const mergingMutations = mutations({
  ...ofRow(PULL, { disablePullRequestAutoMerge: disableAutoMerge }),
  ...ofInput(PULL, mergeOptions, { enablePullRequestAutoMerge: enableAutoMerge, mergePullRequest }),
  ...ofInput(PULL, (input: Parameters<typeof enqueuePullRequest>[2]) => input, {
    enqueuePullRequest,
  }),
  ...ofInput(PULL, (input: Parameters<typeof updatePullRequestBranch>[2]) => input, {
    updatePullRequestBranch,
  }),

  // GitHub does not document its answer for an entry that no longer exists.
  dequeuePullRequest: change(PULL, (store, { pullRequest }) => {
    dequeuePullRequest(store, pullRequest)
  }),

  revertPullRequest: change(
    PULL,
    (store, { pullRequest }, input: Given<"title" | "body"> & Given<"draft", boolean>) => ({
      revertPullRequest: revertPullRequest(store, pullRequest, input),
    }),
  ),

  requestReviewsByLogin: change(
    PULL,
    (
      store,
      { pullRequest },
      input: Given<"botLogins" | "teamSlugs" | "userLogins", readonly string[]> &
        Given<"union", boolean>,
    ) => {
      if (input.teamSlugs?.length) throw new NotModelled("RequestReviewsByLoginInput.teamSlugs")
      const asked = [...(input.userLogins ?? []), ...(input.botLogins ?? [])].map((login) => {
        const account = store.accountByLogin(login)
        if (account) return account
        throw new QueryError(
          "NOT_FOUND",
          `Could not resolve to a reviewer with the login of '${login}'.`,
        )
      })
      return askFor(store, pullRequest, asked, input.union)
    },
  ),
})

function mergeOptions(input: Partial<MergeOptions>): MergeOptions {
  return { ...input, mergeMethod: input.mergeMethod ?? "MERGE" }
}

/** Requests reviews, and is the payload. */
export function askFor(
  store: Session,
  pull: PullRequest,
  accounts: Account[],
  union: boolean | null | undefined,
) {
  requestReviews(store, pull, accounts, union ?? false)
  const last = accounts.at(-1)
  return { requestedReviewersEdge: last ? edgeOf(last) : null }
}
