import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data, idOf, refusal, repositoryId, userId } from "./client.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const VIEW = `query ($number: Int!) {
  repository(owner: "octocat", name: "hello-world") {
    issue(number: 1) { state }
    defaultBranchRef { target { oid ... on Commit { message history(first: 5) { totalCount } parents(first: 2) { totalCount } } } }
    pullRequest(number: $number) {
      id state merged mergedAt mergedBy { login } mergeable mergeStateStatus isDraft
      headRefOid baseRefOid mergeCommit { oid } reviewDecision
      commits(first: 10) { totalCount nodes { commit { messageHeadline } } }
      files(first: 10) { nodes { path changeType additions deletions } }
      reviewThreads(first: 10) { nodes { id isResolved isOutdated line path comments(first: 5) { nodes { id body } } } }
      reviews(first: 10) { nodes { id state author { login } } }
      reviewRequests(first: 10) { nodes { requestedReviewer { ... on User { login } } } }
    }
  }
}`

const view = async (number: number) => (await data(sandbox, VIEW, { number })).repository
const pull = async (number: number) => (await view(number)).pullRequest

const CREATE = `mutation ($input: CreatePullRequestInput!) {
  createPullRequest(input: $input) { pullRequest { number isDraft headRefName isCrossRepository } }
}`

const MERGE = `mutation ($input: MergePullRequestInput!) {
  mergePullRequest(input: $input) {
    actor { login }
    pullRequest { state merged mergedBy { login } mergeCommit { oid message } }
  }
}`

describe("createPullRequest", () => {
  const input = async (fields: object) => ({
    input: {
      repositoryId: await repositoryId(sandbox),
      baseRefName: "main",
      title: "New",
      ...fields,
    },
  })

  test("creates a pull request from a branch, as a draft, and from a fork", async () => {
    const own = await data(
      sandbox,
      CREATE,
      await input({ headRefName: "impolite-greeting", draft: true }),
    )
    expect(own.createPullRequest.pullRequest).toEqual({
      number: 10,
      isDraft: true,
      headRefName: "impolite-greeting",
      isCrossRepository: false,
    })
    const fork = await data(
      sandbox,
      CREATE,
      await input({ headRefName: "hubot:emoji" }),
      "hubot-token",
    )
    expect(fork.createPullRequest.pullRequest).toMatchObject({
      number: 11,
      headRefName: "emoji",
      isCrossRepository: true,
    })
  })

  test.each([
    ["polite-greeting", "A pull request already exists for octocat:polite-greeting."],
    ["main", "No commits between main and main"],
    ["nowhere", /Head ref must be a branch/],
  ])("refuses the head %s", async (headRefName, message) => {
    expect(await refusal(sandbox, CREATE, await input({ headRefName }))).toMatchObject({
      type: "UNPROCESSABLE",
      message: typeof message === "string" ? message : expect.stringMatching(message),
    })
  })
})

describe("mergePullRequest", () => {
  test("merges, closes the fixed issue and updates the base branch", async () => {
    const before = await view(7)
    const reply = await data(sandbox, MERGE, {
      input: {
        pullRequestId: before.pullRequest.id,
        expectedHeadOid: before.pullRequest.headRefOid,
      },
    })
    expect(reply.mergePullRequest).toMatchObject({
      actor: { login: "octocat" },
      pullRequest: {
        state: "MERGED",
        merged: true,
        mergedBy: { login: "octocat" },
        mergeCommit: {
          message: "Merge pull request #7 from octocat/polite-greeting\n\nAdd polite greetings",
        },
      },
    })
    const after = await view(7)
    expect(after.issue.state).toBe("CLOSED")
    expect(after.defaultBranchRef.target).toMatchObject({
      oid: after.pullRequest.mergeCommit.oid,
      parents: { totalCount: 2 },
    })
    // Its changes are still visible.
    expect(after.pullRequest.files).toEqual(before.pullRequest.files)
    expect(after.pullRequest.commits).toEqual(before.pullRequest.commits)
  })

  test("squashes into one commit, and rebases into as many as before", async () => {
    const before = await view(7)
    const count = before.defaultBranchRef.target.history.totalCount
    await data(sandbox, MERGE, {
      input: { pullRequestId: before.pullRequest.id, mergeMethod: "SQUASH" },
    })
    const squashed = await view(7)
    expect(squashed.defaultBranchRef.target).toMatchObject({
      message: expect.stringMatching(/^Add polite greetings \(#7\)\n\n\* Greet politely/),
      parents: { totalCount: 1 },
      history: { totalCount: count + 1 },
    })
    await sandbox.close()
    sandbox = await startSandbox()
    await data(sandbox, MERGE, {
      input: { pullRequestId: before.pullRequest.id, mergeMethod: "REBASE" },
    })
    const rebased = await view(7)
    expect(rebased.defaultBranchRef.target).toMatchObject({
      message: expect.stringMatching(/^Document polite greetings/),
      parents: { totalCount: 1 },
      history: { totalCount: count + 2 },
    })
  })

  test("refuses a draft, an outdated head, and a pull request that is merged or closed", async () => {
    const merge = async (number: number, fields: object = {}) =>
      refusal(sandbox, MERGE, { input: { pullRequestId: await idOf(sandbox, number), ...fields } })
    expect((await merge(8))?.message).toBe("Pull Request is still a draft")
    expect((await merge(7, { expectedHeadOid: "0".repeat(40) }))?.message).toBe(
      "Head branch was modified. Review and try the merge again.",
    )
    expect((await merge(6))?.message).toBe("Pull Request is not mergeable")
    expect((await merge(9))?.message).toBe("Pull Request is closed")
    expect(sandbox.applied).toEqual([])
  })

  test("refuses a conflict, which mergeable reports beforehand", async () => {
    const id = await idOf(sandbox, 9)
    await data(
      sandbox,
      "mutation ($id: ID!) { reopenPullRequest(input: { pullRequestId: $id }) { clientMutationId } }",
      { id },
    )
    await data(sandbox, MERGE, { input: { pullRequestId: id } })
    expect(await pull(7)).toMatchObject({ mergeable: "CONFLICTING", mergeStateStatus: "DIRTY" })
    const error = await refusal(sandbox, MERGE, {
      input: { pullRequestId: await idOf(sandbox, 7) },
    })
    expect(error).toMatchObject({
      type: "UNPROCESSABLE",
      message: "Pull Request has merge conflicts",
    })
  })

  test("refuses a user without write access", async () => {
    const variables = { input: { pullRequestId: await idOf(sandbox, 7) } }
    expect(await refusal(sandbox, MERGE, variables, "hubot-token")).toMatchObject({
      type: "FORBIDDEN",
      message: "hubot does not have the correct permissions to execute `MergePullRequest`",
    })
  })
})

describe("a pull request", () => {
  test("changes between draft and ready, and between closed and open", async () => {
    const id = await idOf(sandbox, 8)
    const reply = await data(
      sandbox,
      `mutation ($id: ID!) {
        ready: markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } }
        draft: convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { isDraft } }
        close: closePullRequest(input: { pullRequestId: $id }) { pullRequest { state closed } }
        open: reopenPullRequest(input: { pullRequestId: $id }) { pullRequest { state closedAt } }
        edit: updatePullRequest(input: { pullRequestId: $id, title: "T" }) { pullRequest { title body } }
      }`,
      { id },
    )
    expect(reply).toEqual({
      ready: { pullRequest: { isDraft: false } },
      draft: { pullRequest: { isDraft: true } },
      close: { pullRequest: { state: "CLOSED", closed: true } },
      open: { pullRequest: { state: "OPEN", closedAt: null } },
      edit: { pullRequest: { title: "T", body: "Not ready yet." } },
    })
  })

  test("has its reviewers replaced by a new request unless `union` is true", async () => {
    const ask = `mutation ($id: ID!, $users: [ID!], $union: Boolean) {
      requestReviews(input: { pullRequestId: $id, userIds: $users, union: $union }) { clientMutationId }
    }`
    const id = await idOf(sandbox, 8)
    const [hubot, mona] = [await userId(sandbox, "hubot"), await userId(sandbox, "monalisa")]
    const asked = async () =>
      (await pull(8)).reviewRequests.nodes.map(
        (node: { requestedReviewer: { login: string } }) => node.requestedReviewer.login,
      )
    await data(sandbox, ask, { id, users: [hubot] })
    await data(sandbox, ask, { id, users: [mona], union: true })
    expect(await asked()).toEqual(["hubot", "monalisa"])
    await data(sandbox, ask, { id, users: [mona] })
    expect(await asked()).toEqual(["monalisa"])
  })

  test("becomes closed when the head branch is deleted", async () => {
    const { repository } = await data(
      sandbox,
      `{ repository(owner: "octocat", name: "hello-world") { ref(qualifiedName: "refs/heads/rewrite") { id } } }`,
    )
    await data(
      sandbox,
      "mutation ($id: ID!) { deleteRef(input: { refId: $id }) { clientMutationId } }",
      { id: repository.ref.id },
    )
    expect(await pull(8)).toMatchObject({ state: "CLOSED" })
  })
})

const REVIEW = `mutation ($input: AddPullRequestReviewInput!) {
  addPullRequestReview(input: $input) {
    pullRequestReview { id state body submittedAt comments(first: 5) { nodes { body path line state } } }
  }
}`

describe("pull request reviews", () => {
  test("are invisible to others while pending, until they are submitted", async () => {
    const id = await idOf(sandbox, 7)
    const started = await data(sandbox, REVIEW, {
      input: {
        pullRequestId: id,
        body: "Hm",
        threads: [{ path: "docs/polite.md", line: 1, body: "Title?" }],
      },
    })
    const { pullRequestReview } = started.addPullRequestReview
    expect(pullRequestReview).toMatchObject({
      state: "PENDING",
      submittedAt: null,
      comments: { nodes: [{ body: "Title?", path: "docs/polite.md", line: 1, state: "PENDING" }] },
    })
    const threads = async (token: string) =>
      (await data(sandbox, VIEW, { number: 7 }, token)).repository.pullRequest.reviewThreads.nodes
        .length
    expect(await threads(sandbox.token)).toBe(4)
    expect(await threads("monalisa-token")).toBe(3)
    const submitted = await data(
      sandbox,
      `mutation ($id: ID!) {
        submitPullRequestReview(input: { pullRequestReviewId: $id, event: APPROVE }) {
          pullRequestReview { state body comments(first: 1) { nodes { state } } pullRequest { reviewDecision } }
        }
      }`,
      { id: pullRequestReview.id },
    )
    expect(submitted.submitPullRequestReview.pullRequestReview).toEqual({
      state: "APPROVED",
      body: "Hm",
      comments: { nodes: [{ state: "SUBMITTED" }] },
      pullRequest: { reviewDecision: "APPROVED" },
    })
    expect(await threads("monalisa-token")).toBe(4)
  })

  test.each([
    [{ event: "APPROVE" }, "Can not approve your own pull request"],
    [{ event: "REQUEST_CHANGES", body: "x" }, "Can not request changes on your own pull request"],
    [{ event: "COMMENT" }, "Body can't be blank"],
    [
      { event: "COMMENT", threads: [{ path: "nowhere", line: 1, body: "x" }] },
      "Path could not be resolved",
    ],
    [
      { event: "COMMENT", threads: [{ path: "src/greet.js", line: 99, body: "x" }] },
      "Line could not be resolved",
    ],
  ])("are refused from the author of the pull request: %o", async (fields, message) => {
    const before = sandbox.state.snapshot()
    const input = { pullRequestId: await idOf(sandbox, 7), ...fields }
    expect(await refusal(sandbox, REVIEW, { input }, "monalisa-token")).toMatchObject({
      type: "UNPROCESSABLE",
      message,
    })
    expect(sandbox.state.snapshot()).toEqual(before)
  })

  test("count as an approval until they are dismissed", async () => {
    const { addPullRequestReview } = await data(sandbox, REVIEW, {
      input: { pullRequestId: await idOf(sandbox, 7), event: "APPROVE" },
    })
    expect(await pull(7)).toMatchObject({ reviewDecision: "APPROVED" })
    await data(
      sandbox,
      `mutation ($id: ID!) {
        dismissPullRequestReview(input: { pullRequestReviewId: $id, message: "Too early" }) {
          pullRequestReview { state }
        }
      }`,
      { id: addPullRequestReview.pullRequestReview.id },
    )
    expect(await pull(7)).toMatchObject({ reviewDecision: null })
  })
})

describe("review threads", () => {
  const REPLY = `mutation ($thread: ID!) {
    addPullRequestReviewThreadReply(input: { pullRequestReviewThreadId: $thread, body: "Done" }) {
      comment { body replyTo { body } pullRequestReview { state } }
    }
    resolveReviewThread(input: { threadId: $thread }) { thread { isResolved resolvedBy { login } } }
  }`

  test("receive a reply, and are resolved and unresolved", async () => {
    const [thread] = (await pull(7)).reviewThreads.nodes
    const reply = await data(sandbox, REPLY, { thread: thread.id }, "monalisa-token")
    expect(reply).toEqual({
      addPullRequestReviewThreadReply: {
        comment: {
          body: "Done",
          replyTo: { body: "Should the title be configurable?" },
          pullRequestReview: { state: "COMMENTED" },
        },
      },
      resolveReviewThread: { thread: { isResolved: true, resolvedBy: { login: "monalisa" } } },
    })
    const undone = await data(
      sandbox,
      `mutation ($thread: ID!) {
        unresolveReviewThread(input: { threadId: $thread }) { thread { isResolved resolvedBy { login } } }
      }`,
      { thread: thread.id },
    )
    expect(undone.unresolveReviewThread.thread).toEqual({ isResolved: false, resolvedBy: null })
  })

  test("are not resolved by a user with read access", async () => {
    const [thread] = (await pull(7)).reviewThreads.nodes
    const reply = await ask(sandbox, REPLY, { thread: thread.id }, "hubot-token")
    expect(reply.data.addPullRequestReviewThreadReply).not.toBeNull()
    expect(reply.data.resolveReviewThread).toBeNull()
    expect(reply.errors).toMatchObject([
      {
        type: "FORBIDDEN",
        path: ["resolveReviewThread"],
        message: "hubot does not have the correct permissions to execute `ResolveReviewThread`",
      },
    ])
  })

  test.each([{ line: 99 }, { line: 99, side: "LEFT" }, { line: 2, startLine: 99 }])(
    "are null, without an error, outside of the diff: %o",
    async (place) => {
      const before = sandbox.state.snapshot()
      const input = { pullRequestId: await idOf(sandbox, 7), path: "src/greet.js", body: "x" }
      const answer = await ask(
        sandbox,
        `mutation ($input: AddPullRequestReviewThreadInput!) {
          addPullRequestReviewThread(input: $input) { thread { id } }
        }`,
        { input: { ...input, ...place } },
      )
      expect(answer).toEqual({ data: { addPullRequestReviewThread: { thread: null } } })
      expect(sandbox.state.snapshot()).toEqual(before)
    },
  )

  test("disappear with their last comment", async () => {
    const thread = (await pull(7)).reviewThreads.nodes[1]
    await data(
      sandbox,
      `mutation ($id: ID!) {
        deletePullRequestReviewComment(input: { id: $id }) { pullRequestReview { state } }
      }`,
      { id: thread.comments.nodes[0].id },
    )
    const left = (await pull(7)).reviewThreads.nodes.map((one: { id: string }) => one.id)
    expect(left).not.toContain(thread.id)
    expect(left).toHaveLength(2)
  })

  test("become outdated when the head branch no longer contains their line", async () => {
    const thread = (await pull(7)).reviewThreads.nodes[1]
    expect(thread).toMatchObject({ path: "config.json", line: 3, isOutdated: false })
    const { repository } = await data(
      sandbox,
      `{ repository(owner: "octocat", name: "hello-world") {
        head: ref(qualifiedName: "polite-greeting") { id }
        other: object(expression: "impolite-greeting") { oid } } }`,
    )
    await data(
      sandbox,
      `mutation ($ref: ID!, $oid: GitObjectID!) {
        updateRef(input: { refId: $ref, oid: $oid, force: true }) { ref { name } }
      }`,
      { ref: repository.head.id, oid: repository.other.oid },
    )
    expect((await pull(7)).reviewThreads.nodes[1]).toMatchObject({ line: null, isOutdated: true })
  })
})

describe("mergeBranch", () => {
  const merge = `mutation ($repositoryId: ID!, $message: String) {
    mergeBranch(input: {
      repositoryId: $repositoryId, base: "polite-greeting", head: "main", commitMessage: $message
    }) { mergeCommit { message messageHeadline messageBody } }
  }`

  test("merges a branch once", async () => {
    const repository = await repositoryId(sandbox)
    await data(sandbox, merge, { repositoryId: repository })
    expect(await refusal(sandbox, merge, { repositoryId: repository })).toMatchObject({
      type: "UNPROCESSABLE",
      message: 'Failed to merge: "Already merged"',
    })
  })

  test("moves the part of a long headline that does not fit to the body", async () => {
    const message = `${"a".repeat(70)}bcd\n\nBecause.`
    const { mergeBranch } = await data(sandbox, merge, {
      repositoryId: await repositoryId(sandbox),
      message,
    })
    expect(mergeBranch.mergeCommit).toEqual({
      message,
      messageHeadline: `${"a".repeat(69)}…`,
      messageBody: "…abcd\n\nBecause.",
    })
  })
})
