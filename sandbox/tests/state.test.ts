import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { buildSync } from "esbuild"
import fc from "fast-check"
import { afterEach, describe, expect, test } from "vitest"
import { type Sandbox, type SandboxOptions, SnapshotError, startSandbox } from "../index.js"

const open: Sandbox[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()))
})

async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options)
  open.push(sandbox)
  return sandbox
}

interface Reply {
  status: number
  /** Built from the answer as sent, including the sandbox's address. */
  etag: string | null
  headers: Headers
  body: unknown
}

/** Sends one request like a GitHub client; removes the sandbox's own addresses from the answer. */
async function send(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: unknown,
  token = sandbox.token,
): Promise<Reply> {
  const response = await fetch(sandbox.url + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = (await response.text()).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "{url}")
  return {
    status: response.status,
    etag: response.headers.get("etag"),
    headers: response.headers,
    body: text === "" ? null : JSON.parse(text),
  }
}

const HELLO = "/repos/octocat/hello-world"
const WEBSITE = "/repos/octo-org/website"
const TEAM = "/orgs/octo-org/teams/design"
const post = (sandbox: Sandbox, path: string, body: unknown) => send(sandbox, "POST", path, body)

const newIssue = (sandbox: Sandbox, title = "New") => post(sandbox, `${HELLO}/issues`, { title })

const GENERIC: SandboxOptions = { generic: true }

/** The first gist of the default data. */
const GIST = "3f397ccabda1ffefccd28d0cbd01c471"

type Write = readonly [method: string, path: string, body?: unknown, before?: Write]

const NEW_DEPLOYMENT: Write = [
  ...(["POST", `${HELLO}/deployments`] as const),
  { ref: "main", required_contexts: [], environment: "qa" },
]
const NEW_ENVIRONMENT: Write = ["PUT", `${HELLO}/environments/staging`]
const NEW_HOOK: Write = ["POST", `${HELLO}/hooks`, { config: { url: "https://example.com/" } }]
const NEW_INVITATION: Write = ["PUT", "/repos/octocat/big/collaborators/hubot", {}]

/** The newest commit of `polite-greeting` in the default data. */
const COMMIT = "a3c4038cfbee20d1a191af4229efa2a5f25afccc"
const PROTECTION = {
  required_status_checks: { strict: false, contexts: ["test"] },
  ...{ required_pull_request_reviews: null, enforce_admins: true, restrictions: null },
}

/** The actions of a client, with what each needs; few enough to try in any order. */
const WRITES: readonly Write[] = [
  ["POST", `${HELLO}/issues`, { title: "One more", labels: ["bug"], assignees: ["monalisa"] }],
  ["PATCH", `${HELLO}/issues/1`, { state: "closed", body: "Over." }],
  ["PATCH", `${HELLO}/issues/3`, { state: "open", milestone: 2 }],
  ["POST", `${HELLO}/issues/2/comments`, { body: "Yes." }],
  ["DELETE", `${HELLO}/issues/comments/1`],
  ["PUT", `${HELLO}/issues/4/lock`, { lock_reason: "spam" }],
  ["POST", `${HELLO}/labels`, { name: "new", color: "00ff00" }],
  ["DELETE", `${HELLO}/labels/bug`],
  ["PUT", `${HELLO}/pulls/7/merge`, { merge_method: "squash" }],
  ["PATCH", `${HELLO}/pulls/8`, { state: "closed" }],
  ["POST", `${HELLO}/pulls/7/reviews`, { event: "COMMENT", body: "Fine." }],
  ["POST", `${HELLO}/milestones`, { title: "v3.0", due_on: "2026-01-01T00:00:00Z" }],
  ["POST", `${HELLO}/releases`, { tag_name: "v9", name: "Nine" }],
  ["POST", `${HELLO}/actions/runs/2/rerun`],
  ["DELETE", `${HELLO}/actions/runs/1`],
  ["DELETE", `${HELLO}/actions/caches/1`],
  ["POST", `${HELLO}/autolinks`, { key_prefix: "T-", url_template: "https://example.com/<num>" }],
  ["PATCH", "/repos/octocat/attic", { archived: false, name: "cellar" }],
  ["POST", "/repos/octo-org/website/forks", {}],
  ["POST", "/repos/hubot/hello-world/merge-upstream", { branch: "main" }],
  ["PATCH", "/repos/octo-org/website/pulls/8", { state: "closed" }],
  ["DELETE", "/repos/octo-org/tools"],
  ["POST", "/gists", { files: { "a.txt": { content: "a" } } }],
  ["PATCH", `/gists/${GIST}`, { files: { "greet.sh": { content: "echo", filename: "b.sh" } } }],
  ["POST", `/gists/${GIST}/comments`, { body: "Thanks." }],
  ["PUT", `/gists/${GIST}/star`],
  ["DELETE", `/gists/${GIST}`],
  ["POST", `${HELLO}/statuses/main`, { state: "failure", context: "lint" }],
  ["POST", `${HELLO}/deployments/1/statuses`, { state: "success" }, NEW_DEPLOYMENT],
  ["DELETE", `${HELLO}/deployments/1`, undefined, NEW_DEPLOYMENT],
  ["POST", `${HELLO}/environments/staging/variables`, { name: "A", value: "x" }, NEW_ENVIRONMENT],
  ["DELETE", `${HELLO}/environments/staging`, undefined, NEW_ENVIRONMENT],
  ["PATCH", `${HELLO}/hooks/1`, { active: false }, NEW_HOOK],
  ["DELETE", `${HELLO}/hooks/1`, undefined, NEW_HOOK],
  ["PATCH", "/repos/octocat/big/invitations/1", { permissions: "read" }, NEW_INVITATION],
  ["DELETE", `${HELLO}/collaborators/monalisa`],
  ["POST", `${HELLO}/dispatches`, { event_type: "go" }],
  [
    "POST",
    `${HELLO}/actions/workflows/2/dispatches`,
    { ref: "main", inputs: { environment: "staging" } },
  ],
  ["POST", `${HELLO}/pages`, { source: { branch: "rewrite", path: "/docs" } }],
  ["PUT", `${WEBSITE}/pages`, { cname: "example.com", source: { branch: "next", path: "/" } }],
  ["DELETE", `${WEBSITE}/pages`],
  ["PUT", `${TEAM}/memberships/octocat`, { role: "member" }],
  ["DELETE", `${TEAM}/memberships/monalisa`],
  ["PATCH", `${HELLO}/git/refs/heads/rewrite`, { sha: COMMIT, force: true }],
  ["PUT", `${HELLO}/branches/main/protection`, PROTECTION],
  ["DELETE", `${HELLO}/git/refs/heads/rewrite`],
  ["PUT", `${HELLO}/contents/new.md`, { message: "Add it", content: "eAo=" }],
  ["POST", "/orgs/octo-org/actions/variables", { name: "A", value: "b", visibility: "all" }],
  ["PUT", "/user/blocks/hubot"],
  ["PATCH", "/notifications/threads/22"],
  ["DELETE", "/notifications/threads/11"],
  [
    "POST",
    "/graphql",
    {
      query: `mutation {
        a: addDiscussionComment(input: { discussionId: "D_kgDOAAAAAQ", body: "y", replyToId: "DC_kgDOAAAAAw" }) { comment { id } }
        b: deleteDiscussionComment(input: { id: "DC_kgDOAAAAAw" }) { comment { id } }
        c: markDiscussionCommentAsAnswer(input: { id: "DC_kgDOAAAABA" }) { discussion { id } }
        d: closeDiscussion(input: { discussionId: "D_kgDOAAAAAg" }) { discussion { id } }
      }`,
    },
  ],
  [
    "POST",
    "/graphql",
    {
      query: `mutation { createDiscussion(input: { repositoryId: "R_kgDOAAAAAQ", categoryId: "DIC_kgDOAAAAAg", title: "x", body: "y" }) { discussion { number } } }`,
    },
  ],
  [
    "POST",
    "/graphql",
    {
      query: `mutation { addProjectV2ItemById(input: { projectId: "PVT_kgDOAAAAAQ", contentId: "I_kgDOAAAABQ" }) { item { id } } }`,
    },
  ],
  [
    "POST",
    "/graphql",
    {
      query: `mutation { updateProjectV2ItemFieldValue(input: { projectId: "PVT_kgDOAAAAAQ", itemId: "PVTI_kgDOAAAAAQ", fieldId: "PVTF_kgDOAAAAAw", value: { number: 8 } }) { clientMutationId } }`,
    },
  ],
  [
    "POST",
    "/graphql",
    {
      query: `mutation { revertPullRequest(input: { pullRequestId: "PR_kgDOAAAAAQ" }) { revertPullRequest { number } } }`,
    },
  ],
  [
    "POST",
    "/graphql",
    { query: `mutation { deleteIssue(input: { issueId: "I_kgDOAAAABQ" }) { clientMutationId } }` },
  ],
  [
    "POST",
    "/graphql",
    {
      query: `mutation { addReaction(input: { subjectId: "I_kgDOAAAAAg", content: ROCKET }) { clientMutationId } }`,
    },
  ],
  [
    "POST",
    "/graphql",
    {
      query: `mutation { transferIssue(input: { issueId: "I_kgDOAAAABA", repositoryId: "R_kgDOAAAABA" }) { issue { number url } } }`,
    },
  ],
  [
    "POST",
    "/graphql",
    {
      query: `mutation { addStar(input: { starrableId: "R_kgDOAAAAAQ" }) { starrable { stargazerCount } } }`,
    },
  ],
]

const READS: readonly (readonly [string, string, unknown?])[] = [
  ["GET", `${HELLO}/issues?state=all&sort=updated`],
  ["GET", `${HELLO}/pulls/7`],
  ["GET", `${HELLO}/commits`],
  ["GET", `${HELLO}/labels`],
  ["GET", `${HELLO}/releases`],
  ["GET", `${HELLO}/actions/runs`],
  ["GET", `${HELLO}/commits/main/status`],
  ["GET", `${HELLO}/deployments`],
  ["GET", `${HELLO}/environments`],
  ["GET", `${HELLO}/hooks`],
  ["GET", `${HELLO}/collaborators`],
  ["GET", "/repos/octocat/big/invitations"],
  ["GET", `${HELLO}/git/matching-refs/heads`],
  ["GET", `${HELLO}/branches/main/protection`],
  ["GET", `${HELLO}/pages`],
  ["GET", `${WEBSITE}/pages`],
  ["GET", `${WEBSITE}/pages/builds`],
  ["GET", "/user/packages?package_type=npm"],
  ["GET", "/orgs/octo-org/packages/container/website/versions"],
  ["GET", `${TEAM}/members`],
  ["GET", "/orgs/octo-org/actions/variables"],
  ["GET", "/user/blocks"],
  ["GET", "/search/issues?q=is:open+hello"],
  ["GET", "/gists"],
  ["GET", "/notifications?all=true"],
  [
    "POST",
    "/graphql",
    {
      query: `{ repository(owner: "octocat", name: "hello-world") {
    stargazerCount diskUsage
    discussions(first: 5) { nodes { id number title } }
    owner { ... on User { projectV2(number: 1) { updatedAt items(first: 9) { nodes {
      id fieldValueByName(name: "Points") { ... on ProjectV2ItemFieldNumberValue { number } } } } } } }
    issues(first: 20, orderBy: { field: UPDATED_AT, direction: DESC }) {
      totalCount pageInfo { endCursor }
      nodes { id number title state createdAt updatedAt labels(first: 5) { nodes { name } }
        timelineItems(first: 30) { nodes { __typename } } }
    }
    pullRequests(first: 10) { nodes { id state headRefOid mergeable
      reviewThreads(first: 5) { nodes { line isResolved comments(first: 5) { nodes { body diffHunk } } } } } }
  } }`,
    },
  ],
]

type Answer = Pick<Reply, "status" | "body">

const history = fc.array(fc.nat(WRITES.length - 1), { maxLength: 8 })

async function execute(sandbox: Sandbox, steps: readonly number[]): Promise<Answer[]> {
  const replies: Answer[] = []
  for (const step of steps) {
    const [method, path, body, before] = WRITES[step] ?? ["GET", "/"]
    if (before) await send(sandbox, before[0], before[1], before[2])
    const { status, body: answer } = await send(sandbox, method, path, body)
    replies.push({ status, body: answer })
  }
  return replies
}

test("every change that the tests below make at random is possible", async () => {
  const sandbox = await start(GENERIC)
  for (const [step, [method, path]] of WRITES.entries()) {
    sandbox.reset()
    const [reply] = await execute(sandbox, [step])
    expect(reply?.status, `${method} ${path}`).toBeLessThan(300)
  }
})

async function ask(sandbox: Sandbox): Promise<Answer[]> {
  const replies: Answer[] = []
  for (const [method, path, body] of READS) {
    const { status, body: answer } = await send(sandbox, method, path, body)
    replies.push({ status, body: answer })
  }
  return replies
}

describe("a sandbox snapshot", () => {
  test("restored in another sandbox leads to equal responses, after random changes", async () => {
    const [first, second] = [await start(GENERIC), await start(GENERIC)]
    await fc.assert(
      fc.asyncProperty(history, history, history, async (before, meanwhile, after) => {
        first.reset()
        await execute(first, before)
        // Through a file, into a store with other content.
        const taken = JSON.parse(JSON.stringify(first.state.snapshot()))
        await execute(second, meanwhile)
        second.state.restore(taken)
        expect(second.state.snapshot()).toEqual(taken)
        expect(await ask(second)).toEqual(await ask(first))
        expect(await execute(second, after)).toEqual(await execute(first, after))
        expect(second.state.snapshot()).toEqual(first.state.snapshot())
      }),
      { numRuns: 8 },
    )
  })

  test("can be restored from a file in a sandbox with another seed, until its reset", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sandbox-snapshot-"))
    const file = join(folder, "state.json")
    const first = await start()
    first.addToken({ token: "robot", login: "hubot", scopes: ["repo"] })
    await newIssue(first)
    await writeFile(file, JSON.stringify(first.state.snapshot()))
    const other = await start({ seed: { users: [{ login: "ada" }] } })
    other.state.restore(JSON.parse(await readFile(file, "utf8")))
    await rm(folder, { recursive: true })
    expect(other.applied).toEqual([])
    expect((await send(other, "GET", `${HELLO}/issues/10`)).body).toMatchObject({ title: "New" })
    expect((await send(other, "GET", "/user", undefined, "robot")).body).toMatchObject({
      login: "hubot",
    })
    other.reset()
    expect((await send(other, "GET", "/user")).body).toMatchObject({ login: "ada" })
    expect((await send(other, "GET", "/user", undefined, "robot")).status).toBe(401)
  })

  test("includes which issues were deleted", async () => {
    const [first, second] = [await start(), await start()]
    const { node_id } = Object((await send(first, "GET", `${HELLO}/issues/1`)).body)
    const query = `mutation { deleteIssue(input: { issueId: "${node_id}" }) { clientMutationId } }`
    expect((await send(first, "POST", "/graphql", { query })).body).not.toHaveProperty("errors")
    second.state.restore(JSON.parse(JSON.stringify(first.state.snapshot())))
    expect((await send(first, "GET", `${HELLO}/issues/1`)).status).toBe(410)
    expect((await send(second, "GET", `${HELLO}/issues/1`)).status).toBe(410)
  })

  test("is the same text before and after it is restored, with lists in the same order", async () => {
    const sandbox = await start()
    await newIssue(sandbox)
    // A member with a lower id than the one before.
    await send(sandbox, "PUT", `${TEAM}/memberships/octocat`, {})
    const members = async () => (await send(sandbox, "GET", `${TEAM}/members`)).body
    const listed = await members()
    const taken = JSON.stringify(sandbox.state.snapshot())
    sandbox.state.restore(JSON.parse(taken))
    expect(JSON.stringify(sandbox.state.snapshot())).toBe(taken)
    expect(await members()).toEqual(listed)
  })

  test("is a copy whose changes do not affect the sandbox", async () => {
    const sandbox = await start()
    const taken = sandbox.state.snapshot() as { tokens: Record<string, { scopes: string[] }> }
    taken.tokens[sandbox.token]?.scopes.splice(0)
    expect((await newIssue(sandbox)).status).toBe(201)
  })

  const broken: [string, (good: Record<string, unknown>) => unknown, string][] = [
    ["undefined", () => undefined, "it is not an object"],
    ["another object", () => ({ issues: [] }), "it has no format"],
    ["one of another format", (good) => ({ ...good, format: 99 }), "format 99"],
    [
      "one of an older format",
      ({ gists: _, ...good }) => ({ ...good, format: 1 }),
      "format 1, and this version of ghx reads format 11: create a new snapshot with this version",
    ],
    ["one without a table", ({ labels: _, ...rest }) => rest, "labels must be a list"],
    [
      "one with a row too many",
      (good) => twice(good, "issues"),
      "is not a unique id of the snapshot",
    ],
    ["one with a row cut short", (good) => changed(good, { title: undefined }), "issues[0].title"],
    ["one with a number for a text", (good) => changed(good, { title: 1 }), "issues[0].title"],
    ["one with an unknown property", (good) => changed(good, { mood: 1 }), "issues[0].mood"],
    [
      "one whose author is missing",
      (good) => changed(good, { author_id: 99 }),
      "the author_id of 1 in issues is 99, which is not in accounts",
    ],
    ["one without its commits", (good) => withoutGit(good, "commits"), "is not in git"],
    [
      "one with an invalid time",
      (good) => changed(good, { created_at: "yesterday" }),
      "issues[0].created_at must be: time",
    ],
    [
      "one whose run has no commit",
      (good) => ({
        ...good,
        workflow_runs: rowsOf(good, "workflow_runs").map((run) => ({ ...run, head_oid: "b0b" })),
      }),
      "the object b0b is not in git",
    ],
    ["one without its files", (good) => withoutGit(good, "blobs"), "is not in git"],
    ["one without its trees", (good) => withoutGit(good, "trees"), "is not in git"],
    ["one with a table too many", (good) => ({ ...good, moods: [] }), "moods is unknown"],
    [
      "one with a token of an unknown account",
      (good) => ({ ...good, tokens: { lost: { login: "nobody", scopes: [] } } }),
      "the account nobody, which does not exist",
    ],
    [
      "one with another text in a file",
      (good) => inGit(good, "blobs", () => "Edited"),
      "git.blobs has another object",
    ],
    [
      "one with an invalid tree",
      (good) => inGit(good, "trees", () => 7),
      "git.trees has another object",
    ],
    [
      "one with another commit message",
      (good) => inGit(good, "commits", (one) => ({ ...(one as object), message: "Edited" })),
      "git.commits has another object",
    ],
    ["one without a clock", ({ clock: _, ...rest }) => rest, "clock must be a string"],
    ["one without git", ({ git: _, ...rest }) => rest, "git must be an object"],
  ]

  test.each(broken)("is refused, and changes nothing, if it is %s", async (_, damage, reason) => {
    const sandbox = await start()
    await newIssue(sandbox)
    const before = sandbox.state.snapshot()
    const restore = () => sandbox.state.restore(damage(before) as Record<string, unknown>)
    expect(restore).toThrow(SnapshotError)
    expect(restore).toThrow(reason)
    expect(sandbox.state.snapshot()).toEqual(before)
    expect(sandbox.applied).toHaveLength(1)
  })
})

const withoutGit = (state: Record<string, unknown>, kind: string) => ({
  ...state,
  git: { ...(state.git as object), [kind]: {} },
})

/** A copy of the state with the first git object of a kind replaced. */
function inGit(state: Record<string, unknown>, kind: string, change: (one: unknown) => unknown) {
  const git = state.git as Record<string, Record<string, unknown>>
  const [[oid, one] = []] = Object.entries(git[kind] ?? {})
  return { ...state, git: { ...git, [kind]: { ...git[kind], [String(oid)]: change(one) } } }
}

const rowsOf = (state: Record<string, unknown>, table: string) =>
  state[table] as Record<string, unknown>[]
const twice = (state: Record<string, unknown>, table: string) => ({
  ...state,
  [table]: [...rowsOf(state, table), ...rowsOf(state, table).slice(0, 1)],
})
const changed = (state: Record<string, unknown>, change: object) => ({
  ...state,
  issues: rowsOf(state, "issues").map((row, index) => (index === 0 ? { ...row, ...change } : row)),
})

test("sandbox.reset restores state, responses, log, tokens, time and faults of the start", async () => {
  const sandbox = await start(GENERIC)
  const fresh = { state: sandbox.state.snapshot(), answers: await ask(sandbox) }
  const { etag } = await send(sandbox, "GET", `${HELLO}/issues`)
  sandbox.reset()
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      await execute(sandbox, steps)
      sandbox.addToken({ token: "robot", login: "hubot" })
      sandbox.advance(86_400_000)
      await sandbox.apply({ users: [{ login: "ada" }] })
      sandbox.injectFault({ status: 502 })
      sandbox.reset()
      expect(sandbox.requests).toEqual([])
      expect(sandbox.applied).toEqual([])
      expect(sandbox.state.snapshot()).toEqual(fresh.state)
      expect(await ask(sandbox)).toEqual(fresh.answers)
      expect(sandbox.requests[0]?.number).toBe(1)
      expect((await send(sandbox, "GET", "/user", undefined, "robot")).status).toBe(401)
      expect((await send(sandbox, "GET", `${HELLO}/issues`)).etag).toBe(etag)
      sandbox.reset()
    }),
    { numRuns: 8 },
  )
})

describe("sandbox.fork", () => {
  test("creates an equal, independent sandbox that resets to the fork", async () => {
    const sandbox = await start()
    await newIssue(sandbox, "Before")
    const fork = await sandbox.fork()
    open.push(fork)
    expect(fork.url).not.toBe(sandbox.url)
    expect(fork.state.snapshot()).toEqual(sandbox.state.snapshot())
    expect([fork.requests, fork.applied]).toEqual([[], []])
    const atFork = fork.state.snapshot()
    await newIssue(fork, "In the fork")
    await send(sandbox, "PATCH", `${HELLO}/issues/10`, { title: "Changed" })
    expect((await send(sandbox, "GET", `${HELLO}/issues/11`)).status).toBe(404)
    expect((await send(fork, "GET", `${HELLO}/issues/10`)).body).toMatchObject({ title: "Before" })
    fork.reset()
    expect(fork.state.snapshot()).toEqual(atFork)
    sandbox.reset()
    expect((await send(fork, "GET", `${HELLO}/issues/10`)).status).toBe(200)
  })
})

describe("sandbox.advance", () => {
  test("moves the time of later changes, until a reset", async () => {
    // In this store, only requests cause changes.
    const repository = { owner: "octocat", name: "hello-world" }
    const seed = { users: [{ login: "octocat" }], repositories: [repository] }
    const sandbox = await start({ seed })
    const before = (await newIssue(sandbox)).body as { created_at: string }
    sandbox.advance(3_600_000)
    const after = (await newIssue(sandbox)).body as { created_at: string }
    const seconds = (Date.parse(after.created_at) - Date.parse(before.created_at)) / 1000
    // On this clock, a change takes one second.
    expect(seconds).toBe(3601)
    sandbox.reset()
    expect((await newIssue(sandbox)).body).toMatchObject({ created_at: before.created_at })
  })

  test("starts the next window of a rate limit", async () => {
    const seed = { users: [{ login: "ada" }], rate_limit: { limit: 1, window_seconds: 3600 } }
    const sandbox = await start({ seed })
    expect((await send(sandbox, "GET", "/user")).status).toBe(200)
    const refused = await send(sandbox, "GET", "/user")
    expect(refused.status).toBe(403)
    sandbox.advance(3_600_000)
    const again = await send(sandbox, "GET", "/user")
    expect(again.status).toBe(200)
    const reset = (reply: Reply) => Number(reply.headers.get("x-ratelimit-reset"))
    expect(reset(again) - reset(refused)).toBeGreaterThanOrEqual(3600)
  })

  test("moves a custom clock as well", async () => {
    const sandbox = await start({ now: () => new Date("2030-01-01T00:00:00Z") })
    sandbox.advance(60_000)
    expect((await newIssue(sandbox)).body).toMatchObject({ created_at: "2030-01-01T00:01:00Z" })
    expect(sandbox.requests[0]?.at).toBe("2030-01-01T00:01:00.000Z")
    sandbox.reset()
    expect((await newIssue(sandbox)).body).toMatchObject({ created_at: "2030-01-01T00:00:00Z" })
  })

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e15])("refuses %s", async (ms) => {
    const sandbox = await start()
    expect(() => sandbox.advance(ms)).toThrow(RangeError)
  })
})

describe("sandbox.addToken", () => {
  test("adds a token of the account, with the given scopes or all", async () => {
    const sandbox = await start()
    sandbox.addToken({ token: "robot", login: "HUBOT" })
    sandbox.addToken({ token: "reader", login: "octocat", scopes: [] })
    const user = await send(sandbox, "GET", "/user", undefined, "robot")
    expect(user.body).toMatchObject({ login: "hubot" })
    expect(user.headers.get("x-oauth-scopes")).toContain("repo")
    const refused = await send(sandbox, "POST", `${HELLO}/issues`, { title: "x" }, "reader")
    expect(refused.status).toBe(404)
  })

  test("refuses an unknown account, an organization and an unknown property", async () => {
    const sandbox = await start()
    const add = () => sandbox.addToken({ token: "t", login: "nobody" })
    expect(add).toThrow("token t: there is no account nobody")
    const ofAll = () => sandbox.addToken({ token: "t", login: "octo-org" })
    expect(ofAll).toThrow("token t: octo-org is an organization, which has no tokens")
    const wrong = { token: "t", login: "hubot", scope: [] }
    expect(() => sandbox.addToken(wrong)).toThrow("scope: unknown property")
  })
})

describe("sandbox.apply", () => {
  test("adds users, tokens and repositories, until a reset", async () => {
    const sandbox = await start()
    await sandbox.apply({
      users: [{ login: "ada", follows: ["octocat"] }],
      tokens: [{ token: "ada-token", login: "ada" }],
      repositories: [
        {
          owner: "ada",
          name: "engine",
          labels: [{ name: "steam" }],
          issues: [{ title: "Steam", author: "octocat", labels: ["steam"] }],
        },
      ],
    })
    const issue = await send(sandbox, "GET", "/repos/ada/engine/issues/1", undefined, "ada-token")
    expect(issue.body).toMatchObject({ title: "Steam", labels: [{ name: "steam" }] })
    expect(sandbox.applied).toEqual([])
    sandbox.reset()
    expect((await send(sandbox, "GET", "/repos/ada/engine")).status).toBe(404)
  })

  test("sets or adds what is given to existing objects, and keeps the rest", async () => {
    const sandbox = await start()
    await newIssue(sandbox)
    await sandbox.apply({
      users: [{ login: "hubot", bio: "Beep." }],
      repositories: [
        {
          owner: "octocat",
          name: "hello-world",
          description: "Changed",
          labels: [{ name: "later", color: "00ff00" }],
          branches: [
            { name: "main", commits: [{ message: "More", files: { "more.txt": "1\n" } }] },
          ],
          issues: [{ title: "Applied", author: "hubot", labels: ["bug", "later"], parent: 1 }],
          workflows: [{ name: "CI", path: ".github/workflows/ci.yml", runs: [{ title: "Again" }] }],
        },
      ],
    })
    const repository = await send(sandbox, "GET", HELLO)
    expect(repository.body).toMatchObject({ description: "Changed", private: false })
    const issue = await send(sandbox, "GET", `${HELLO}/issues/11`)
    expect(issue.body).toMatchObject({ title: "Applied", user: { login: "hubot" } })
    const [tip] = (await send(sandbox, "GET", `${HELLO}/commits`)).body as {
      commit: { message: string }
    }[]
    expect(tip?.commit.message).toBe("More")
    expect((await send(sandbox, "GET", `${HELLO}/contents/README.md`)).status).toBe(200)
    const workflows = (await send(sandbox, "GET", `${HELLO}/actions/workflows`)).body
    expect(workflows).toMatchObject({ total_count: 2 })
    expect((await send(sandbox, "GET", "/users/hubot")).body).toMatchObject({ bio: "Beep." })
    expect(sandbox.applied).toHaveLength(1)
  })

  const hello = { owner: "octocat", name: "hello-world" }
  test.each([
    [
      { repositories: [{ ...hello, labels: [{ name: "Bug" }] }] },
      "label Bug of repository octocat/hello-world: Name has already been taken",
    ],
    [
      { repositories: [{ ...hello, milestones: [{ title: "v1.0" }] }] },
      "milestone v1.0 of repository octocat/hello-world: Title already exists",
    ],
    [{ repositories: [{ ...hello, files: { a: "b" } }] }, "takes no `files`"],
    [
      { repositories: [{ ...hello, issues: [{ number: 3, title: "x", author: "hubot" }] }] },
      "the number 3 is too low, the next one is 10",
    ],
    [
      {
        repositories: [
          { owner: "octocat", name: "attic", issues: [{ title: "x", author: "octocat" }] },
        ],
      },
      'issue "x" of octocat/attic: Repository was archived',
    ],
    [{ organizations: [{ login: "hubot" }] }, "the login hubot belongs to another kind of account"],
    [{ tokens: [{ token: "t", login: "nobody" }] }, "there is no account nobody"],
    [{ repositories: [{ ...hello, isues: [] }] }, "repositories[0].isues: unknown property"],
    // A seed from a file may contain this, so the type check must be bypassed here.
    [{ viewer: "hubot" } as object, "viewer: unknown property"],
  ])("refuses an invalid seed as a whole: %j", async (addition, reason) => {
    const sandbox = await start()
    await newIssue(sandbox)
    sandbox.reset()
    const before = sandbox.state.snapshot()
    const users = [{ login: "ada" }]
    await expect(sandbox.apply({ users, ...addition })).rejects.toThrow(reason)
    expect(sandbox.state.snapshot()).toEqual(before)
  })
})

/** Runs a program that must end by itself. It is bundled, because tsx compiles module by module. */
async function outputOf(script: string): Promise<string> {
  const root = join(import.meta.dirname, "../..")
  // Below the repository, where packages and pins are found.
  const outfile = join(root, ".cache/run/sandbox-state-test.mjs")
  buildSync({
    stdin: {
      contents: `import { startSandbox } from "./sandbox/index.ts"\n${script}`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "warning",
  })
  return (await promisify(execFile)(process.execPath, [outfile])).stdout
}

test("a sandbox keeps the process alive only if it has a port and is not closed", async () => {
  // In one process, because starting a process takes longer than all requests.
  const script = `const headers = ({ token }) => ({ authorization: \`Bearer \${token}\` })
const unclosed = await startSandbox()
console.log((await fetch(unclosed.url + "/user", { headers: headers(unclosed) })).status)
await unclosed.fork()
const sandbox = await startSandbox({ port: 0 })
const port = Number(new URL(sandbox.url).port)
await sandbox.fork({ port }).catch(({ code }) => console.log(code))
process.once("beforeExit", () => console.log("over"))
process.once("SIGTERM", () => (console.log("asked"), sandbox.close()))
setTimeout(() => process.kill(process.pid, "SIGTERM"), 50).unref()
`
  // The timer alone would not keep the process alive. A taken port must leave nothing open.
  expect(await outputOf(script)).toBe("200\nEADDRINUSE\nasked\nover\n")
})

test("a sandbox is closed when it is disposed", async () => {
  const sandbox = await startSandbox()
  await sandbox[Symbol.asyncDispose]()
  await expect(fetch(sandbox.url)).rejects.toThrow("fetch failed")
})

describe("sandbox.requests", () => {
  test("drops the oldest requests beyond its limit, and continues the numbering", async () => {
    const sandbox = await start({ log_limit: { requests: 2 } })
    for (let index = 0; index < 5; index++) await send(sandbox, "GET", "/user")
    expect(sandbox.requests.map(({ number }) => number)).toEqual([4, 5])
    sandbox.clearRequests()
    await send(sandbox, "GET", "/user")
    expect(sandbox.requests.map(({ number }) => number)).toEqual([1])
  })

  test("contains at most the bytes of its limit", async () => {
    const sandbox = await start({ log_limit: { bytes: 5000 } })
    for (let index = 0; index < 8; index++) await newIssue(sandbox, "x".repeat(200))
    const bytes = sandbox.requests.reduce(
      (sum, one) => sum + one.bytes_received + one.bytes_sent,
      0,
    )
    expect(bytes).toBeLessThanOrEqual(5000)
    expect(sandbox.requests.at(-1)?.number).toBe(8)
  })

  test("contains 300 requests by default", async () => {
    const sandbox = await start()
    for (let index = 0; index < 300; index++) await send(sandbox, "GET", "/rate_limit")
    expect(sandbox.requests).toHaveLength(300)
  })

  test("rejects an invalid limit", async () => {
    await expect(startSandbox({ log_limit: { requests: -1 } })).rejects.toThrow(
      "log_limit.requests",
    )
  })
})
