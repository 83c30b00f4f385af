import {
  canSee,
  closePullRequest,
  commitNode,
  commitOnBranch,
  createPullRequest,
  createRef,
  deleteRef,
  mergeIntoBranch,
  notFound,
  refNode,
  reopenPullRequest,
  setDraft,
  unprocessable,
  updatePullRequest,
  updateRef,
} from "../../state/index.js"
import { given } from "../../tables/index.js"
import { type Context, NotModelled } from "../field/index.js"
import { numberedChange, refuseProjects } from "./issues.js"
import { askFor } from "./merging.js"
import { change, type Given, mutations, node, nodeIf, ofRow, users } from "./mutation.js"
import { refOf } from "./ref.js"

const PULL = { pullRequest: "PullRequest" } as const

export const pullMutations = mutations({
  ...ofRow(PULL, { closePullRequest, reopenPullRequest }),
  ...ofRow(PULL, { markPullRequestReadyForReview: setDraft }, false),
  ...ofRow(PULL, { convertPullRequestToDraft: setDraft }, true),

  createPullRequest: change(
    { repository: "Repository" },
    (store, { repository }, input: NewPull, context) =>
      createPullRequest(store, repository, {
        ...input,
        headRepository: nodeIf(context, input.headRepositoryId, "Repository"),
      }),
  ),

  updatePullRequest(
    input: Parameters<typeof numberedChange>[1] & { pullRequestId: string } & Given<"baseRefName"> &
      Given<"maintainerCanModify", boolean>,
    context: Context,
  ) {
    refuseProjects(input.projectIds)
    const { baseRefName, maintainerCanModify } = input
    const pullRequest = node(context, input.pullRequestId, "PullRequest")
    updatePullRequest(context.store, pullRequest, {
      ...numberedChange(context, input),
      ...given({ baseRefName, maintainerCanModify }),
    })
    return { pullRequest }
  },

  requestReviews: change(
    PULL,
    (
      store,
      { pullRequest },
      {
        userIds,
        teamIds,
        union,
      }: Given<"userIds" | "teamIds", readonly string[]> & Given<"union", boolean>,
      context,
    ) => {
      if (teamIds?.length) throw new NotModelled("RequestReviewsInput.teamIds")
      const asked = users(context, userIds)
      return askFor(store, pullRequest, asked, union)
    },
  ),

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
    const repository = context.store.get("repositories", repositoryId)
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

  mergeBranch: change(
    { repository: "Repository" },
    (
      store,
      { repository },
      input: { base: string; head: string } & Given<"commitMessage" | "authorEmail">,
    ) => {
      if (input.authorEmail) throw new NotModelled("authorEmail")
      const { base, head, commitMessage: message = null } = input
      const oid = mergeIntoBranch(store, repository, { base, head, message })
      // REST answers 204 here.
      if (!oid) throw unprocessable('Failed to merge: "Already merged"')
      return { mergeCommit: commitNode(repository.id, oid) }
    },
  ),

  createRef: change(
    { repository: "Repository" },
    (store, { repository }, { name, oid }: { name: string; oid: string }) => {
      createRef(store, repository, name, oid)
      return { ref: refNode({ store }, repository.id, name) }
    },
  ),

  updateRef(input: { refId: string; oid: string; force?: boolean | null }, context: Context) {
    const ref = refOf(context, input.refId)
    const repository = context.store.get("repositories", ref.repositoryId)
    updateRef(context.store, repository, ref.name, input.oid, input.force ?? false)
    return { ref: refNode(context, repository.id, ref.name) }
  },

  deleteRef(input: { refId: string }, context: Context) {
    const ref = refOf(context, input.refId)
    const repository = context.store.get("repositories", ref.repositoryId)
    deleteRef(context.store, repository, ref.name)
    return {}
  },
})

interface NewPull extends Given<"headRepositoryId" | "body"> {
  title: string
  baseRefName: string
  headRefName: string
  draft?: boolean | null
  maintainerCanModify?: boolean | null
}

/** The repository and name of a branch, given by id or by both names. */
function branchOf(
  context: Context,
  branch: Given<"id" | "repositoryNameWithOwner" | "branchName">,
) {
  if (branch.id) {
    const ref = refOf(context, branch.id)
    return { repositoryId: ref.repositoryId, name: ref.name.replace("refs/heads/", "") }
  }
  const named = branch.repositoryNameWithOwner ?? ""
  const [owner = "", repo = ""] = named.split("/")
  const repository = context.store.repositoryByName(owner, repo)
  if (!repository || !canSee(context.store, repository)) {
    throw notFound(`Could not resolve to a Repository with the name '${named}'.`)
  }
  return { repositoryId: repository.id, name: branch.branchName ?? "" }
}
