import {
  dequeuePullRequest,
  disableAutoMerge,
  enableAutoMerge,
  enqueuePullRequest,
  type MergeOptions,
  requestReviews,
  revertPullRequest,
} from "../../state/index.js"
import { edgeOf, NotModelled, QueryError } from "../field/index.js"
import { change, type Given, mutations, ofRow } from "./mutation.js"

const PULL = { pullRequest: "PullRequest" } as const

/** Auto-merge, merge queues, reverts, and reviews by bots. */
export const mergingMutations = mutations({
  ...ofRow(PULL, { disablePullRequestAutoMerge: disableAutoMerge }),

  enablePullRequestAutoMerge: change(PULL, (store, { pullRequest }, input: Partial<MergeOptions>) =>
    enableAutoMerge(store, pullRequest, { ...input, mergeMethod: input.mergeMethod ?? "MERGE" }),
  ),

  enqueuePullRequest: change(
    PULL,
    (store, { pullRequest }, input: Given<"expectedHeadOid"> & Given<"jump", boolean>) => {
      const { jump, expectedHeadOid = null } = input
      const options = { jump: jump ?? false, expectedHeadOid }
      return { mergeQueueEntry: enqueuePullRequest(store, pullRequest, options) }
    },
  ),

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
      requestReviews(store, pullRequest, asked, input.union ?? false)
      const last = asked.at(-1)
      return { requestedReviewersEdge: last ? edgeOf(last) : null }
    },
  ),
})
