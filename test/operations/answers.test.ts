/** Answers that ghx.request and ghx.document receive, from a server that sends them as GitHub does. */
import { createServer, type OutgoingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createGhx } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { Octokit } from "octokit"
import { ProbotOctokit } from "probot"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

interface Reply {
  readonly status?: number
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
}

let server: Server
let base_url: string
let reply: Reply
let accepted: string | undefined
beforeAll(async () => {
  server = createServer((request, response) => {
    accepted = request.headers.accept
    const { status = 200, headers = { "content-type": "application/json" }, body = "" } = reply
    request.resume().on("end", () => response.writeHead(status, headers).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const at = { owner: "o", repo: "r" }
const client = (options: { untrusted?: "mark"; octokit?: Octokit } = {}) => {
  const place = options.octokit ? {} : { base_url, token: "t" }
  return createGhx({ ...place, operations: "write", retry: false, ...options })
}

describe("HTML", () => {
  const html: OutgoingHttpHeaders = { "content-type": "text/html;charset=utf-8" }

  it.each([
    ["POST /markdown", { text: "x" }, undefined],
    ["POST /markdown/raw", { body: "x" }, undefined],
    ["GET /repos/{owner}/{repo}/readme", at, "application/vnd.github.html"],
    ["GET /repos/{owner}/{repo}/readme", at, "application/vnd.github.html+json"],
    [
      "GET /repos/{owner}/{repo}/contents/{path}",
      { ...at, path: "a" },
      "application/vnd.github.v3.html",
    ],
    ["GET /repos/{owner}/{repo}/license", at, "application/vnd.github.html"],
  ])("is the answer of %s, because it is documented or asked for", async (id, input, accept) => {
    reply = { headers: html, body: "<p>x</p>\n" }
    expect(await client().request(id, input, accept ? { accept } : {})).toMatchObject({
      data: "<p>x</p>\n",
    })
  })

  it("is an error where nobody asked for it", async () => {
    reply = { headers: html, body: "<p>Log in</p>" }
    for (const options of [{}, { accept: "application/vnd.github.raw" }]) {
      const result = await client().request("GET /repos/{owner}/{repo}/readme", at, options)
      expect(result).toMatchObject({ error: { code: "SERVER" } })
    }
    expect(await client().pr.diff.view({ ...at, pull_number: 1 })).toMatchObject({
      error: { code: "SERVER", message: expect.stringContaining("web page") },
    })
  })
})

describe("a media type", () => {
  it.each([
    ["GET /repos/o/r/pulls/1", "application/vnd.github.patch"],
    ["GET /repos/o/r/pulls/1", "application/vnd.github.v3.patch"],
    ["GET /repos/o/r/pulls/1", "application/vnd.github.v3.diff"],
    ["GET /repos/o/r/compare/a...b", "application/vnd.github.v3.patch"],
    ["GET /repos/o/r/commits/a", "application/vnd.github.v3.sha"],
    ["GET /repos/o/r/contents/a", "application/vnd.github.v3.raw"],
    ["GET /repos/o/r/contents/a", "application/vnd.github.v3.raw+json"],
    ["GET /repos/o/r/contents/a", "application/vnd.github.beta.raw"],
    ["GET /repos/o/r/git/blobs/a", "application/vnd.github.raw"],
  ])("of text is accepted with and without a version: %s as %s", async (id, accept) => {
    reply = { headers: { "content-type": `${accept}; charset=utf-8` }, body: "x\n" }
    expect(await client().request(id, {}, { accept })).toMatchObject({ data: "x\n" })
    const [format] = /\w+(?=(?:\+json)?$)/.exec(accept) ?? []
    expect(accepted).toContain(`.${format}`)
  })

  it.each([
    "application/vnd.github.v3",
    "application/vnd.github.v3+json",
    "application/vnd.github.html+json",
    "application/vnd.github.v3.full+json",
  ])("of JSON is accepted with and without a version: %s", async (accept) => {
    reply = { body: "[]" }
    expect(await client().request("GET /repos/o/r/issues", {}, { accept })).toMatchObject({
      data: [],
    })
  })

  it("that an operation does not offer is refused", async () => {
    const result = client().request(
      "GET /repos/o/r/issues/1",
      {},
      { accept: "application/vnd.github.v3.diff" },
    )
    expect(await result).toMatchObject({ error: { code: "VALIDATION" } })
  })
})

it("null is null, and a success without a body an empty object", async () => {
  const merge = { ...at, base: "main", head: "topic" }
  reply = { status: 201, body: "null" }
  expect(await client().request("POST /repos/{owner}/{repo}/merges", merge)).toMatchObject({
    ok: true,
    data: null,
  })
  reply = { status: 204 }
  expect(await client().request("DELETE /repos/{owner}/{repo}", at)).toMatchObject({
    ok: true,
    data: {},
  })
  reply = { body: "null" }
  expect(await client().issue.view({ ...at, issue_number: 1 })).toMatchObject({ ok: false })
})

describe("JSON of 4,000 levels", () => {
  const levels = 4_000
  const objects = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`
  const lists = `${"[".repeat(levels)}${"]".repeat(levels)}`
  const octokit = () =>
    new Octokit({
      baseUrl: base_url,
      auth: "t",
      retry: { enabled: false },
      throttle: { enabled: false },
    })

  it.each([
    ["a list", lists],
    ["an object", objects],
    ["a member", `{"data":{"repository":${objects}}}`],
  ])("in %s is an error of every kind of call", async (_, body) => {
    reply = { body }
    for (const options of [{}, { octokit: octokit() }, { untrusted: "mark" } as const]) {
      const ghx = client(options)
      for (const call of [
        () => ghx.request("GET /repos/{owner}/{repo}/labels", at),
        () => ghx.document("{ viewer { login } }")(),
        () => ghx.issue.view({ ...at, issue_number: 1 }),
      ]) {
        expect(await call()).toMatchObject({
          error: {
            code: "SERVER",
            message: expect.stringMatching(/nested deeper than|without data/),
          },
        })
      }
    }
  })

  it("in an error leaves its status", async () => {
    reply = { status: 422, body: `{"message":"No","errors":${lists}}` }
    const result = client().request("GET /repos/{owner}/{repo}/labels", at)
    expect(await result).toMatchObject({ error: { code: "VALIDATION", message: "No" } })
  })

  it("does not include brackets in texts", async () => {
    reply = { body: JSON.stringify({ names: ["[{".repeat(levels)] }) }
    expect(await client().request("GET /repos/{owner}/{repo}/topics", at)).toMatchObject({
      ok: true,
    })
  })
})

// Octokit's own parser would take half a minute for ten megabytes, in which no time limit fires.
it.each([
  ["Octokit", Octokit],
  ["ProbotOctokit", ProbotOctokit],
])("a large answer through %s is parsed by ghx", async (_, Class) => {
  const octokit = new Class({ baseUrl: base_url, auth: "t" })
  const seen: unknown[] = []
  octokit.hook.after("request", ({ data }) => void seen.push(typeof data))
  const ghx = createGhx({ octokit })
  reply = {
    body: JSON.stringify(Array.from({ length: 30 }, (_, id) => ({ id, name: "x".repeat(50_000) }))),
  }
  const labels = await ghx.request("GET /repos/{owner}/{repo}/labels", at)
  expect(labels).toMatchObject({ ok: true, data: { length: 30 } })
  reply = { body: '[{"id":1}]' }
  await ghx.request("GET /repos/{owner}/{repo}/labels", at)
  expect(seen).toEqual(["string", "object"])
})

it("the sandbox has patches wherever it has diffs", async () => {
  const sandbox = await startSandbox()
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
  const patch = await ghx.request(
    "GET /repos/octocat/hello-world/pulls/7",
    {},
    { accept: "application/vnd.github.patch" },
  )
  expect(patch).toMatchObject({ data: expect.stringMatching(/^From [0-9a-f]{40} /) })
  await sandbox.close()
})

describe("an answer that GitHub has cut", () => {
  const all = async (items: AsyncIterable<unknown>) => {
    const found: unknown[] = []
    for await (const item of items) found.push(item)
    return found
  }

  it("has a warning, and its items end with it", async () => {
    reply = { body: JSON.stringify({ sha: "a", url: "u", truncated: true, tree: [] }) }
    const tree = client().request("GET /repos/{owner}/{repo}/git/trees/{tree_sha}", {
      ...at,
      tree_sha: "main",
    })
    const warning = { code: "INCOMPLETE", message: expect.stringContaining("truncated") }
    expect(await tree.run()).toMatchObject({ ok: true, meta: { warnings: [warning] } })
    await expect(all(tree.items())).rejects.toThrow("truncated")
  })

  it("is a comparison without `per_page`, whose items are nevertheless all", async () => {
    const commits = Array.from({ length: 260 }, (_, at) => ({
      message: `${at}`,
      author: "ada",
      files: { a: `${at}` },
    }))
    const sandbox = await startSandbox({
      seed: {
        users: [{ login: "ada" }],
        repositories: [
          { owner: "ada", name: "e", files: {}, branches: [{ name: "f", from: "main", commits }] },
        ],
      },
    })
    const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
    const input = { owner: "ada", repo: "e", basehead: "main...f" }
    const compared = () => ghx.request("GET /repos/{owner}/{repo}/compare/{basehead}", input)
    expect((await compared()).meta.warnings).toEqual([
      expect.objectContaining({ message: "GitHub has cut the answer: 250 of 260 commits" }),
    ])
    expect(await all(compared().items())).toHaveLength(260)
    await sandbox.close()
  })
})
