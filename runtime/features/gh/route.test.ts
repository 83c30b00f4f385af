import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { eventually } from "../../../test/eventually.js"
import { needsGh } from "../../../test/needs.js"
import { bindTree, type ClientOptions, chain, createClient } from "../../index.js"
import {
  anywhere,
  commentCreate,
  data,
  type GhDouble,
  handWritten,
  issueViewAnywhere,
  loaded,
  prCheckout,
  startGh,
  startGithub,
  testToken,
} from "../../testing/index.js"

let gh: GhDouble
let folder: string
const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const issue = { __typename: "Issue", id: "I_1", url: "u", number: 1, title: "Bug", milestone: null }
const nothing = { repository: { hasIssuesEnabled: true, issue: null } }
const found = data({ repository: { hasIssuesEnabled: true, issue } })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ghx-commands-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  gh = await startGh(() => found)
})
afterEach(() => gh.close())

const clientOf = (options: ClientOptions = {}) =>
  createClient({
    token: testToken,
    routes: ["cli"],
    retry: false,
    ...options,
    gh: { path: gh.path, ...options.gh, env: { ...gh.env, ...options.gh?.env } },
  })
const bind = (options?: ClientOptions) => bindTree(anywhere, clientOf(options))

/** A program in place of gh, for behavior that the real gh does not show on demand. */
async function program(name: string, script: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

describe("the cli route with the real gh", () => {
  beforeEach(needsGh)

  test("reads with the token and the host of the client", async () => {
    expect(await bind().issue.view(input).orThrow()).toEqual({
      number: 1,
      title: "Bug",
      milestone: null,
    })
    expect(gh.requests[0]?.headers).toMatchObject({
      host: "api.github.com",
      authorization: `token ${testToken}`,
    })
    await bind({ base_url: "https://ghes.test" }).issue.view(input)
    expect(gh.requests.at(-1)).toMatchObject({
      path: "/api/graphql",
      headers: { host: "ghes.test", authorization: `token ${testToken}` },
    })
  })

  test.each(["--web", "@/etc/passwd", "-", "$(id)", "a\nb"])(
    "passes %j to gh as plain text",
    async (body) => {
      gh.answer = ({ query }) =>
        query.startsWith("mutation")
          ? data({ addComment: { commentEdge: { node: { url: "https://x/1" } } } })
          : found
      const result = await bind().issue.comments.create({ ...input, body })
      expect(result).toMatchObject({ ok: true, data: { url: "https://x/1" } })
      expect(gh.requests.at(-1)?.variables).toEqual({ input: { subjectId: "I_1", body } })
    },
  )

  test("passes the longest body that GitHub accepts, which is longer than an argument may be", async () => {
    gh.answer = ({ query }) =>
      query.startsWith("mutation")
        ? data({ addComment: { commentEdge: { node: { url: "https://x/1" } } } })
        : found
    const body = "\u{1f600}".repeat(65_536)
    expect(await bind().issue.comments.create({ ...input, body })).toMatchObject({ ok: true })
    expect(gh.requests.at(-1)?.variables).toEqual({ input: { subjectId: "I_1", body } })
  })

  test.each([
    ["gh 2.97", "*sequences*) printf 'a\\033b';; *) printf 'a^[b';;"],
    [
      "gh 2.23",
      "*sequences*) echo 'unknown flag: --allow-escape-sequences' >&2; exit 1;; *) printf 'a\\033b';;",
    ],
  ])("keeps the escape sequences of a diff with %s", async (version, cases) => {
    const path = await program(version, `case "$*" in --version) ;; ${cases} esac`)
    const diff = handWritten({
      ...(await loaded(prCheckout)),
      cli: {
        command: ["pr", "diff"],
        result: "diff",
        output: (printed: string) => ({ branch: printed }),
      },
    })
    const { data } = await bindTree({ diff }, clientOf({ gh: { path } })).diff({ pull_number: 1 })
    expect(data).toEqual({ branch: "a\u001bb" })
  })

  test("is left for another route if gh refuses the characters of a text", async () => {
    const refusal = "the response contains terminal escape sequences; pass --allow-escape-sequences"
    const path = await program(
      "hardened",
      `[ "$1" = --version ] && exit; echo "${refusal} to output it anyway" >&2; exit 1`,
    )
    expect(await bind({ gh: { path } }).issue.view(input)).toMatchObject({
      error: { code: "ADAPTER_UNSUPPORTED", details: { fix: expect.stringContaining("route") } },
    })
  })

  test("rejects an owner that would redirect gh to another host", async () => {
    expect(await bind().issue.view({ ...input, owner: "evil.test/octocat" })).toMatchObject({
      error: { code: "VALIDATION", message: expect.stringContaining("without a slash") },
    })
    expect(gh.requests).toHaveLength(0)
  })

  test.each<[string, Parameters<typeof data>[1] | undefined, number, object]>([
    ["401", undefined, 401, { code: "AUTH", retryable: false }],
    ["404", undefined, 404, { code: "NOT_FOUND" }],
    ["422", undefined, 422, { code: "VALIDATION" }],
    ["429", undefined, 429, { code: "RATE_LIMIT", retryable: true }],
    ["502", undefined, 502, { code: "SERVER", retryable: true }],
    [
      "a missing issue",
      {
        type: "NOT_FOUND",
        path: ["repository", "issue"],
        message: "Could not resolve to an Issue.",
      },
      200,
      { code: "NOT_FOUND", message: "Could not resolve to an Issue." },
    ],
    [
      "missing scopes",
      {
        type: "INSUFFICIENT_SCOPES",
        message:
          "Your token has not been granted the required scopes to execute this query. The 'id' field requires one of the following scopes: ['read:project'].",
      },
      200,
      { code: "AUTH", details: { fix: expect.stringContaining("read:project") } },
    ],
    [
      "a field that an older server lacks",
      { message: "Field 'stateReason' doesn't exist on type 'Issue'" },
      200,
      { code: "ADAPTER_UNSUPPORTED" },
    ],
  ])("classifies the error when GitHub responds with %s", async (_, error, status, expected) => {
    gh.answer = () =>
      error ? data(nothing, error) : { status, body: { message: "GitHub's reason" } }
    expect(await bind().issue.view(input)).toMatchObject({ ok: false, error: expected })
  })

  test.each<[string, string, object]>([
    [
      "failed to update: 'mood' not found",
      "NOT_FOUND",
      { message: "failed to update: 'mood' not found" },
    ],
    [
      "Message: API rate limit exceeded, Locations: []",
      "RATE_LIMIT",
      { message: "API rate limit exceeded" },
    ],
    ["unexpected EOF", "SERVER", {}],
  ])("classifies the error when gh prints %s", async (message, code, more) => {
    const path = await program(
      "teller",
      `case "$1" in --version) exit 0;; esac; echo "${message}" >&2; exit 1`,
    )
    expect(await bind({ gh: { path } }).issue.view(input)).toMatchObject({
      ok: false,
      error: { code, ...more },
    })
  })

  test("is unsupported and sends nothing if gh lacks a JSON field", async () => {
    const definition = await loaded(issueViewAnywhere)
    const strange = handWritten({
      ...definition,
      cli: { ...cliOf(definition), jsonFields: ["number", "mood"] },
    })
    const ghx = bindTree({ strange }, clientOf())
    expect(await ghx.strange(input)).toMatchObject({ error: { code: "ADAPTER_UNSUPPORTED" } })
    expect(gh.requests).toHaveLength(0)
  })

  test("reads the result of a write with a second command", async () => {
    const definition = await loaded(commentCreate)
    const cli = {
      ...cliOf(definition),
      // biome-ignore lint/suspicious/noThenProperty: the card's word for the second command
      then: { command: ["issue", "view"], arguments: () => [1], jsonFields: ["url"], flags: repo },
      output: (printed: { url: string }) => ({ url: printed.url }),
    }
    const ghx = bindTree({ create: handWritten({ ...definition, cli }) }, clientOf())
    gh.answer = ({ query }) =>
      query.startsWith("mutation")
        ? data({ addComment: { commentEdge: { node: { url: "first" } } } })
        : data({ repository: { hasIssuesEnabled: true, issue: { ...issue, url: "second" } } })
    expect(await ghx.create({ ...input, body: "x" })).toMatchObject({ data: { url: "second" } })
    gh.answer = ({ query }) =>
      query.startsWith("mutation")
        ? data({ addComment: { commentEdge: { node: { url: "first" } } } })
        : gh.requests.length > 2
          ? { status: 502, body: {} }
          : found
    gh.requests.length = 0
    expect(await ghx.create({ ...input, body: "x" })).toMatchObject({
      error: { code: "SERVER", retryable: false, details: { outcome: "unknown", applied: true } },
    })
  })

  test("is used for a chain of one step, not of several", async () => {
    const ghx = bind()
    expect((await chain(ghx.issue.view(input))).meta.route_used).toBe("cli")
    const { results } = await chain(ghx.issue.view(input), ghx.issue.view(input))
    expect(results[0]).toMatchObject({ ok: false, error: { code: "ADAPTER_UNSUPPORTED" } })
  })
})

const repo = () => ({ repo: "octocat/hello-world" })

function cliOf<T extends { cli?: unknown }>({ cli }: T): NonNullable<T["cli"]> {
  if (!cli) throw new Error("no cli route")
  return cli
}

describe("the cli preflight", () => {
  test("skips the route if gh is missing, and reports the error of the other route", async () => {
    const github = await startGithub(() => ({ status: 502, body: { message: "Bad day" } }))
    const missing = { routes: undefined, gh: { path: join(folder, "none") } }
    const ghx = bindTree(
      anywhere,
      clientOf({ base_url: github.url, routes: ["graphql", "cli"], gh: missing.gh }),
    )
    expect(await ghx.issue.view(input).run({ trace: true })).toMatchObject({
      error: { code: "SERVER", message: "Bad day" },
      meta: {
        route_used: "graphql",
        attempts: [
          { route: "graphql", status: "error", error_code: "SERVER" },
          { route: "cli", status: "skipped", error_code: "ADAPTER_UNSUPPORTED" },
        ],
      },
    })
    await github.close()
  })

  test("explains how to log in if gh has no login", async (context) => {
    needsGh(context)
    const ghx = bindTree(anywhere, createClient({ routes: ["cli"], gh: { env: gh.env } }))
    expect(await ghx.issue.view(input)).toMatchObject({
      error: { code: "AUTH", details: { fix: expect.stringContaining("gh auth login") } },
    })
    expect(gh.requests).toHaveLength(0)
  })

  test("uses the login of gh, for gh and for HTTP, if the client has no token", async () => {
    const env = { ...gh.env, GH_CONFIG_DIR: join(folder, "login") }
    const path = await program(
      "logged-in",
      'case "$*" in *"auth token"*) echo stored-token;; *) echo "[$GH_TOKEN]" >&2; exit 1;; esac',
    )
    const own = bindTree(
      anywhere,
      createClient({ routes: ["cli"], retry: false, gh: { path, env } }),
    )
    expect(await own.issue.view(input)).toMatchObject({
      error: { message: "gh failed: []" },
    })
    const github = await startGithub(() => found)
    const options = { base_url: github.url, gh: { path, env, login: true } }
    const http = bindTree(anywhere, createClient(options))
    expect((await http.issue.view(input)).ok).toBe(true)
    // The first request asks a server on this machine, without a token, whether it is a sandbox.
    expect(github.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ["/.well-known/ghx-sandbox", undefined],
      ["/graphql", "bearer stored-token"],
    ])
    await github.close()
  })

  test("runs once for many calls", async (context) => {
    needsGh(context)
    const log = join(folder, "log")
    const path = await program("counted", `echo "$1" >> ${log}; exec gh "$@"`)
    const ghx = bind({ gh: { path } })
    await Promise.all([ghx.issue.view(input), ghx.issue.view(input), ghx.issue.view(input)])
    const lines = (await readFile(log, "utf8")).trim().split("\n")
    expect(lines.filter((line) => line === "--version")).toHaveLength(1)
    expect(lines).toHaveLength(4)
  })
})

describe("a gh process", () => {
  const script = (body: string) => `case "$1" in --version) exit 0;; esac\n${body}`

  test("is killed at the time limit of the call or client, and when the caller aborts", async () => {
    const pids = join(folder, "pids")
    const path = await program("slow", script(`echo $$ >> ${pids}; exec sleep 200`))
    const started = async () => {
      const text = await readFile(pids, "utf8").catch(() => "")
      return text.trim().split("\n").filter(Boolean).map(Number)
    }
    await eventually([200, 2000, 20_000], async (limit) => {
      await rm(pids, { force: true })
      const ghx = bind({ timeout_ms: limit, gh: { path } })
      expect(await ghx.issue.view(input)).toMatchObject({
        error: { code: "NETWORK", message: expect.stringContaining(`longer than ${limit} ms`) },
      })
      expect(await ghx.issue.comments.create({ ...input, body: "x" })).toMatchObject({
        error: { retryable: false, details: { outcome: "unknown" } },
      })
      const patient = bind({ gh: { path } })
      expect(await patient.issue.view(input).run({ timeout_ms: limit })).toMatchObject({
        error: { code: "NETWORK", message: expect.stringContaining(`timed out after ${limit} ms`) },
      })
      expect(await started()).toHaveLength(3)
    })
    const gone = new AbortController()
    const running = bind({ gh: { path } }).issue.view(input).run({ signal: gone.signal })
    const isGone = expect(running).rejects.toThrow("gone")
    await vi.waitFor(async () => expect(await started()).toHaveLength(4))
    gone.abort(new Error("gone"))
    await isGone
    for (const pid of await started()) {
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"))
    }
  })

  test("has its output truncated at 10 MiB, with a warning or an error", async () => {
    const path = await program("loud", script("head -c 12000000 /dev/zero | tr '\\0' a"))
    const loud = handWritten({
      ...(await loaded(prCheckout)),
      cli: {
        command: ["pr", "diff"],
        result: "diff",
        output: (printed: string) => ({ branch: String(printed.length) }),
      },
    })
    const ghx = bindTree({ loud, view: issueViewAnywhere }, clientOf({ gh: { path } }))
    expect(await ghx.loud({ pull_number: 1 })).toMatchObject({
      data: { branch: String(10 * 1024 * 1024) },
      meta: { warnings: [{ code: "INCOMPLETE", message: expect.stringContaining("cut off") }] },
    })
    expect(await ghx.view(input)).toMatchObject({ error: { code: "ADAPTER_UNSUPPORTED" } })
  })

  test("has its token redacted in error messages", async () => {
    const path = await program("chatty", script('echo "token is $GH_TOKEN" >&2; exit 1'))
    const result = await bind({ gh: { path } }).issue.view(input)
    expect(result).toMatchObject({ error: { message: expect.stringContaining("[redacted]") } })
    expect(JSON.stringify(result)).not.toContain(testToken)
  })

  test("receives only the token of the client", async () => {
    const path = await program("spy", script('env | grep -c "^G.*TOKEN=" >&2; exit 1'))
    process.env.GITHUB_TOKEN = "not-for-gh"
    process.env.GH_ENTERPRISE_TOKEN = "nor-this"
    const result = await bind({ gh: { path } }).issue.view(input)
    delete process.env.GITHUB_TOKEN
    delete process.env.GH_ENTERPRISE_TOKEN
    expect(result).toMatchObject({ error: { message: "gh failed: 1" } })
  })
})
