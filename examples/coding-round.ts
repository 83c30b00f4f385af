/**
 * A coding agent's round: a branch with a commit, a pull request with a reviewer, the checks, answers to what
 * the reviewer found, and the merge; first with ghx, then with octokit.js.
 *
 * Runs against an in-memory GitHub, so it needs no token: `make example ARGS=coding-round`.
 */
import { readFileSync } from "node:fs"
import { chain, createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { Octokit } from "octokit"

const repo = { owner: "octocat", repo: "hello-world" }
const branch = "greet-in-french"
const title = "Greet in French"
const file = { path: "src/bonjour.js", text: 'export const bonjour = "Bonjour"\n' }
const answer = "It will be, with the next language."

async function withGhx({ url, token }: Sandbox, review: Review): Promise<string> {
  const ghx = createGhx({ base_url: url, token })
  const created = ghx.repo.branch.create({ ...repo, branch })
  const expected_head_oid = created.out.sha
  const commit = { ...repo, branch, expected_head_oid, message: title, additions: [file] }
  await chain(created, ghx.repo.files.commit(commit)).orThrow()
  const opened = ghx.pr.create({ ...repo, title, body: "Closes #5.", head: branch, base: "main" })
  const asked = { ...repo, pull_number: opened.out.number, reviewers: ["monalisa"] }
  const [{ number }] = await chain(opened, ghx.pr.reviewers.request(asked)).orThrow()
  const pull = { ...repo, pull_number: number }
  const checks = await ghx.pr.checks.wait(pull).orThrow()
  await review(pull)
  const threads = await ghx.pr.threads.list(pull).orThrow()
  const open = threads.items.filter((thread) => !thread.is_resolved)
  await chain(
    ...open.flatMap(({ id: thread_id }) => [
      ghx.pr.thread.reply({ thread_id, body: answer }),
      ghx.pr.thread.resolve({ thread_id }),
    ]),
  ).orThrow()
  const merged = await ghx.pr.merge({ ...pull, method: "SQUASH" }).orThrow()
  await ghx.repo.branch.delete({ ...repo, branch }).orThrow()
  return `checks ${checks.state ?? "none"}, ${open.length} thread answered, merged: ${merged.merged}`
}

async function withOctokit({ url, token }: Sandbox, review: Review): Promise<string> {
  const octokit = new Octokit({ auth: token, baseUrl: url })
  const { rest, graphql } = octokit
  const main = await rest.git.getRef({ ...repo, ref: "heads/main" })
  const oid = main.data.object.sha
  await rest.git.createRef({ ...repo, ref: `refs/heads/${branch}`, sha: oid })
  await graphql(
    `mutation ($input: CreateCommitOnBranchInput!) {
      createCommitOnBranch(input: $input) { commit { oid } }
    }`,
    {
      input: {
        branch: { repositoryNameWithOwner: `${repo.owner}/${repo.repo}`, branchName: branch },
        expectedHeadOid: oid,
        message: { headline: title },
        fileChanges: {
          additions: [{ path: file.path, contents: Buffer.from(file.text).toString("base64") }],
        },
      },
    },
  )
  const wanted = { ...repo, title, body: "Closes #5.", head: branch, base: "main" }
  const { data: opened } = await rest.pulls.create(wanted)
  const pull = { ...repo, pull_number: opened.number }
  await rest.pulls.requestReviewers({ ...pull, reviewers: ["monalisa"] })
  let state: string | undefined
  do {
    if (state === "PENDING") await new Promise((next) => setTimeout(next, 5000))
    const { repository } = await graphql<{ repository: Rollup }>(
      `query ($owner: String!, $repo: String!, $pull_number: Int!) {
        repository(owner: $owner, name: $repo) {
          pullRequest(number: $pull_number) { statusCheckRollup { state } }
        }
      }`,
      pull,
    )
    state = repository.pullRequest.statusCheckRollup?.state
  } while (state === "PENDING")
  await review(pull)
  const { repository } = await octokit.graphql.paginate<{ repository: Threads }>(
    `query ($owner: String!, $repo: String!, $pull_number: Int!, $cursor: String) {
      repository(owner: $owner, name: $repo) {
        pullRequest(number: $pull_number) {
          reviewThreads(first: 100, after: $cursor) {
            nodes { id isResolved }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    }`,
    pull,
  )
  const open = repository.pullRequest.reviewThreads.nodes.filter((thread) => !thread.isResolved)
  for (const { id } of open) {
    await graphql(
      `mutation ($id: ID!, $body: String!) {
        addPullRequestReviewThreadReply(input: { pullRequestReviewThreadId: $id, body: $body }) {
          comment { id }
        }
        resolveReviewThread(input: { threadId: $id }) { thread { isResolved } }
      }`,
      { id, body: answer },
    )
  }
  const { data: merged } = await rest.pulls.merge({ ...pull, merge_method: "squash" })
  await rest.git.deleteRef({ ...repo, ref: `heads/${branch}` })
  return `checks ${state ?? "none"}, ${open.length} thread answered, merged: ${merged.merged}`
}

interface Rollup {
  pullRequest: { statusCheckRollup: { state: string } | null }
}

interface Threads {
  pullRequest: { reviewThreads: { nodes: { id: string; isResolved: boolean }[] } }
}

/** Another user answers in the meantime. */
type Review = (pull: typeof repo & { pull_number: number }) => Promise<unknown>

const reviewOn =
  ({ url }: Sandbox): Review =>
  (pull) =>
    createGhx({ base_url: url, token: "monalisa-token" })
      .pr.review.submit({
        ...pull,
        event: "APPROVE",
        body: "Nice!",
        comments: [{ path: file.path, line: 1, body: "Should this be a function?" }],
      })
      .orThrow()

const source = readFileSync(new URL(import.meta.url), "utf8")
const linesOf = ({ name }: { name: string }): number =>
  (source.split(`async function ${name}(`)[1]?.split("\n}\n")[0]?.split("\n").length ?? 0) + 1

const sandbox = await startSandbox()
try {
  for (const round of [withGhx, withOctokit]) {
    sandbox.reset()
    console.log(`${round.name}: ${await round(sandbox, reviewOn(sandbox))}`)
    const mine = sandbox.requests.filter(({ login }) => login === "octocat")
    console.log(`${round.name}: ${mine.length} requests, ${linesOf(round)} lines`)
  }
} finally {
  await sandbox.close()
}
