/** Tests the guards of a client: no request gets past them, even if an agent was manipulated. */
import {
  chain,
  createClient,
  createExecutor,
  createGhx,
  each,
  executeTasks,
  type GuardOptions,
  recordingClient,
} from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { GraphqlOperation } from "../runtime/definition/index.js"
import { bindTree } from "../runtime/index.js"
import { data, handWritten, startGithub } from "../runtime/testing/index.js"

let sandbox: Sandbox
beforeAll(async () => {
  const thread = { path: "README.md", line: 1, body: "Why?" }
  const repository = (owner: string) => ({
    owner,
    name: "docs",
    files: { "README.md": "# Docs\n" },
    branches: [
      {
        name: "fix",
        from: "main",
        commits: [{ message: "Fix", author: owner, files: { "README.md": "# The docs\n" } }],
      },
    ],
    labels: [{ name: "bug" }],
    issues: [{ number: 1, title: "Unclear", author: owner }],
    discussion_categories: [{ name: "Ideas" }],
    discussions: [
      {
        title: "More docs",
        body: "Please.",
        author: owner,
        category: "Ideas",
        comments: [{ author: owner, body: "Yes." }],
      },
    ],
    pull_requests: [
      {
        number: 2,
        title: "Say it",
        author: owner,
        head: "fix",
        base: "main",
        reviews: [{ author: "me", state: "COMMENTED" as const, body: "", threads: [thread] }],
      },
    ],
  })
  sandbox = await startSandbox({
    seed: {
      viewer: "me",
      users: [{ login: "me" }, { login: "other" }],
      repositories: [repository("me"), { ...repository("other"), collaborators: { me: "ADMIN" } }],
    },
  })
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const bound = (options: GuardOptions) =>
  createGhx({ base_url: sandbox.url, token: sandbox.token, ...options })
const mine = { owner: "me", repo: "docs" }
const others = { owner: "other", repo: "docs" }

async function threadOf(of: { owner: string; repo: string }) {
  const page = await bound({})
    .pr.threads.list({ ...of, pull_number: 2 })
    .orThrow()
  const [thread] = page.items
  if (!thread) throw new Error("there is no thread")
  await sandbox.reset()
  return thread.id
}

const refused = (guard: string, message = "") => ({
  ok: false,
  error: {
    code: "AUTH",
    retryable: false,
    message: expect.stringContaining(message),
    details: { guard, fix: expect.any(String) },
  },
})

describe("option `repos`", () => {
  it("refuses reads and writes of another repository, and sends nothing", async () => {
    const ghx = bound({ repos: ["me/*"] })
    const message = "other/docs, which is not in `repos` of this client"
    expect(await ghx.issue.view({ ...others, issue_number: 1 })).toMatchObject(
      refused("repos", message),
    )
    expect(await ghx.issue.close({ ...others, issue_number: 1 })).toMatchObject(
      refused("repos", message),
    )
    expect(sandbox.requests).toEqual([])
    expect(await ghx.issue.view({ ...mine, issue_number: 1 })).toMatchObject({ ok: true })
  })

  it.each(["me/docs", "ME/Docs", "*/docs", "m*/d*s"])(
    "allows a write to me/docs with the pattern %s",
    async (pattern) => {
      const ghx = bound({ repos: ["nobody/*", pattern] })
      expect(await ghx.issue.close({ ...mine, issue_number: 1 })).toMatchObject({ ok: true })
    },
  )

  it.each(["me/doc", "me/docs2", "e/docs", "m/*", "me*/other"])(
    "refuses a write to me/docs with the pattern %s",
    async (pattern) => {
      const ghx = bound({ repos: [pattern] })
      expect(await ghx.issue.close({ ...mine, issue_number: 1 })).toMatchObject(refused("repos"))
      expect(sandbox.requests).toEqual([])
    },
  )

  it.each([["me"], ["me/docs/x"], ["https://github.com/me/docs"], "me/docs", [7]])(
    "rejects %j, which is not a list of repositories",
    (repos) => {
      expect(() => createClient({ repos: repos as string[] })).toThrow(/^repos takes /)
    },
  )

  it("queries the repository of a node id before a write, and refuses a foreign one", async () => {
    const [own, foreign] = [await threadOf(mine), await threadOf(others)]
    const ghx = bound({ repos: ["me/*"] })
    expect(await ghx.pr.thread.resolve({ thread_id: foreign })).toMatchObject(
      refused("repos", "other/docs"),
    )
    expect(sandbox.requests.map(({ operation_type }) => operation_type)).toEqual(["query"])
    expect(sandbox.applied).toEqual([])
    expect(await ghx.pr.thread.resolve({ thread_id: own })).toMatchObject({ ok: true })
  })

  it("finds the repository of a comment on a discussion", async () => {
    const commentOf = async (of: typeof mine) => {
      const at = { ...of, discussion_number: 3 }
      const { items } = await bound({}).discussion.comments.list(at).orThrow()
      return items[0]?.id as NonNullable<(typeof items)[0]>["id"]
    }
    const [own, foreign] = [await commentOf(mine), await commentOf(others)]
    const ghx = bound({ repos: ["me/*"] })
    const edit = (comment_id: typeof own) =>
      ghx.discussion.comment.update({ comment_id, body: "No." })
    expect(await edit(foreign)).toMatchObject(refused("repos", "other/docs"))
    expect(sandbox.applied).toEqual([])
    expect(await edit(own)).toMatchObject({ ok: true })
  })

  it("returns NOT_FOUND for an unknown node id, and writes nothing", async () => {
    const ghx = bound({ repos: ["me/*"] })
    const result = await ghx.pr.thread.resolve({ thread_id: "PRRT_kgDOAAAAfw" })
    expect(result).toMatchObject({ ok: false, error: { code: "NOT_FOUND" } })
    expect(sandbox.applied).toEqual([])
  })

  it("adds its check to the document of the lookups", async () => {
    const labels = ["bug"]
    await bound({}).issue.labels.add({ ...mine, issue_number: 1, labels })
    const without = sandbox.requests.length
    await sandbox.reset()
    const added = await bound({ repos: ["me/*"] }).issue.labels.add({
      ...mine,
      issue_number: 1,
      labels,
    })
    expect(added).toMatchObject({ ok: true })
    expect(sandbox.requests).toHaveLength(without)
  })

  it.each(["graphql", "rest"] as const)(
    "refuses a write over %s if the repository was renamed to one outside the bound",
    async (route) => {
      const github = await startGithub(() => data({ repository: { nameWithOwner: "other/docs" } }))
      const ghx = createGhx({ client: github.client({ repos: ["me/*"] }) })
      const update = ghx.issue.update({ ...mine, issue_number: 1, title: "Clear" })
      expect(await update.run({ route })).toMatchObject(refused("repos", "other/docs"))
      expect(new Set(github.requests.map(({ path }) => path))).toEqual(new Set(["/graphql"]))
      expect(JSON.stringify(github.requests)).not.toContain("mutation")
      await github.close()
    },
  )

  it("checks the repository's current name before a write over REST", async () => {
    const ghx = bound({ repos: ["me/*"] })
    const update = ghx.issue.update({ ...mine, issue_number: 1, title: "Clear" })
    expect(await update.run({ route: "rest" })).toMatchObject({ ok: true })
    const [first, ...others] = sandbox.requests
    expect(first?.operation_name).toBe("RepositoryNow")
    expect(others.map(({ method }) => method)).toContain("PATCH")
  })

  it("asks for the repository's current name once, with the lookups, for a write with a key", async () => {
    const ghx = bound({ repos: ["me/*"] })
    const comment = { ...mine, issue_number: 1, body: "Thanks" }
    expect(await ghx.issue.comments.create(comment, { key: "thanks" })).toMatchObject({ ok: true })
    const names = sandbox.requests.map(({ operation_name }) => operation_name)
    expect(names).toEqual(["Chain", "Reconcile", "IssueCommentsCreate"])
  })

  it("refuses only the foreign steps of a chain, with one document for all checks", async () => {
    const [own, foreign] = [await threadOf(mine), await threadOf(others)]
    const ghx = bound({ repos: ["me/*"] })
    const { status, results } = await chain(
      ghx.pr.thread.resolve({ thread_id: own }),
      ghx.pr.thread.resolve({ thread_id: foreign }),
    )
    expect(status).toBe("partial")
    expect(results).toMatchObject([{ ok: true }, refused("repos")])
    expect(sandbox.requests).toHaveLength(2)
    expect(sandbox.applied).toHaveLength(1)
  })

  it("applies to values from the results of other steps", async () => {
    const ghx = bound({ repos: ["me/*"] })
    const title = ghx.issue.view({ ...mine, issue_number: 1 })
    const { results } = await chain(
      title,
      ghx.issue.close({ owner: title.out.author.required(), repo: "docs", issue_number: 1 }),
    )
    expect(results).toMatchObject([{ ok: true }, { ok: true }])
    const pull = bound({}).pr.view({ ...others, pull_number: 2 })
    const { results: mixed } = await chain(
      pull,
      ghx.issue.close({ owner: pull.out.author.required(), repo: "docs", issue_number: 1 }),
    )
    expect(mixed).toMatchObject([{ ok: true }, refused("repos", "other/docs")])
    expect(sandbox.applied).toHaveLength(1)
  })

  it("refuses a call that names no repository, unless `allow` lists its exact id", async () => {
    const none = "names no repository"
    expect(await bound({ repos: ["me/*"] }).user.me()).toMatchObject(refused("repos", none))
    expect(await bound({ repos: ["me/*"], allow: ["*"] }).user.me()).toMatchObject(
      refused("repos", none),
    )
    const gist = { files: { "a.txt": { content: "secret" } } }
    expect(await bound({ repos: ["me/*"] }).gist.create(gist as never)).toMatchObject({ ok: false })
    expect(sandbox.requests).toEqual([])
    expect(await bound({ repos: ["me/*"], allow: ["*", "user.me"] }).user.me()).toMatchObject({
      ok: true,
    })
  })
})

describe("option `repos`, for projects, users, redirects and searches", () => {
  const item = { ...mine, issue_number: 1, project_number: 1 }

  it("refuses to write to a project, unless `allow` lists the exact id of the call", async () => {
    const ghx = bound({ repos: ["me/*"] })
    expect(await ghx.project.item.add(item)).toMatchObject(refused("repos", "project"))
    const { results } = await chain(ghx.project.item.add(item))
    expect(results).toMatchObject([refused("repos", "project")])
    expect(sandbox.requests).toEqual([])
    const named = bound({ repos: ["me/*"], allow: ["*", "project.item.add"] })
    expect(await named.project.item.add(item)).not.toMatchObject({ error: { code: "AUTH" } })
    expect(sandbox.requests.length).toBeGreaterThan(0)
  })

  it("allows assigning users, who belong to no repository", async () => {
    const ghx = bound({ repos: ["me/*"] })
    const assigned = await ghx.issue.assignees.update({
      ...mine,
      issue_number: 1,
      assignees: ["me"],
    })
    expect(assigned).toMatchObject({ ok: true })
  })

  it("stops a write at a redirect, which a client without `repos` follows", async () => {
    const github = await startGithub(({ path, method }) =>
      path === "/graphql"
        ? data({ repository: { nameWithOwner: "me/docs" } })
        : path?.startsWith("/repos/me/") && method === "POST"
          ? { status: 307, headers: { location: "/repositories/99/issues/1/comments" }, body: "" }
          : { body: { number: 1, node_id: "I_1" } },
    )
    const calls = [{ repos: ["me/*"] }, {}].map((options) =>
      createGhx({ client: github.client(options) })
        .issue.comments.create({ ...mine, issue_number: 1, body: "Hi" })
        .run({ route: "rest" }),
    )
    const led = () => github.requests.filter(({ path }) => path?.startsWith("/repositories/99"))
    expect(await calls[0]).toMatchObject({
      error: {
        code: "NOT_FOUND",
        message: expect.stringContaining("/repositories/99"),
        details: { outcome: "rejected", fix: expect.any(String) },
      },
    })
    expect(led()).toEqual([])
    await calls[1]
    expect(led()).toHaveLength(1)
    await github.close()
  })

  it.each([
    "repo:me/docs",
    "is:open repo:ME/Docs label:bug",
    'unclear "user:other OR" repo:me/docs',
    "repo:me/docs repo:other/docs",
    "(repo:me/docs OR repo:other/docs) is:open",
    "repo:me/docs label:bug OR repo:other/docs",
    "repo:me/docs\tcaf\u00e9\n\u00bbx\u00ab",
    "repo:me/docs (label:bug OR is:open)",
    "((repo:me/docs is:open) OR (repo:other/docs (is:closed OR label:bug)))",
    '(repo:me/docs "x) OR (y" OR label:"a (b" repo:other/docs)',
  ])("allows a search within the bound: %s", async (query) => {
    const ghx = bound({ repos: ["*/docs"] })
    expect(await ghx.issue.search({ query })).not.toMatchObject({ error: { code: "AUTH" } })
    expect(sandbox.requests).toHaveLength(1)
  })

  it.each([
    ["bug", "not limited"],
    ["", "not limited"],
    ["repo:other/docs", "other/docs"],
    ["repo:me/docs repo:other/docs", "other/docs"],
    ["repo:me/docs user:other", "not limited"],
    ["repo:me/docs org:other", "not limited"],
    ["repo:me/docs OR bug", "not limited"],
    ["repo:me/docs or is:issue", "not limited"],
    ["-(repo:me/docs)", "not limited"],
    ["- (repo:me/docs)", "not limited"],
    ["NOT (repo:me/docs)", "not limited"],
    ["repo:me/docs NOT repo:me/site", "not limited"],
    ["repo:me/docs AND (NOT repo:me/site)", "not limited"],
    ["(repo:me/docs OR repo:me/site) OR author:x", "not limited"],
    ["(repo:me/docs OR (repo:me/site OR is:open))", "not limited"],
    ["is:open (repo:me/docs OR label:bug)", "not limited"],
    ["(repo:me/docs OR user:me)", "not limited"],
    ["(repo:me/docs OR org:other)", "not limited"],
    ["repo:me/docs or repo:me/site", "not limited"],
    ["repo:me/docs OR", "not limited"],
    ["OR repo:me/docs", "not limited"],
    ['repo:me/docs OR "repo:me/site"', "not limited"],
    ['repo:me/docs "x"OR bug', "not limited"],
    ['repo:me/docs "OR" user:other', "not limited"],
    ["(repo:me/docs)OR(is:open)", "not limited"],
    ["repo:me/docs) OR (is:open", "not limited"],
    ["(repo:me/docs OR repo:me/site", "not limited"],
    ["((((((repo:me/docs))))))", "not limited"],
    ['-"x"(repo:me/docs)', "not limited"],
    ['repo:me/docs x"y OR is:open z"', "not limited"],
    ["-repo:me/docs", "not limited"],
    ["NOT repo:me/docs", "not limited"],
    ['"repo:me/docs"', "not limited"],
    ['repo:"other/docs" repo:me/docs', "not limited"],
    ['repo:me/docs "x\\" user:other "', "not limited"],
    ['repo:me/docs "user:other', "not limited"],
    ["repo:me/docs,other/docs", "not limited"],
    ["\u201cbug repo:me/docs \u201d", "not limited"],
    ["bug\u00a0repo:me/docs", "not limited"],
    ["repo:me/docs\u3000bug", "not limited"],
    ["repo:me/docs !user:you", "is not limited to the repositories"],
    ["repo:me/docs owner:you", "is not limited to the repositories"],
    ["repo:me/docs label:bug,repo:you/secret", "is not limited to the repositories"],
  ])("refuses a search that may leave the bound: %s", async (query, message) => {
    const ghx = bound({ repos: ["me/*"] })
    for (const refusal of [await ghx.issue.search({ query }), await ghx.search.code({ query })]) {
      if (query === "") expect(refusal.ok).toBe(false)
      else expect(refusal).toMatchObject(refused("repos", message))
      if (query === "" || refusal.ok) continue
      expect(refusal.error.details?.fix).toContain("repo:owner/name")
    }
    expect(sandbox.requests).toEqual([])
  })

  it("counts over ten repositories in two searches of a chain", async () => {
    const repos = ["me/docs", ...Array.from({ length: 9 }, (_, at) => `me/site-${at}`)]
    const ghx = bound({ repos })
    const counts = [repos.slice(0, 6), repos.slice(6)].map((names) => {
      const any = names.map((name) => `repo:${name}`).join(" OR ")
      return ghx.issue.search({ query: `(${any})` })
    })
    const { results } = await chain(counts)
    expect(results.map((one) => one.ok && one.data.total_count)).toEqual([expect.any(Number), 0])
  })

  it("accepts alternatives only in searches for issues, because others read no parentheses", async () => {
    const ghx = bound({ repos: ["me/*"] })
    for (const query of ["(repo:me/docs)", "repo:me/docs OR repo:me/site"])
      expect(await ghx.search.code({ query })).toMatchObject(refused("repos", "not limited"))
    expect(sandbox.requests).toEqual([])
  })

  it("is not loosened by exact ids in `allow` for searches, branches of others and new names", async () => {
    const ids = ["issue.search", "repo.comparison.view", "repo.update"] as const
    const ghx = bound({ repos: ["me/*"], allow: ids })
    const compared = { ...mine, base: "main", head: "other:main" }
    for (const refusal of [
      await ghx.issue.search({ query: "unclear" }),
      await ghx.repo.comparison.view(compared),
      await bound({ repos: ["me/docs"], allow: ids }).repo.update({ ...mine, name: "evil" }),
    ])
      expect(refusal).toMatchObject(refused("repos"))
    expect(sandbox.requests).toEqual([])
  })
})

describe("option `limits`", () => {
  const comment = { ...mine, issue_number: 1, body: "Hm." }

  it("counts the calls of one client, not those of another", async () => {
    const ghx = bound({ limits: { "issue.comments.create": 2 } })
    const calls = [1, 2, 3].map(() => ghx.issue.comments.create(comment))
    const results = await Promise.all(calls)
    expect(results.map(({ ok }) => ok)).toEqual([true, true, false])
    expect(results[2]).toMatchObject(
      refused("limits", "exceeds the limit of this client: 2 calls of issue.comments.create"),
    )
    expect(
      await bound({ limits: { "issue.comments.create": 2 } }).issue.comments.create(comment),
    ).toMatchObject({ ok: true })
    expect(sandbox.applied).toHaveLength(3)
  })

  it("counts all calls that match a pattern, reads included", async () => {
    const ghx = bound({ limits: { "issue.*": 2, "*": 3 } })
    expect(await ghx.issue.view({ ...mine, issue_number: 1 })).toMatchObject({ ok: true })
    expect(await ghx.issue.comments.create(comment)).toMatchObject({ ok: true })
    expect(await ghx.issue.comments.create(comment)).toMatchObject(
      refused("limits", "2 calls that match issue.*"),
    )
    expect(await ghx.user.me()).toMatchObject({ ok: true })
    expect(await ghx.user.me()).toMatchObject(refused("limits", "3 calls that match *"))
  })

  it.each([
    ["issue.comments.create", "1 call of issue.comments.create"],
    ["issue.*", "1 call that matches issue.*"],
  ])("a limit of one call of %s is told in the singular", async (pattern, words) => {
    const ghx = bound({ limits: { [pattern]: 1 } })
    expect(await ghx.issue.comments.create(comment)).toMatchObject({ ok: true })
    expect(await ghx.issue.comments.create(comment)).toMatchObject(refused("limits", words))
  })

  it("rejects a chain that would exceed a limit as a whole, and counts none of its steps", async () => {
    const ghx = bound({ limits: { "issue.comments.create": 5 } })
    const comments = (count: number) =>
      Array.from({ length: count }, () => ghx.issue.comments.create(comment))
    const { status, results } = await chain(comments(6))
    expect(status).toBe("failed")
    expect(results[5]).toMatchObject(refused("limits"))
    expect(sandbox.requests).toEqual([])
    expect(await chain(comments(5))).toMatchObject({ status: "success" })
    expect(sandbox.applied).toHaveLength(5)
  })

  it("stops an `each` at the first item beyond the limit", async () => {
    for (const title of ["One", "Two", "Three"]) await bound({}).issue.create({ ...mine, title })
    const before = sandbox.applied.length
    const ghx = bound({ limits: { "issue.close": 2 } })
    const list = ghx.issue.list(mine)
    const closed = each(list.out.items, ({ number }) =>
      ghx.issue.close({ ...mine, issue_number: number }),
    )
    const { results } = await chain(list, closed)
    expect(results[1]).toMatchObject({ ok: false, error: { code: "AUTH" } })
    expect(sandbox.applied).toHaveLength(before + 2)
  })

  it("counts a write with a key only if it is sent", async () => {
    const ghx = bound({ limits: { "issue.comments.create": 2, "issue.close": 1 } })
    const write = (key: string) => ghx.issue.comments.create(comment, { key })
    expect(await write("one")).toMatchObject({ meta: { once: "sent" } })
    for (let again = 0; again < 3; again += 1) {
      expect(await write("one")).toMatchObject({ meta: { once: "found" } })
    }
    expect(await chain(write("one"), write("two"))).toMatchObject({ status: "success" })
    expect(await write("three")).toMatchObject(refused("limits", "2 calls"))
    expect(await write("two")).toMatchObject({ meta: { once: "found" } })
    expect(sandbox.applied).toHaveLength(2)

    const close = { ...mine, issue_number: 1 }
    expect(await ghx.issue.close(close, { key: "four" })).toMatchObject({ meta: { once: "sent" } })
    expect(await ghx.issue.close(close, { key: "four" })).toMatchObject(refused("limits", "1 call"))
  })

  it("does not count a call that `repos` refuses by its node id, nor a write that is not sent", async () => {
    const node_id = await threadOf(others)
    const ghx = bound({ limits: { "*": 1 }, repos: [`${mine.owner}/${mine.repo}`] })
    expect(await ghx.node.view({ node_id })).toMatchObject(refused("repos"))
    expect(
      await ghx.issue.labels.add({ ...mine, issue_number: 1, labels: ["none"] }),
    ).toMatchObject({
      error: { details: { outcome: "not_sent" } },
    })
    expect(await chain(ghx.issue.close({ ...mine, issue_number: 999 }))).toMatchObject({
      status: "failed",
    })
    expect(await ghx.issue.view({ ...mine, issue_number: 999 })).toMatchObject({
      error: { code: "NOT_FOUND" },
    })
    expect(await ghx.issue.view({ ...mine, issue_number: 1 })).toMatchObject(refused("limits"))
  })

  it("counts calls that one pattern matches, or several joined by +, together", async () => {
    const { owner, repo } = mine
    const group = { "issue.update + issue.comments.create": 2, "repo.*+pr.*": 1 }
    const ghx = bound({ limits: group })
    expect(await ghx.issue.comments.create(comment)).toMatchObject({ ok: true })
    expect(await ghx.issue.update({ ...mine, issue_number: 1, title: "New" })).toMatchObject({
      ok: true,
    })
    const over = refused("limits", "2 calls that match issue.update + issue.comments.create")
    expect(await ghx.issue.comments.create(comment)).toMatchObject(over)
    expect(await chain(ghx.issue.comments.create(comment))).toMatchObject({ results: [over] })
    expect(await ghx.repo.view({ owner, repo })).toMatchObject({ ok: true })
    expect(await ghx.pr.list({ owner, repo })).toMatchObject(refused("limits", "repo.*+pr.*"))
    expect(await ghx.issue.view({ ...mine, issue_number: 1 })).toMatchObject({ ok: true })

    expect(() => bound({ limits: { "issue.close+issue.updat": 2 } })).toThrow(
      "No capability matches issue.updat in `limits`; did you mean `issue.update`",
    )
    expect(() => bound({ limits: { "issue.close,issue.update": 2 } as never })).toThrow(
      '"issue.create+pr.create" counts both together',
    )
  })

  it("applies to tasks", async () => {
    const client = createClient({
      base_url: sandbox.url,
      token: sandbox.token,
      limits: { "issue.close": 0 },
    })
    const task = { task: "issue.close", input: { ...mine, issue_number: 1 } } as const
    expect((await executeTasks([task], { client })).results[0]).toMatchObject(refused("limits"))
  })

  it.each([-1, 1.5, Number.NaN, "5"])("rejects %j", (most) => {
    expect(() => createClient({ limits: { "*": most as number } })).toThrow(
      /^limits takes whole numbers/,
    )
  })
})

/** A lookup as the compiler emits it, with the names of its root fields. */
function query(variables: string, selections: string): GraphqlOperation {
  const [head, middle] = ["query Found(", ") { "]
  const document = `${head}${variables}${middle}${selections} }`
  const begun = head.length + variables.length
  const root = begun + middle.length
  return {
    type: "query",
    name: "Found",
    document,
    parts: {
      variables: [head.length, begun],
      selections: [root, root + selections.length],
      names: [...document.matchAll(/\$/g)].map(({ index }) => index + 1),
      roots: [root],
    },
  }
}

/** Capabilities like those of projects, with a second repository that other inputs name. */
const twoRepositories = (() => {
  interface Input {
    owner: string
    repo: string
    issue_number: number
    to_owner: string
    to_repo: string
  }
  const text = { type: "string" } as const
  const base = {
    version: "1.0.0",
    effect: "write",
    idempotent: false,
    input: {
      type: "object",
      properties: {
        owner: text,
        repo: text,
        issue_number: { type: "integer" },
        to_owner: text,
        to_repo: text,
      },
    },
    output: { type: "object", required: ["url"], properties: { url: text } },
  } as const
  return {
    transfer: handWritten<"issue.transfer", Input, { url: string }>({
      ...base,
      id: "issue.transfer",
      routes: ["graphql"],
      graphql: {
        operation: {
          type: "mutation",
          name: "Transfer",
          document: `mutation Transfer($issue_id: ID!, $target_id: ID!) {
            transferIssue(input: { issueId: $issue_id, repositoryId: $target_id }) { issue { url } }
          }`,
        },
        lookups: {
          issue_id: {
            operation: query(
              "$owner: String!, $repo: String!, $issue_number: Int!",
              "repository(owner: $owner, name: $repo) { issue(number: $issue_number) { id } }",
            ),
            subject: "issue",
            variables: ({ owner, repo, issue_number }) => ({ owner, repo, issue_number }),
            result: (found: { repository: { issue: { id: string } } }) => found.repository.issue.id,
          },
          target_id: {
            operation: query(
              "$owner: String!, $repo: String!",
              "repository(name: $repo, owner: $owner) { id }",
            ),
            subject: "repository",
            variables: ({ to_owner, to_repo }) => ({ owner: to_owner, repo: to_repo }),
            result: (found: { repository: { id: string } }) => found.repository.id,
          },
        },
        variables: (_input, lookups) => Object(lookups),
        result: "transferIssue.issue",
        output: (answer: { transferIssue: { issue: { url: string } } }) =>
          answer.transferIssue.issue,
      },
    }),
    copy: handWritten<"issue.copy", Input, { url: string }>({
      ...base,
      id: "issue.copy",
      routes: ["rest"],
      rest: {
        endpoints: [
          {
            as: "from",
            method: "GET",
            path: "/repos/{owner}/{repo}/issues/{issue_number}",
            request: ({ owner, repo, issue_number }) => ({ path: { owner, repo, issue_number } }),
          },
          {
            as: "made",
            method: "POST",
            path: "/repos/{to_owner}/{to_repo}/issues",
            request: ({ to_owner, to_repo }, { from }: { from: { title: string } }) => ({
              path: { to_owner, to_repo },
              body: { title: from.title },
            }),
          },
        ],
        result: "made",
        output: ({ made }: { made: { html_url: string } }) => ({ url: made.html_url }),
      },
    }),
  }
})()

it.each([301, 302, 307, 308])(
  "a read with `repos` does not follow a %i redirect out of the bound",
  async (status) => {
    const github = await startGithub(({ path = "", query }) =>
      query
        ? data({ repository: { nameWithOwner: "me/docs" } })
        : path.startsWith("/repos/me/")
          ? { status, headers: { location: path.replace("/me/", "/other/") }, body: {} }
          : { body: { url: "u", title: "Secret" } },
    )
    const { copy } = bindTree(twoRepositories, github.client({ repos: ["me/*"], retry: false }))
    expect(await copy({ ...mine, issue_number: 1, to_owner: "me", to_repo: "docs" })).toMatchObject(
      {
        error: { code: "NOT_FOUND", message: expect.stringContaining("/repos/other/docs") },
      },
    )
    expect(github.requests.filter(({ path }) => path?.includes("/other/"))).toEqual([])
    await github.close()
  },
)

describe("option `repos`, for a second repository in the input", () => {
  const own = (options: GuardOptions) =>
    bindTree(
      twoRepositories,
      createClient({ base_url: sandbox.url, token: sandbox.token, ...options }),
    )
  const outwards = { ...mine, issue_number: 1, to_owner: "other", to_repo: "docs" }

  it("refuses a transfer out of the bound, and sends nothing", async () => {
    const { transfer } = own({ repos: ["me/*"] })
    expect(await transfer(outwards)).toMatchObject(
      refused("repos", "issue.transfer would act on other/docs"),
    )
    expect(sandbox.requests).toEqual([])
    await own({ repos: ["*/docs"] }).transfer(outwards)
    expect(sandbox.requests.map(({ operation_name }) => operation_name)).toContain("Transfer")
  })

  it("refuses a REST endpoint whose path leaves the bound", async () => {
    const { copy } = own({ repos: ["me/*"] })
    expect(await copy(outwards)).toMatchObject(
      refused("repos", "issue.copy would act on other/docs"),
    )
    expect(sandbox.applied).toEqual([])
    expect(await own({ repos: ["*/docs"] }).copy(outwards)).toMatchObject({ ok: true })
  })
})

/** Commands of gh whose arguments name a repository, and documents that take owner and name as one string. */
const namedOtherwise = (() => {
  const text = { type: "string" } as const
  const base = {
    version: "1.0.0",
    idempotent: true,
    input: { type: "object", properties: { owner: text, repo: text, to: text } },
    output: { type: "object" },
  } as const
  interface Input {
    owner: string
    repo: string
    to: string
  }
  const run = (id: string, command: readonly string[], more: object) =>
    handWritten<string, Input, object>({
      ...base,
      effect: "read",
      id,
      routes: ["cli"],
      cli: { command, result: "it", output: () => ({}), ...more },
    })
  const ask = (id: string, document: string, variables: (input: Input) => object) =>
    handWritten<string, Input, object>({
      ...base,
      effect: "write",
      id,
      routes: ["graphql"],
      graphql: {
        operation: { type: "mutation", name: "Commit", document },
        variables,
        result: "it",
        output: () => ({}),
      },
    })
  const last = { arguments: ({ to }: Input) => [to] }
  const commit = (branch: string) =>
    `mutation Commit($to: String!) { createCommitOnBranch(input: { branch: ${branch} }) { clientMutationId } }`
  return {
    "gh issue transfer": run("issue.move", ["issue", "transfer"], {
      arguments: ({ to }: Input) => [1, to],
    }),
    "gh issue view": run("issue.look", ["issue", "view"], {
      arguments: ({ to }: Input) => [`https://github.com/${to}/issues/1`],
    }),
    "gh label clone": run("label.clone", ["label", "clone"], last),
    "gh repo sync": run("repo.sync", ["repo", "sync"], {
      flags: ({ to }: Input) => ({ source: to }),
    }),
    "gh api": run("repo.call", ["api"], { arguments: ({ to }: Input) => [`repos/${to}/issues`] }),
    "a branch": ask(
      "repo.commit",
      commit('{ repositoryNameWithOwner: $to, branchName: "main" }'),
      ({ to }) => ({ to }),
    ),
    "a branch in an object": ask("repo.nested", commit("$to"), ({ to }) => ({
      to: { repositoryNameWithOwner: to, branchName: "main" },
    })),
    "the address of a page": ask(
      "repo.asked",
      "query Commit($to: URI!) { resource(url: $to) { __typename } }",
      ({ to }) => ({ to: `https://github.com/${to}/issues/1` }),
    ),
  }
})()

describe("option `repos`, for a repository in an argument or variable", () => {
  it.each(Object.keys(namedOtherwise))(
    "refuses a repository outside the bound: %s",
    async (name) => {
      const base_url = name.startsWith("gh ") ? "https://github.com" : sandbox.url
      // The program that replaces gh accepts none of these arguments.
      const gh = { path: process.execPath }
      const client = createClient({ base_url, token: sandbox.token, repos: ["me/*"], gh })
      const call = bindTree(namedOtherwise, client)[name as keyof typeof namedOtherwise]
      expect(await call({ ...mine, to: "other/docs" })).toMatchObject(
        refused("repos", "would act on other/docs"),
      )
      expect(sandbox.applied).toEqual([])
      expect(await call({ ...mine, to: "me/docs" })).not.toMatchObject(refused("repos"))
    },
  )
})

/** The same calls as capabilities and as requests: each reaches another repository than its own. */
const outside: readonly [capability: string, request: string, input: object][] = [
  ["repo.fork", "POST /repos/{owner}/{repo}/forks", { organization: "other", name: "copy" }],
  ["repo.fork", "POST /repos/{owner}/{repo}/forks", {}],
  [
    "pr.create",
    "POST /repos/{owner}/{repo}/pulls",
    { title: "x", head: "other:fix", base: "main" },
  ],
  ["repo.branch.merge", "POST /repos/{owner}/{repo}/merges", { base: "main", head: "other:fix" }],
  ["repo.commits.list", "GET /repos/{owner}/{repo}/commits", { ref: "other:docs:main" }],
  ["repo.update", "PATCH /repos/{owner}/{repo}", { name: "copy" }],
]

describe("option `repos`, for a fork, a new repository and a new name", () => {
  const options = () => ({
    base_url: sandbox.url,
    token: sandbox.token,
    repos: ["me/docs"],
    operations: "write" as const,
  })

  it.each(outside)(
    "refuses %s and %s with %j alike, also in a record",
    async (id, request, more) => {
      const { execute, executeTasks } = createExecutor(options())
      const { client, recording } = recordingClient(createClient(options()))
      const recorder = createExecutor({ client })
      const { ref, ...others } = more as { ref?: string }
      const inRequest = { ...mine, ...others, ...(ref && { sha: ref }) }
      for (const [task, input] of [
        [id, { ...mine, ...more }],
        [request, inRequest],
      ] as const) {
        expect(await execute(task, input)).toMatchObject(refused("repos", `${task} would act on`))
        const tasks = [
          { task: "issue.view", input: { ...mine, issue_number: 1 } },
          { task, input },
        ]
        expect((await executeTasks(tasks)).results[1]).toMatchObject(refused("repos"))
        expect(await recorder.execute(task, input)).toMatchObject(refused("repos"))
      }
      expect([sandbox.requests, recording]).toEqual([[], []])
    },
  )

  it("refuses a comparison with another repository, also in a path", async () => {
    const ghx = bound({ repos: ["me/docs"] })
    const head = "other:main"
    const message = "would act on a repository of other"
    expect(await ghx.repo.comparison.view({ ...mine, base: "main", head })).toMatchObject(
      refused("repos", message),
    )
    expect(await ghx.request(`GET /repos/me/docs/compare/main...${head}`)).toMatchObject(
      refused("repos", message),
    )
    expect(sandbox.requests).toEqual([])
  })

  it("allows what stays within the bound, and repositories made by a capability that `allow` lists", async () => {
    const ghx = bound({ repos: ["me/*"], operations: "write" })
    expect(
      await ghx.repo.comparison.view({ ...mine, base: "main", head: "me:fix" }),
    ).not.toMatchObject(refused("repos"))
    expect(await ghx.repo.update({ ...mine, name: "manual" })).toMatchObject({ ok: true })
    const wide = bound({ repos: ["me/*", "other/*"] })
    expect(
      await wide.repo.comparison.view({
        ...mine,
        repo: "manual",
        base: "main",
        head: "other:main",
      }),
    ).not.toMatchObject(refused("repos"))
    const named = bound({ repos: ["other/docs"], allow: ["*", "repo.fork"] })
    expect(await named.repo.fork({ ...others, name: "mine" })).toMatchObject({ ok: true })
  })
})

describe("a recording client with guards", () => {
  function recorder(options: GuardOptions) {
    const inner = createClient({ base_url: sandbox.url, token: sandbox.token, ...options })
    const { client, recording } = recordingClient(inner)
    return { ghx: createGhx({ client }), recording }
  }

  it("records no call outside `repos`, and sends only the query for its repository", async () => {
    const [own, foreign] = [await threadOf(mine), await threadOf(others)]
    const { ghx, recording } = recorder({ repos: ["me/*"] })
    expect(await ghx.issue.close({ ...others, issue_number: 1 })).toMatchObject(refused("repos"))
    expect(sandbox.requests).toEqual([])
    const { results } = await chain(
      ghx.pr.thread.resolve({ thread_id: own }),
      ghx.pr.thread.resolve({ thread_id: foreign }),
    )
    expect(results).toMatchObject([
      { error: { details: { recorded: "pr_thread_resolve" } } },
      refused("repos", "other/docs"),
    ])
    expect(await ghx.pr.thread.resolve({ thread_id: foreign })).toMatchObject(refused("repos"))
    expect(sandbox.requests.map(({ operation_type }) => operation_type)).toEqual(["query", "query"])
    expect(recording).toHaveLength(1)
  })

  it("refuses a step whose repository depends on an unknown result", async () => {
    const { ghx, recording } = recorder({ repos: ["me/*"] })
    const created = ghx.issue.create({ ...mine, title: "Unclear" })
    const comment = { body: "Hm." }
    const { results } = await chain(
      created,
      ghx.issue.comments.create({ ...mine, ...comment, issue_number: created.out.number }),
      ghx.issue.comments.create({ ...mine, ...comment, repo: created.out.title, issue_number: 1 }),
      ghx.pr.thread.resolve({ thread_id: created.out.title as never }),
    )
    expect(results.map((one) => one.ok || one.error.details?.guard)).toEqual([
      "record",
      "record",
      "repos",
      "repos",
    ])
    expect(recording).toHaveLength(2)
  })

  it("counts recorded calls, and limits an `each` to the calls that remain", async () => {
    const { ghx, recording } = recorder({ limits: { "issue.comments.create": 3 } })
    const comment = (body: string) => ({ ...mine, issue_number: 1, body })
    expect(await ghx.issue.comments.create(comment("One"))).toMatchObject({
      error: { details: { recorded: "issue_comments_create" } },
    })
    const created = ghx.issue.create({ ...mine, title: "Unclear", labels: ["bug"] })
    const list = each(created.out.labels, (label) =>
      ghx.issue.comments.create({ ...mine, issue_number: 1, body: label }),
    )
    await chain(created, list)
    expect(recording[2]).toMatchObject({
      each: { $from: "issue_create", path: "labels", limit: 2 },
    })
    expect(await ghx.issue.comments.create(comment("Four"))).toMatchObject(refused("limits"))
    expect(recording).toHaveLength(3)
  })
})
