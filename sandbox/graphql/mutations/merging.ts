import {
  dequeuePullRequest,
  disableAutoMerge,
  enableAutoMerge,
  enqueuePullRequest,
  type MergeOptions,
  requestReviews,
  revertPullRequest,
} from "../../state/index.js"
import { accountByLogin } from "../../tables/index.js"
import { type Context, edgeOf, NotModelled, QueryError } from "../field/index.js"
import { mutations, node } from "./mutation.js"

const pull = (context: Context, id: string) => node(context, id, "PullRequest")

/** Auto-merge, merge queues, reverts, and reviews by bots. */
export const mergingMutations = mutations({
  enablePullRequestAutoMerge(
    input: Partial<MergeOptions> & { pullRequestId: string },
    context: Context,
  ) {
    const pullRequest = pull(context, input.pullRequestId)
    const options = { ...input, mergeMethod: input.mergeMethod ?? ("MERGE" as const) }
    enableAutoMerge(context.store, pullRequest, options)
    return { pullRequest, actor: context.viewer.account }
  },

  disablePullRequestAutoMerge(input: { pullRequestId: string }, context: Context) {
    const pullRequest = pull(context, input.pullRequestId)
    disableAutoMerge(context.store, pullRequest)
    return { pullRequest, actor: context.viewer.account }
  },

  enqueuePullRequest: (
    input: { pullRequestId: string; expectedHeadOid?: string | null; jump?: boolean | null },
    context: Context,
  ) => ({
    mergeQueueEntry: enqueuePullRequest(context.store, pull(context, input.pullRequestId), {
      jump: input.jump ?? false,
      expectedHeadOid: input.expectedHeadOid ?? null,
    }),
  }),

  dequeuePullRequest(input: { id: string }, context: Context) {
    dequeuePullRequest(context.store, pull(context, input.id))
    // GitHub does not document its answer for an entry that no longer exists.
    return {}
  },

  revertPullRequest(
    input: {
      pullRequestId: string
      title?: string | null
      body?: string | null
      draft?: boolean | null
    },
    context: Context,
  ) {
    const pullRequest = pull(context, input.pullRequestId)
    const revert = revertPullRequest(context.store, pullRequest, input)
    return { pullRequest, revertPullRequest: revert }
  },

  requestReviewsByLogin(
    input: {
      pullRequestId: string
      botLogins?: readonly string[] | null
      teamSlugs?: readonly string[] | null
      userLogins?: readonly string[] | null
      union?: boolean | null
    },
    context: Context,
  ) {
    if (input.teamSlugs?.length) throw new NotModelled("RequestReviewsByLoginInput.teamSlugs")
    const { store, viewer } = context
    const asked = [...(input.userLogins ?? []), ...(input.botLogins ?? [])].map((login) => {
      const account = accountByLogin(store, login)
      if (account) return account
      throw new QueryError(
        "NOT_FOUND",
        `Could not resolve to a reviewer with the login of '${login}'.`,
      )
    })
    const pullRequest = pull(context, input.pullRequestId)
    requestReviews(store, pullRequest, asked, input.union ?? false)
    const last = asked.at(-1)
    return {
      pullRequest,
      actor: viewer.account,
      requestedReviewersEdge: last ? edgeOf(last) : null,
    }
  },
})
