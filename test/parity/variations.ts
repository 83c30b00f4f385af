/** Variations of calls that their examples do not cover. */
import type { ErrorCode } from "ghx"
import type { Sandbox, Seed } from "ghx/sandbox"
import type { Setting } from "./outcome.js"

export interface Variation extends Setting {
  readonly title: string
  /** Inputs to replace; applied to every card that has all of them. */
  readonly change: Readonly<Record<string, unknown>>
  /** The error code on every route; absent if it depends on the capability. */
  readonly code?: ErrorCode
  /** Tried over gh on every card that it applies to. */
  readonly isOfGh?: boolean
}

const mutate = async (sandbox: Sandbox, query: string): Promise<void> => {
  const response = await fetch(`${sandbox.url}/graphql`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.token}` },
    body: JSON.stringify({ query }),
  })
  const answer = await response.text()
  if (answer.includes('"errors"')) throw new Error(answer)
}

async function deleteAuthors({ state }: Sandbox): Promise<void> {
  const { pull_requests, ...others } = state.snapshot()
  const orphaned = [pull_requests].flat().map((pull) => ({ ...Object(pull), author_id: null }))
  state.restore({ ...others, pull_requests: orphaned })
}

const ISSUE_2 = "I_kgDOAAAAAg"

/** A fixture with states that the default one lacks. */
const elsewhere: Seed = {
  viewer: "ada",
  users: [{ login: "ada" }, { login: "charles" }, { login: "grace" }],
  bots: [{ login: "build[bot]" }],
  tokens: [
    { token: "charles-token", login: "charles" },
    { token: "bot-token", login: "build[bot]" },
  ],
  repositories: [
    {
      owner: "ada",
      name: "engine",
      collaborators: { charles: "READ", "build[bot]": "WRITE" },
      labels: [{ name: "Bug" }, { name: "slow/fast" }],
      milestones: [{ title: "v1" }, { title: "v0", state: "CLOSED" }],
      files: { "add.js": "a + b\n" },
      branches: [
        {
          name: "fix",
          from: "main",
          commits: [{ message: "Fix", files: { "add.js": "a - b\n" } }],
        },
        {
          name: "bump",
          from: "main",
          commits: [{ message: "Bump", files: { "version.txt": "2\n" } }],
        },
        {
          name: "bump-again",
          from: "main",
          commits: [{ message: "Bump again", files: { "version.txt": "3\n" } }],
        },
      ],
      issues: [
        { number: 1, title: "Made by a bot", author: "build[bot]" },
        { number: 2, title: "Locked", body: "", author: "ada", locked: true },
        { number: 3, title: "By a reader", body: "Hello", author: "charles", labels: ["Bug"] },
        { number: 4, title: "Old", author: "ada", state: "CLOSED", state_reason: "NOT_PLANNED" },
      ],
      pull_requests: [
        { number: 5, title: "Fix", author: "ada", head: "fix", base: "main" },
        { number: 6, title: "Bump again", author: "build[bot]", head: "bump-again", base: "main" },
        {
          number: 7,
          title: "Bump",
          author: "build[bot]",
          head: "bump",
          base: "main",
          state: "MERGED",
          merged_by: "build[bot]",
        },
      ],
    },
  ],
}

const engine = { owner: "ada", repo: "engine" }
const at = (issue_number: number) => ({ ...engine, issue_number })

/** Inputs for the default fixture. */
const usual: readonly Variation[] = [
  { title: "a bad token", change: {}, token: "wrong", code: "AUTH" },
  { title: "a token without scopes", change: {}, token: "read-only-token" },
  { title: "a user who may only read", change: {}, token: "hubot-token" },
  { title: "a missing owner", change: { owner: "nobody-at-all" }, code: "NOT_FOUND" },
  { title: "a missing repository", change: { repo: "nowhere" }, code: "NOT_FOUND" },
  {
    title: "a private repository of another user",
    change: { repo: "secret" },
    token: "hubot-token",
    code: "NOT_FOUND",
  },
  { title: "names in capitals", change: { owner: "OctoCat", repo: "Hello-World" } },
  { title: "an archived repository", change: { repo: "attic", issue_number: 1 } },
  { title: "a missing issue", change: { issue_number: 999 }, code: "NOT_FOUND" },
  { title: "a pull request as the issue", change: { issue_number: 7 }, code: "NOT_FOUND" },
  { title: "a closed issue", change: { issue_number: 4 } },
  { title: "a missing pull request", change: { pull_number: 999 }, code: "NOT_FOUND" },
  { title: "an issue as the pull request", change: { pull_number: 1 }, code: "NOT_FOUND" },
  { title: "a merged pull request", change: { pull_number: 6 } },
  { title: "a draft", change: { pull_number: 8 } },
  { title: "a closed pull request", change: { pull_number: 9 } },
  { title: "a missing milestone", change: { milestone_number: 99 }, code: "NOT_FOUND" },
  { title: "a duplicate of a missing issue", change: { duplicate_of: 999 }, code: "NOT_FOUND" },
  { title: "a duplicate of a pull request", change: { duplicate_of: 7 }, code: "NOT_FOUND" },
  { title: "a duplicate of itself", change: { issue_number: 1, duplicate_of: 1 } },
  { title: "a missing label", change: { labels: ["bug", "nonsense"] }, code: "NOT_FOUND" },
  { title: "a label twice, in capitals", change: { labels: ["BUG", "bug", "question"] } },
  { title: "a missing assignee", change: { assignees: ["octocat", "x-x"] }, code: "NOT_FOUND" },
  { title: "an organization as assignee", change: { assignees: ["octo-org"] }, code: "NOT_FOUND" },
  { title: "a reader as assignee", change: { assignees: ["hubot", "OCTOCAT"] } },
  { title: "several assignees", change: { assignees: ["monalisa", "octocat"] } },
  { title: "the author as assignee", change: { issue_number: 3, assignees: ["hubot"] } },
  { title: "another head commit", change: { head_sha: "0".repeat(40) }, code: "VALIDATION" },
  { title: "another commit", change: { commit_sha: "0".repeat(40) }, code: "VALIDATION" },
  { title: "a merge as one commit", change: { method: "REBASE" } },
  { title: "a branch of a fork, as a draft", change: { head: "hubot:emoji", draft: true } },
  { title: "a branch with an open pull request", change: { head: "polite-greeting" } },
  { title: "a missing branch", change: { base: "nowhere" }, code: "VALIDATION" },
  {
    title: "a comment outside the diff",
    change: { comments: [{ path: "src/greet.js", line: 400, body: "Here?" }] },
    code: "VALIDATION",
  },
  {
    title: "a comment on a range",
    change: {
      event: "COMMENT",
      body: undefined,
      comments: [
        {
          path: "src/greet.js",
          start_line: 1,
          line: 2,
          start_side: "RIGHT",
          side: "RIGHT",
          body: "?",
        },
        { path: "src/greet.js", line: 2, side: "LEFT", body: "!" },
      ],
    },
  },
  {
    title: "an issue that has moved",
    change: { issue_number: 2 },
    before: (sandbox) =>
      mutate(
        sandbox,
        `mutation { transferIssue(input: { issueId: "${ISSUE_2}", repositoryId: "R_kgDOAAAABA" }) { issue { id } } }`,
      ),
    code: "NOT_FOUND",
  },
  {
    title: "an issue that was deleted",
    change: { issue_number: 2 },
    before: (sandbox) =>
      mutate(
        sandbox,
        `mutation { deleteIssue(input: { issueId: "${ISSUE_2}" }) { clientMutationId } }`,
      ),
    code: "NOT_FOUND",
  },
]

/** Inputs for the other fixture. */
const unusual: readonly Variation[] = [
  { title: "an issue by a bot", change: at(1) },
  { title: "a bot's token", change: at(1), token: "bot-token" },
  { title: "a locked issue", change: at(2) },
  { title: "a locked issue and a reader's token", change: at(2), token: "charles-token" },
  { title: "a reader's own issue", change: at(3), token: "charles-token" },
  { title: "a reader's token", change: at(4), token: "charles-token" },
  {
    title: "a pull request and a reader's token",
    change: { ...engine, pull_number: 5 },
    token: "charles-token",
  },
  { title: "the user's own pull request", change: { ...engine, pull_number: 5 } },
  // gh prints bots as `app/NAME`.
  { title: "a pull request by a bot", change: { ...engine, pull_number: 6 }, isOfGh: true },
  {
    title: "a pull request that a bot merged",
    change: { ...engine, pull_number: 7 },
    isOfGh: true,
  },
  {
    title: "a pull request by a deleted account",
    change: { ...engine, pull_number: 6 },
    before: deleteAuthors,
    isOfGh: true,
  },
].map((one) => ({ ...one, seed: elsewhere }))

/** Inputs for calls with the other fixture, so that they name existing objects. */
export const namesElsewhere: Readonly<Record<string, unknown>> = {
  labels: ["slow/fast", "bug"],
  assignees: ["ada", "grace"],
  milestone_number: 2,
}

export const variations: readonly Variation[] = [...usual, ...unusual]
