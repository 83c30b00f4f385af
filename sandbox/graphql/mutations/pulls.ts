import {
  canSee,
  closePullRequest,
  commitNode,
  commitOnBranch,
  createPullRequest,
  createRef,
  deleteRef,
  type MergeOptions,
  mergeIntoBranch,
  mergePullRequest,
  notFound,
  refNode,
  reopenPullRequest,
  requestReviews,
  setDraft,
  unprocessable,
  updatePullRequest,
  updatePullRequestBranch,
  updateRef,
} from "../../state/index.js"
import { get, repositoryByName } from "../../tables/index.js"
import { type Context, edgeOf, NotModelled } from "../field/index.js"
import { refuseProjects } from "./issues.js"
import { idsOf, labels, milestoneChange, mutations, node, users } from "./mutation.js"
import { refOf } from "./ref.js"

const pull = (context: Context, id: string) => node(context, id, "PullRequest")

export const pullMutations = mutations({
  createPullRequest: (
    input: {
      repositoryId: string
      headRepositoryId?: string | null
      title: string
      body?: string | null
      baseRefName: string
      headRefName: string
      draft?: boolean | null
      maintainerCanModify?: boolean | null
    },
    context: Context,
  ) => ({
    pullRequest: createPullRequest(context.store, node(context, input.repositoryId, "Repository"), {
      ...input,
      headRepository: input.headRepositoryId
        ? node(context, input.headRepositoryId, "Repository")
        : undefined,
    }),
  }),

  updatePullRequest(
    input: {
      pullRequestId: string
      title?: string | null
      body?: string | null
      state?: "OPEN" | "CLOSED" | null
      baseRefName?: string | null
      maintainerCanModify?: boolean | null
      labelIds?: readonly string[] | null
      assigneeIds?: readonly string[] | null
      milestoneId?: string | null
      projectIds?: readonly string[] | null
    },
    context: Context,
  ) {
    refuseProjects(input.projectIds)
    const { title, body, state, baseRefName, maintainerCanModify } = input
    const pullRequest = updatePullRequest(context.store, pull(context, input.pullRequestId), {
      ...(title !== undefined && { title }),
      ...(body !== undefined && { body }),
      ...(state !== undefined && { state }),
      ...(baseRefName !== undefined && { baseRefName }),
      ...(maintainerCanModify !== undefined && { maintainerCanModify }),
      ...idsOf("labelIds", input.labelIds, (ids) => labels(context, ids)),
      ...idsOf("assigneeIds", input.assigneeIds, (ids) => users(context, ids)),
      ...milestoneChange(context, input.milestoneId),
    })
    return { pullRequest, actor: context.viewer.account }
  },

  mergePullRequest: (
    input: Partial<MergeOptions> & { pullRequestId: string },
    context: Context,
  ) => ({
    pullRequest: mergePullRequest(context.store, pull(context, input.pullRequestId), {
      ...input,
      mergeMethod: input.mergeMethod ?? "MERGE",
    }),
    actor: context.viewer.account,
  }),

  closePullRequest: (input: { pullRequestId: string }, context: Context) => ({
    pullRequest: closePullRequest(context.store, pull(context, input.pullRequestId)),
  }),

  reopenPullRequest: (input: { pullRequestId: string }, context: Context) => ({
    pullRequest: reopenPullRequest(context.store, pull(context, input.pullRequestId)),
  }),

  markPullRequestReadyForReview: (input: { pullRequestId: string }, context: Context) => ({
    pullRequest: setDraft(context.store, pull(context, input.pullRequestId), false),
  }),

  convertPullRequestToDraft: (input: { pullRequestId: string }, context: Context) => ({
    pullRequest: setDraft(context.store, pull(context, input.pullRequestId), true),
  }),

  requestReviews(
    input: {
      pullRequestId: string
      userIds?: readonly string[] | null
      teamIds?: readonly string[] | null
      union?: boolean | null
    },
    context: Context,
  ) {
    if (input.teamIds?.length) throw new NotModelled("RequestReviewsInput.teamIds")
    const asked = users(context, input.userIds)
    const pullRequest = requestReviews(
      context.store,
      pull(context, input.pullRequestId),
      asked,
      input.union ?? false,
    )
    const last = asked.at(-1)
    return {
      pullRequest,
      actor: context.viewer.account,
      requestedReviewersEdge: last ? edgeOf(last) : null,
    }
  },

  updatePullRequestBranch: (
    input: {
      pullRequestId: string
      expectedHeadOid?: string | null
      updateMethod?: "MERGE" | "REBASE" | null
    },
    context: Context,
  ) => ({
    pullRequest: updatePullRequestBranch(context.store, pull(context, input.pullRequestId), {
      updateMethod: input.updateMethod ?? "MERGE",
      expectedHeadOid: input.expectedHeadOid ?? null,
    }),
  }),

  createCommitOnBranch(
    input: {
      branch: Parameters<typeof branchOf>[1]
      expectedHeadOid: string
      message: { headline: string; body?: string | null }
      fileChanges?: {
        additions?: readonly { path: string; contents: string }[] | null
        deletions?: readonly { path: string }[] | null
      } | null
    },
    context: Context,
  ) {
    const { repositoryId, name } = branchOf(context, input.branch)
    const repository = get(context.store, "repositories", repositoryId)
    const oid = commitOnBranch(context.store, repository, {
      branch: name,
      expectedHeadOid: input.expectedHeadOid,
      headline: input.message.headline,
      body: input.message.body ?? null,
      additions: (input.fileChanges?.additions ?? []).map(({ path, contents }) => ({
        path,
        contents: Buffer.from(contents, "base64"),
      })),
      deletions: input.fileChanges?.deletions ?? [],
    })
    return {
      commit: commitNode(repositoryId, oid),
      ref: refNode(context, repositoryId, `refs/heads/${name}`),
    }
  },

  mergeBranch(
    input: {
      repositoryId: string
      base: string
      head: string
      commitMessage?: string | null
      authorEmail?: string | null
    },
    context: Context,
  ) {
    if (input.authorEmail) throw new NotModelled("authorEmail")
    const repository = node(context, input.repositoryId, "Repository")
    const oid = mergeIntoBranch(context.store, repository, {
      base: input.base,
      head: input.head,
      message: input.commitMessage ?? null,
    })
    // REST answers 204 here.
    if (!oid) throw unprocessable('Failed to merge: "Already merged"')
    return { mergeCommit: commitNode(repository.id, oid) }
  },

  createRef(input: { repositoryId: string; name: string; oid: string }, context: Context) {
    const repository = node(context, input.repositoryId, "Repository")
    createRef(context.store, repository, input.name, input.oid)
    return { ref: refNode(context, repository.id, input.name) }
  },

  updateRef(input: { refId: string; oid: string; force?: boolean | null }, context: Context) {
    const ref = refOf(context, input.refId)
    const repository = get(context.store, "repositories", ref.repositoryId)
    updateRef(context.store, repository, ref.name, input.oid, input.force ?? false)
    return { ref: refNode(context, repository.id, ref.name) }
  },

  deleteRef(input: { refId: string }, context: Context) {
    const ref = refOf(context, input.refId)
    const repository = get(context.store, "repositories", ref.repositoryId)
    deleteRef(context.store, repository, ref.name)
    return {}
  },
})

/** The repository and name of a branch, given by id or by both names. */
function branchOf(
  context: Context,
  branch: {
    id?: string | null
    repositoryNameWithOwner?: string | null
    branchName?: string | null
  },
) {
  if (branch.id) {
    const ref = refOf(context, branch.id)
    return { repositoryId: ref.repositoryId, name: ref.name.replace("refs/heads/", "") }
  }
  const named = branch.repositoryNameWithOwner ?? ""
  const [owner = "", repo = ""] = named.split("/")
  const repository = repositoryByName(context.store, owner, repo)
  if (!repository || !canSee(context.store, repository)) {
    throw notFound(`Could not resolve to a Repository with the name '${named}'.`)
  }
  return { repositoryId: repository.id, name: branch.branchName ?? "" }
}
