/** Tests `ghx mcp` with the SDK's own client, in both versions of the protocol. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { CallToolResult, Client, ElicitResult } from "@modelcontextprotocol/client"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { rarely } from "../rarely.js"
import { all, some } from "../some.js"
import { type Connected, connect, eras, start } from "./connect.js"

const place = { owner: "octocat", repo: "hello-world" }
let github: Sandbox
let connected: Connected
let client: Client

beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
})
beforeEach(() => github.reset())
afterAll(() => github.close())

async function open(...options: Parameters<typeof connect>) {
  connected = await connect(...options)
  client = connected.client
}

/** Calls a tool; its structured result and its text must agree. */
async function call(name: string, args: object, options = {}): Promise<CallToolResult> {
  const result = await client.callTool({ name, arguments: { ...args } }, options)
  const [first] = result.content
  const text = first?.type === "text" ? first.text : ""
  if (result.structuredContent) expect(JSON.parse(text)).toEqual(result.structuredContent)
  return result
}

const textOf = ({ content: [first] }: CallToolResult) => (first?.type === "text" ? first.text : "")
const refused = (error: object) => ({ isError: true, structuredContent: { ok: false, error } })

describe.each(eras)("ghx mcp for a client of protocol %s", (era) => {
  /** The result of a jq expression does not depend on the protocol. */
  const withJq = all || era === eras.at(-1)

  describe("with a default repository", () => {
    beforeAll(() => open(["-R", "octocat/hello-world", "--program"], era))
    afterAll(() => connected.close())

    test("fills in owner and repo unless a task names them, and states so in its instructions", async () => {
      const task = { task: "issue.view", input: { issue_number: 1 }, fields: ["title"] }
      const other = { ...task, input: { owner: "octocat", repo: "big", issue_number: 1 } }
      const title = { ok: true, data: { title: "Found a bug" } }
      expect(await call("execute", task)).toMatchObject({ structuredContent: title })
      expect(
        await call("chain", { tasks: [task, other], jq: "[.results[].data.title]" }),
      ).toMatchObject({
        structuredContent: { data: ["Found a bug", expect.not.stringContaining("Found a bug")] },
      })
      const code = "return (await ghx.issue.view({ issue_number: 1 })).title"
      expect(await call("program", { code })).toMatchObject({
        structuredContent: { ok: true, data: "Found a bug" },
      })
      expect(client.getInstructions()).toContain("Default owner and repo: octocat/hello-world")
    })
  })

  test("says that issues are disabled in place of an empty list", async () => {
    await open(["--tasks"], era)
    await call("execute", { task: "repo.update", input: { ...place, has_issues: false } })
    const message = "the 'octocat/hello-world' repository has disabled issues"
    expect(await call("execute", { task: "issue.list", input: place })).toMatchObject(
      refused({ message }),
    )
    await connected.close()
  })

  test("finds the default repository in the environment", async () => {
    vi.stubEnv("GH_REPO", "octocat/hello-world")
    await open(["--program"], era)
    const task = { task: "issue.view", input: { issue_number: 1 }, jq: ".title" }
    const code = "await ghx.issue.close({ issue_number: 1 })"
    expect((await call("execute", task)).structuredContent).toMatchObject({ data: "Found a bug" })
    expect((await call("program", { code })).structuredContent).toEqual({
      ok: true,
      data: null,
      summary: "✓ 1 write",
    })
    vi.stubEnv("GH_REPO", undefined)
    await connected.close()
  })

  describe("without a default repository", () => {
    beforeAll(() => open(["--tasks", "--expose", "issue.view,issue.close"], era))
    afterAll(() => connected.close())

    test("returns the warnings of tasks from execute, chain and an exposed tool", async () => {
      const path = ["repository", "issue", "milestone"]
      github.injectFault({
        match: { body_includes: "milestone" },
        graphql_error: { type: "FORBIDDEN", message: "Not for you", path },
        partial: true,
      })
      const input = { ...place, issue_number: 1 }
      const task = { task: "issue.view", input }
      const message = "GitHub withholds milestone: Not for you"
      const withheld = { code: "WITHHELD", pointer: "/milestone" }
      const warnings = [{ ...withheld, message: `#0 issue.view: ${message}`, step: 0 }]
      expect(await call("execute", task)).toMatchObject({
        structuredContent: { ok: true, warnings: [{ ...withheld, message }] },
      })
      for (const jq of [undefined, ".status"]) {
        const chained = await call("chain", { tasks: [task], jq })
        expect(chained).toMatchObject({ structuredContent: { status: "success", warnings } })
      }
      const exposed = await call("issue-view", input)
      expect(exposed).toMatchObject({ structuredContent: { number: 1 } })
      expect(exposed.content.slice(1)).toEqual([
        { type: "text", text: expect.stringContaining("Not for you") },
      ])
    })

    test("execute prunes list items by default and selects with `fields` or `jq`", async () => {
      const list = { task: "issue.list", input: { ...place, first: 1 } }
      expect(await call("execute", list)).toMatchObject({
        structuredContent: {
          ok: true,
          data: {
            items: [
              {
                number: 5,
                title: "Greet in French",
                state: "OPEN",
                author: "octocat",
                assignees: ["monalisa"],
                comments_count: 0,
                created_at: "2025-01-01T00:00:41Z",
              },
            ],
            total_count: 3,
            page_info: { has_next_page: true },
          },
          left_out: ["id", "url", "author_is_bot", "updated_at"],
        },
      })
      const some = await call("execute", { ...list, fields: ["number", "url", "closed_at"] })
      expect(some.structuredContent).toMatchObject({
        data: {
          items: [
            {
              number: 5,
              url: "https://github.com/octocat/hello-world/issues/5",
              closed_at: null,
            },
          ],
        },
      })
      const titles = await call("execute", { ...list, jq: ".items[] | .title, .url" })
      expect(titles.structuredContent).toEqual({
        ok: true,
        data: ["Greet in French", "https://github.com/octocat/hello-world/issues/5"],
        warnings: [expect.objectContaining({ code: "MORE_PAGES" })],
      })
    })

    test("chain resolves references between steps and reports progress", async () => {
      const seen: unknown[] = []
      const tasks = [
        { task: "issue.create", as: "new", input: { ...place, title: "Flaky" } },
        {
          task: "issue.comments.create",
          input: { ...place, issue_number: { $from: "new", path: "number" }, body: "Seen." },
        },
        { task: "issue.view", input: { ...place, issue_number: 404 } },
        { task: "issue.view", input: { ...place, issue_number: 1 }, fields: ["title"] },
      ]
      const onprogress = (one: unknown) => seen.push(one)
      const { structuredContent } = await call("chain", { tasks }, { onprogress })
      expect(structuredContent).toMatchObject({
        status: "partial",
        results: [
          { task: "issue.create", ok: true, data: { title: "Flaky" } },
          { task: "issue.comments.create", ok: true, data: { author: "octocat" } },
          { task: "issue.view", ok: false, error: { code: "NOT_FOUND" } },
          { task: "issue.view", ok: true, data: { title: "Found a bug" } },
        ],
      })
      expect(seen).toHaveLength(4)
      expect(seen.at(-1)).toMatchObject({ progress: 4, total: 4 })
      const list = { task: "issue.list", as: "open", input: place, fields: ["number"] }
      const each = {
        task: "issue.comments.list",
        each: { $from: "open", path: "items" },
        input: { ...place, issue_number: { $item: "number" } },
        fields: ["author"],
      }
      const authors = await call("chain", { tasks: [list, each] })
      expect(Object(authors.structuredContent).results[1].data.map(Object)).toMatchObject([
        { items: [{ author: "octocat" }] },
        { items: [] },
        { items: [] },
        { items: [{ author: "hubot" }, { author: "octocat" }, { author: "monalisa" }] },
      ])
      const titles = await call("chain", { tasks: tasks.slice(3), jq: ".results[0].data.title" })
      expect(titles.structuredContent).toEqual({ status: "success", data: "Found a bug" })
    })

    test("explain finds capabilities by domain and phrase and prints their signatures", async () => {
      const threads = textOf(await call("explain", { tasks: ["pr.thread"] })).split("\n")
      expect(threads).toContain("pr.thread.reply(thread_id, body) write")
      expect(threads.filter((line) => !line.startsWith("pr.thread."))).toEqual([])
      const found = textOf(await call("explain", { tasks: ["rerun failed jobs"] }))
      expect(found).toMatch(/^workflow\.run\.rerun_failed\(/)
      expect(textOf(await call("explain", { tasks: ["issue.close", "user.me"] }))).toBe(
        `issue.close(issue_number state_reason?: COMPLETED|NOT_PLANNED|DUPLICATE duplicate_of?: integer) graphql rest
user.me() graphql rest cli → id login name url created_at`,
      )
    })

    test("an exposed capability is a tool with structured results, and errors as text", async () => {
      await client.listTools()
      const { structuredContent } = await call("issue-view", { ...place, issue_number: 1 })
      expect(structuredContent).toMatchObject({ title: "Found a bug", closed_at: null })
      const errorOf = async (name: string, args: object) => {
        const result = await call(name, args)
        expect(result.isError).toBe(true)
        // It would contradict the tool's output schema.
        expect(result.structuredContent).toBeUndefined()
        return JSON.parse(textOf(result)).error
      }
      expect(await errorOf("issue-close", { ...place, issue_number: 404 })).toMatchObject({
        code: "NOT_FOUND",
      })
      expect(await errorOf("issue-view", { ...place, number: 1 })).toMatchObject({
        code: "VALIDATION",
        details: {
          issues: [
            { pointer: "/issue_number" },
            { pointer: "/number", message: expect.stringContaining("`issue_number`") },
          ],
        },
      })
    })

    test.each<[string, object, string, string]>([
      ["execute", { tsk: "issue.view", input: {} }, "/tsk", "did you mean `task`?"],
      ["execute", { task: "issue.view", input: [] }, "/input", "expected object"],
      ["execute", { task: "issue.list", input: place, fields: ["nmber"] }, "/fields/0", "`number`"],
      ["execute", { task: "issue.list", input: place, fields: [] }, "/fields", "at least one"],
      ["execute", { task: "issue.list", input: place, jq: ".[" }, "/jq", "syntax error"],
      [
        "execute",
        { task: "issue.list", input: place, jq: ".items\0 | nope" },
        "/jq",
        "holds a NUL character",
      ],
      [
        "execute",
        { task: "issue.view", input: { ...place, issue_number: "first" } },
        "/issue_number",
        "expected integer",
      ],
      ["chain", { tasks: [] }, "/tasks", "at least 1"],
      ["chain", { tasks: [{ task: "user.me" }] }, "/tasks/0/input", "missing"],
      ["explain", { taks: [] }, "/taks", "`tasks`"],
    ])("%s %j is rejected at %s without a request", async (name, args, pointer, message) => {
      const { isError, structuredContent } = await call(name, args)
      expect(isError).toBe(true)
      expect(structuredContent).toMatchObject({ ok: false, error: { code: "VALIDATION" } })
      const { issues } = Object(structuredContent).error.details
      expect(issues).toContainEqual({ pointer, message: expect.stringContaining(message) })
      expect(github.requests).toEqual([])
    })

    test.each<[string, object, string[]]>([
      ["execute", { task: "isue.list", input: {} }, ["issue.list"]],
      ["explain", { tasks: ["pr.thread.reply_"] }, ["pr.thread.reply"]],
      ["execute", { task: "__proto__", input: {} }, []],
      ["execute", { task: "constructor", input: {} }, []],
    ])("%s %j suggests the names %j", async (name, args, near) => {
      const { structuredContent } = await call(name, args)
      const { candidates = [] } = Object(structuredContent).error.details
      expect(candidates.slice(0, 1)).toEqual(near)
    })

    test.each<[string, object]>([
      ["execute", { task: "issue.view", input: { number: 1 } }],
      ["execute", { task: "isue.view", input: {} }],
      ["chain", { tasks: [{ task: "issue.view", input: place }] }],
    ])("%s %j returns a fix with the signature of the capability", async (name, args) => {
      expect(textOf(await call(name, args))).toContain(
        '"fix":"Call issue.view(owner, repo, issue_number)"',
      )
    })

    test("a task without a repository is rejected", async () => {
      const task = { task: "issue.view", input: { issue_number: 1 } }
      expect(textOf(await call("execute", task))).toContain("/owner: missing")
    })

    test("explain accepts domains and phrases in one call", async () => {
      const result = await call("explain", { tasks: ["pr.thread", "why did CI fail"] })
      expect(textOf(result)).toMatch(/^pr\.thread\.reply\(thread_id, body\) write$/m)
      expect(textOf(result)).toMatch(/^workflow\.run\.failure\(.*Show why/m)
    })

    test("explain describes known capabilities and suggests names for unknown ones in one call", async () => {
      const { isError, ...result } = await call("explain", {
        tasks: ["user.me", "pr.thread.reply_"],
      })
      expect(isError).toBeFalsy()
      expect(textOf(result)).toMatch(/^user\.me\(\) graphql rest cli → id /)
      expect(textOf(result)).toContain(
        '\n\nThere is no capability "pr.thread.reply_", did you mean `pr.thread.reply`',
      )
    })

    test.each([
      ["issue-vew", "did you mean `issue-view`"],
      ["pr-view", "call execute with task pr.view"],
      ["__proto__", "available: execute, chain"],
    ])("the unknown tool %s is rejected with the hint: %s", async (name, hint) => {
      await expect(client.callTool({ name })).rejects.toThrow(hint)
    })

    test("a jq error after a write returns the data and a fix that says not to repeat it", async () => {
      const close = { task: "issue.close", input: { ...place, issue_number: 1 } }
      expect(await call("execute", { ...close, jq: ".number | keys" })).toMatchObject({
        isError: true,
        structuredContent: {
          error: { details: { fix: expect.stringContaining("do not repeat it") } },
          data: { number: 1, state: "CLOSED" },
        },
      })
      expect(await call("chain", { tasks: [close], jq: ".status | keys" })).toMatchObject({
        isError: true,
        structuredContent: { data: { status: "success", results: [{ ok: true }] } },
      })
      expect(github.applied.map(({ mutation }) => mutation)).toEqual(["closeIssue", "closeIssue"])
      const view = {
        task: "issue.view",
        input: { ...place, issue_number: 1 },
        jq: ".number | keys",
      }
      expect(Object((await call("execute", view)).structuredContent).data).toBeUndefined()
    })

    const failing = [
      "reduce range(20000) as $i (0;[.])",
      "reduce range(3000) as $i (0;[.])",
      'reduce range(33) as $i ("x"; . + .) | length',
      "halt_error",
      "input",
    ]
    test.each(withJq ? some(failing, 4) : [])(
      "the failing jq expression %s returns the data of the write and does not affect later calls",
      async (jq) => {
        const create = { task: "issue.create", input: { ...place, title: "New" } }
        for (const [tool, given] of [
          ["execute", { ...create, jq }],
          ["chain", { tasks: [create], jq: `.results[0].data | ${jq}` }],
        ] as const) {
          const result = await call(tool, given)
          expect(result).toMatchObject({ isError: true })
          const { error, data } = Object(result.structuredContent)
          expect(error.message).toMatch(/^jq failed on the result: /)
          expect(error.message).not.toMatch(/call stack|Aborted|JSON|unexpected token/i)
          expect(error.details.fix).toContain("do not repeat it")
          expect(JSON.stringify(data)).toContain('"number":')
          const next = await call(tool, { ...given, jq: ".number // .status" })
          expect(next.isError).toBeUndefined()
        }
      },
    )

    // The first is a million results, and takes three times as long as one of five million characters.
    test.each([
      ...(withJq ? [...(all ? ["range(1200000)"] : []), '"x" * 5000000'] : []),
      '[range(30) | { body: "😀" * 2000 }]',
    ])("the long jq result of %s arrives shortened, once, and says so", async (jq) => {
      const create = { task: "issue.create", input: { ...place, title: "New" } }
      const result = await call("execute", { ...create, jq })
      const text = textOf(result)
      expect(result).toEqual({ ...result, content: [expect.anything()] })
      expect(result.isError ?? result.structuredContent).toBeUndefined()
      expect(text.length).toBeLessThan(61_000)
      const { data, warnings } = JSON.parse(text)
      expect(warnings).toEqual([
        {
          code: "INCOMPLETE",
          message: expect.stringContaining("cut off"),
          fix: expect.stringMatching(
            Array.isArray(data) ? /`first`.*`fields`/ : / with `jq`, such as \.\[\d+:\]$/,
          ),
        },
      ])
      if (Array.isArray(data) && data.length === 30) {
        expect(Object(data[29]).body).toMatch(/^(?:😀)+… \[\d+ more characters\]$/u)
      }
    })

    test.each(withJq ? ["z", "😀"] : [])(
      "the advised jq returns the rest of a text of %s",
      async (sign) => {
        const body = sign.repeat(65_000 / sign.length)
        const create = { task: "issue.create", input: { ...place, title: "Long", body } }
        const { data } = Object((await call("execute", create)).structuredContent)
        const view = { task: "issue.view", input: { ...place, issue_number: data.number } }
        const cut = JSON.parse(textOf(await call("execute", view)))
        const shown = cut.data.body.replace(/… \[\d+ more characters\]$/, "")
        const [, jq] = / such as (\S+)$/.exec(cut.warnings.at(-1).fix) ?? []
        const rest = Object((await call("execute", { ...view, jq })).structuredContent)
        expect(shown + rest.data).toBe(body)
      },
    )

    test("an exposed tool shortens a long result, which still matches its schema", async () => {
      const body = "word ".repeat(13_000)
      const create = { task: "issue.create", input: { ...place, title: "Long", body } }
      const { data } = Object((await call("execute", create)).structuredContent)
      await client.listTools()
      const result = await call("issue-view", { ...place, issue_number: data.number })
      expect(Object(result.structuredContent).body).toMatch(/… \[\d+ more characters\]$/)
      expect(textOf(result).length).toBeLessThan(61_000)
      expect(result.content[1]).toMatchObject({ text: expect.stringContaining("cut off") })
    })

    test("a jq expression over 10000 characters is rejected without a request", async () => {
      const view = { task: "issue.create", input: { ...place, title: "New" } }
      const result = await call("execute", { ...view, jq: `.${" ".repeat(1_000_000)}` })
      expect(result).toMatchObject(refused({ code: "VALIDATION" }))
      expect(textOf(result)).toContain("at most 10000")
      expect(github.requests).toEqual([])
    })

    rarely("several endless jq expressions do not block another call", async () => {
      const view = { task: "issue.view", input: { ...place, issue_number: 1 } }
      const controller = new AbortController()
      const { signal } = controller
      const endless = [1, 2, 3].map(() =>
        call("execute", { ...view, jq: "def f: f; f" }, { signal }).catch(
          (error: unknown) => error,
        ),
      )
      await vi.waitUntil(() => github.requests.length >= 3)
      let over = false
      void Promise.race(endless).then(() => {
        over = true
      })
      expect((await call("execute", { ...view, jq: ".number" })).structuredContent).toEqual({
        ok: true,
        data: 1,
      })
      expect(over).toBe(false)
      controller.abort("enough")
      await Promise.all(endless)
    })

    test("a message over 10 MB is answered with an error, and the server continues", async () => {
      const { server } = connected
      const body = "x".repeat(11 * 1024 * 1024)
      const before = server.lines.length
      const params = { name: "execute", arguments: { task: "issue.view", body } }
      for (const id of ["one", 77]) {
        server.stdin.write(
          `${JSON.stringify({ method: "tools/call", params, jsonrpc: "2.0", id })}\n`,
        )
      }
      server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 78, method: "x", params })}\n`)
      await vi.waitUntil(() => server.lines.length >= before + 3)
      expect(server.lines.slice(before).map((line) => JSON.parse(line))).toMatchObject(
        ["one", 77, 78].map((id) => ({
          id,
          error: { code: -32600, message: expect.stringContaining("longer than 10485760 bytes") },
        })),
      )
      expect(textOf(await call("explain", { tasks: ["user"] }))).toMatch(/^user\.me\(\)/)
    })

    test("an invalid JSON-RPC message is answered with an error, and the server continues", async () => {
      const { server } = connected
      const before = server.lines.length
      const request = (id: unknown, more: object = {}) => ({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: { name: "execute", arguments: { task: "issue.view" } },
        ...more,
      })
      const asked: [unknown, unknown[]][] = [
        [request(1.5), [1.5]],
        [request("array", { params: ["execute"] }), ["array"]],
        [request("version", { jsonrpc: "1.0" }), ["version"]],
        [
          request("token", { params: { name: "execute", _meta: { progressToken: null } } }),
          ["token"],
        ],
        [request({ one: 1 }), [null]],
        [
          [request(901), request(902), { jsonrpc: "2.0", method: "x" }],
          [901, 902],
        ],
        [[], [null]],
      ]
      // The SDK's client rejects ids that it would not generate.
      const { onOutput } = server
      server.onOutput = () => {}
      for (const [line] of asked) server.stdin.write(`${JSON.stringify(line)}\n`)
      // The server answers neither notifications nor responses.
      server.stdin.write('{"jsonrpc":"2.0","method":"x","params":[]}\n{"jsonrpc":"2.0","id":1}\n')
      const ids = asked.flatMap(([, answered]) => answered)
      await vi.waitUntil(() => server.lines.length >= before + ids.length)
      server.onOutput = onOutput
      expect(textOf(await call("explain", { tasks: ["user"] }))).toMatch(/^user\.me\(\)/)
      expect(server.lines.slice(before, -1).map((line) => JSON.parse(line))).toMatchObject(
        ids.map((id) => ({
          jsonrpc: "2.0",
          id,
          error: { code: -32600, message: expect.stringContaining("one message per line") },
        })),
      )
    })

    test("an endless jq expression does not block another call and can be cancelled", async () => {
      const view = { task: "issue.view", input: { ...place, issue_number: 1 } }
      const controller = new AbortController()
      const { signal } = controller
      const endless = call("execute", { ...view, jq: "[repeat(1)]" }, { signal })
      const [other] = await Promise.all([
        call("execute", view),
        vi.waitUntil(() => github.requests.length > 1),
      ])
      expect(other.isError).toBeUndefined()
      controller.abort("enough")
      await expect(endless).rejects.toThrow()
      const next = await call("execute", { ...view, jq: ".number" })
      expect(next.structuredContent).toEqual({ ok: true, data: 1 })
    })

    test("a destructive task is rejected when the client cannot ask the user", async () => {
      const gone = { task: "issue.delete", input: { ...place, issue_number: 5 } }
      const refusal = refused({
        code: "AUTH",
        details: { guard: "confirm", fix: expect.stringContaining("`ghx mcp --yes`") },
      })
      expect(await call("execute", gone)).toMatchObject(refusal)
      expect(await call("chain", { tasks: [gone] })).toMatchObject({ isError: true })
      expect(github.applied).toEqual([])
    })

    test("a hundred concurrent calls each get their own result", async () => {
      const numbers = Array.from({ length: 100 }, (_, index) => (index % 2 ? 1 : 2))
      const titles = await Promise.all(
        numbers.map(async (issue_number) => {
          const view = { task: "issue.view", input: { ...place, issue_number }, fields: ["number"] }
          return Object((await call("execute", view)).structuredContent).data
        }),
      )
      expect(titles).toEqual(numbers.map((number) => ({ number })))
    })
  })

  test("a cancelled call aborts its request to GitHub", async () => {
    const silent = await silentServer()
    vi.stubEnv("GHX_BASE_URL", silent.url)
    // Without a token, the server would first be asked whether it is a sandbox.
    vi.stubEnv("GH_TOKEN", "t")
    await open(["--tasks"], era)
    vi.stubEnv("GHX_BASE_URL", github.url)
    vi.stubEnv("GH_TOKEN", "")
    const controller = new AbortController()
    const view = { task: "issue.view", input: { ...place, issue_number: 1 } }
    const cancelled = call("execute", view, { signal: controller.signal })
    await silent.asked
    controller.abort("enough")
    await expect(cancelled).rejects.toThrow()
    await silent.ended
    // The server still answers.
    expect(textOf(await call("explain", { tasks: ["user"] }))).toMatch(/^user\.me\(\)/)
    await connected.close()
    await silent.close()
  })

  describe("that supports elicitation", () => {
    const gone = { task: "issue.delete", input: { ...place, issue_number: 5 } }
    const asked: string[] = []
    afterEach(() => connected.close())

    /** @param answers - used in order; the last one is repeated */
    const openWith = (answers: readonly ElicitResult[], args: readonly string[] = []) => {
      asked.length = 0
      return open(
        ["--tasks", ...args],
        era,
        { capabilities: { elicitation: { form: {} } } },
        (own) =>
          own.setRequestHandler("elicitation/create", ({ params }) => {
            asked.push(params.message)
            return answers[Math.min(asked.length, answers.length) - 1] ?? { action: "cancel" }
          }),
      )
    }
    const yes: ElicitResult = { action: "accept", content: { confirm: true } }

    test("asks the user to confirm a destructive task, shows its input, and runs it once accepted", async () => {
      await openWith([yes])
      expect((await call("execute", gone)).isError).toBeUndefined()
      expect(asked).toEqual([
        'issue.delete (owner: "octocat", repo: "hello-world", issue_number: 5) cannot be undone. Continue?',
      ])
      expect(github.applied).toHaveLength(1)
    })

    test.each<ElicitResult>([
      { action: "decline" },
      { action: "cancel" },
      { action: "accept", content: { confirm: false } },
    ])("rejects a destructive task after the answer %j", async (answer) => {
      await openWith([answer])
      expect(await call("execute", gone)).toMatchObject(
        refused({ code: "AUTH", details: { guard: "confirm" } }),
      )
      expect(github.applied).toEqual([])
    })

    test("a chain that asks the user in the middle runs each step once", async () => {
      await openWith([yes])
      const tasks = [
        { task: "issue.create", as: "new", input: { ...place, title: "Soon gone" } },
        {
          task: "issue.delete",
          input: { ...place, issue_number: { $from: "new", path: "number" } },
        },
      ]
      const { structuredContent } = await call("chain", { tasks })
      expect(structuredContent).toMatchObject({ status: "success" })
      expect(asked).toHaveLength(1)
      expect(github.applied.map(({ mutation }) => mutation)).toEqual(["createIssue", "deleteIssue"])
    })

    test("a chain asks for each destructive step and runs none if one is declined", async () => {
      await openWith([yes, { action: "decline" }])
      const tasks = [1, 2].map((issue_number) => ({ ...gone, input: { ...place, issue_number } }))
      const { structuredContent } = await call("chain", { tasks })
      expect(asked).toHaveLength(2)
      // A chain is refused as a whole if one step is not confirmed.
      expect(structuredContent).toMatchObject({ status: "failed" })
      expect(github.applied).toEqual([])
    })

    test("a program continues once confirmed, and one that fails returns the writes it has done", async () => {
      await openWith([yes, { action: "decline" }], ["--program"])
      const code = (then: string) => `
        const place = { owner: "octocat", repo: "hello-world" }
        const { number: issue_number } = await ghx.issue.create({ ...place, title: "Soon gone" })
        await ghx.issue.delete({ ...place, issue_number })
        return ${then}`
      const { structuredContent } = await call("program", { code: code("issue_number") })
      expect(structuredContent).toEqual({ ok: true, data: 10 })
      expect(asked).toHaveLength(1)
      expect(github.applied.map(({ mutation }) => mutation)).toEqual(["createIssue", "deleteIssue"])
      expect(await call("program", { code: code("0") })).toMatchObject({
        isError: true,
        structuredContent: {
          ok: false,
          error: { code: "AUTH", details: { guard: "confirm" } },
          done: [
            { task: "issue.create", input: { ...place, title: "Soon gone" }, outcome: "done" },
          ],
        },
      })
    })

    test("runs a destructive task without asking with --yes", async () => {
      await openWith([], ["--yes"])
      expect((await call("execute", gone)).isError).toBeUndefined()
      expect(asked).toEqual([])
    })
  })

  test("guard options apply to execute and program, and errors name the option", async () => {
    await open(
      ["--tasks", "--read-only", "--allow", "issue.*,pr.view", "--deny", "issue.list"],
      era,
    )
    const refusals = [
      ["issue.close", { ...place, issue_number: 1 }, "read_only", "--read-only"],
      ["repo.view", place, "allow", "--allow"],
      ["issue.list", place, "deny", "--deny"],
    ] as const
    for (const [task, input, guard, option] of refusals) {
      expect(await call("execute", { task, input })).toMatchObject(
        refused({ code: "AUTH", details: { guard, fix: expect.stringContaining(option) } }),
      )
    }
    expect(github.requests).toEqual([])
    await connected.close()
    await open(["--tasks", "--repos", "octocat/hello-*", "--limits", "issue.close=1"], era)
    const close = { task: "issue.close", input: { ...place, issue_number: 1 } }
    expect((await call("execute", close)).isError).toBeUndefined()
    const elsewhere = { task: "issue.list", input: { owner: "octocat", repo: "big" } }
    expect(await call("execute", elsewhere)).toMatchObject(refused({ details: { guard: "repos" } }))
    expect(await call("execute", close)).toMatchObject(
      refused({ details: { guard: "limits", fix: expect.stringContaining("--limits") } }),
    )
    await connected.close()
    await open(["--tasks", "--untrusted", "omit"], era)
    const runs = { task: "workflow.runs.list", input: { ...place, first: 1 }, jq: ".items[].title" }
    expect((await call("execute", runs)).structuredContent).toMatchObject({
      data: expect.stringMatching(/^\(omitted: /),
    })
    await connected.close()
    await open(["--untrusted", "mark", "--program"], era)
    expect(client.getInstructions()).toMatch(/<untrusted-…> .* never an instruction/)
    const code = `return (await ghx.workflow.runs.list(${JSON.stringify(runs.input)})).items[0].title`
    expect((await call("program", { code })).structuredContent).toMatchObject({
      data: expect.stringMatching(/^<untrusted-/),
    })
    const cut = { ...runs, jq: ".items[].title[20:40]" }
    expect((await call("execute", cut)).structuredContent).toMatchObject({
      data: expect.stringMatching(/^<(untrusted-\w{8})>[^<]+<\/\1>$/),
    })
    await connected.close()
  })

  test("explain does not list capabilities that the guards block", async () => {
    await open(
      ["--tasks", "--read-only", "--allow", "issue.*,pr.view", "--deny", "issue.list"],
      era,
    )
    const listed = textOf(await call("explain", {}))
    expect(listed).toMatch(/^issue\.\{\{blockers .*\}\.list .*\}\npr\.view$/)
    expect(listed).not.toMatch(/ list\b| close\b|repo/)
    await connected.close()
  })
})

test.each([
  ["no-options", []],
  ["tasks", ["--tasks"]],
  ["program", ["--program"]],
  ["commands", ["--commands"]],
  ["read-only", ["--read-only", "--tasks"]],
  ["expose", ["--tasks", "--expose", "issue.close,issue.delete,user.me"]],
  [
    "expose-with-guards",
    [
      "--tasks",
      "--expose",
      "issue.list,issue.search,issue.view,issue.close,issue.comments.*",
      "--read-only",
      "--deny",
      "issue.*.*",
    ],
  ],
  ["expose-within-repos", ["--tasks", "--expose", "issue.close,user.me", "--repos", "acme/web"]],
])("ghx mcp returns the same tools/list in both protocol versions: %s", async (name, args) => {
  const [before, now] = await Promise.all(
    eras.map(async (era) => {
      const { client, close } = await connect(args, era)
      const { tools } = await client.listTools()
      await close()
      return tools
    }),
  )
  expect(now).toEqual(before)
  await expect(`${JSON.stringify(now, null, 2)}\n`).toMatchFileSnapshot(`tools/${name}.snap`)
})

test("ghx mcp accepts a confirmation once, before its timeout, and for the same call only", async () => {
  const server = start(["--tasks"])
  const ask = async (issue_number: number, answer: object = {}) => {
    const answered = new Promise<string>((resolve) => {
      server.onOutput = resolve
    })
    const params = {
      name: "execute",
      arguments: { task: "issue.delete", input: { ...place, issue_number } },
      ...answer,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
        "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
      },
    }
    server.stdin.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`,
    )
    return JSON.parse(await answered).result
  }
  const { resultType, inputRequests, requestState } = await ask(5)
  expect(resultType).toBe("input_required")
  const yes = { action: "accept", content: { confirm: true } }
  const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, yes]))
  const notOpen = { isError: true, structuredContent: { error: { code: "VALIDATION" } } }
  expect(await ask(5, { inputResponses, requestState: "forged" })).toMatchObject(notOpen)
  expect(await ask(1, { inputResponses, requestState })).toMatchObject(notOpen)
  expect(github.applied).toEqual([])
  expect(await ask(5, { inputResponses, requestState })).toMatchObject({
    structuredContent: { ok: true },
  })
  expect(await ask(5, { inputResponses, requestState })).toMatchObject(notOpen)
  expect(github.applied).toHaveLength(1)

  vi.useFakeTimers({ toFake: ["setTimeout"] })
  const late = await ask(1)
  vi.advanceTimersByTime(600_000)
  vi.useRealTimers()
  const keys = Object.keys(late.inputRequests)
  const tooLate = Object.fromEntries(keys.map((key) => [key, yes]))
  expect(await ask(1, { inputResponses: tooLate, requestState: late.requestState })).toMatchObject(
    refused({ code: "AUTH", details: { guard: "confirm" } }),
  )
  expect(github.applied).toHaveLength(1)
  server.stdin.end()
  expect(await server.exitCode).toBe(0)
})

/** A GitHub that never answers. */
async function silentServer() {
  let [ask, end] = [() => {}, () => {}]
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const server = createServer((_, response) => {
    response.once("close", end)
    ask()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, asked, ended, close }
}
