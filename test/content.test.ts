/** Content arrives as it is: files, diffs, patches and logs keep every character on every surface. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Octokit } from "@octokit/core"
import { check, property, string } from "fast-check"
import { chain, createClient, createExecutor, createGhx, type JsonSchema } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { callTool } from "ghx/tools"
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest"
import { data, startGithub } from "../runtime/testing/index.js"
import { cards } from "./cards.js"
import { typeWords } from "./ghx/type.js"
import { connect } from "./mcp/connect.js"
import { ROOT } from "./projects.js"
import { forCatalogue } from "./small-fixture.js"

const kinds: Readonly<Record<string, string>> = {
  "a byte order mark": "\ufeffa",
  "an inner byte order mark": "a\ufeffb",
  "a form feed": "a\fb",
  "a vertical tab": "a\vb",
  "a backspace": "a\bb",
  NUL: "a\0b",
  "an escape sequence": "\u001b[31mred\u001b[0m",
  "a terminal title": "\u001b]0;title\u0007a",
  "a C1 control": "a\u0085b\u009bc",
  DEL: "a\u007fb",
  "a soft hyphen": "a\u00adb",
  "a zero-width space": "a\u200bb",
  "a zero-width joiner": "\u{1f469}\u200d\u{1f4bb}",
  "a zero-width non-joiner": "a\u200cb",
  "a right-to-left mark": "a\u200fb",
  "a left-to-right mark": "a\u200eb",
  "a bidirectional override": "a\u202eb\u202c",
  "an isolate": "\u2066a\u2069",
  "a word joiner": "a\u2060b",
  "a variation selector": "\u2764\ufe0f\u{e0100}",
  "tag characters": "a\u{e0049}\u{e007f}",
  "a Hangul filler": "a\u3164b",
  "an annotation mark": "a\ufff9b\ufffbc",
  "a line separator": "a\u2028b\u2029c",
  CRLF: "a\r\nb",
  "a lone CR": "a\rb",
  "a marker of ghx": `a<!-- ghx:${"0".repeat(32)} -->b`,
  "a noncharacter": "a\ufffe\uffff\u{10ffff}b",
  "no normal form": "e\u0301 \u00e9 \u212b",
}
const everything = Object.values(kinds).join("|")

/** The answer's text, or the value of each JSON member with a marked name. */
let content: string | Uint8Array | undefined
let marked: ReadonlySet<string> = new Set()

let sandbox: Sandbox
let url: string
const proxy = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { method = "GET", headers } = request
  const { authorization = "", accept = "" } = headers
  const answer = await fetch(`${sandbox.url}${request.url}`, {
    method,
    headers: { authorization, accept, "content-type": "application/json" },
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  })
  const type = answer.headers.get("content-type") ?? ""
  const body = Buffer.from(await answer.arrayBuffer())
  response.writeHead(answer.status, { "content-type": type })
  response.end(content === undefined ? body : withContent(body, type))
})

function withContent(body: Buffer, type: string): string | Uint8Array {
  const own = content ?? ""
  if (!type.startsWith("application/json")) return own
  const replace = (name: string, value: unknown) =>
    marked.has(name) && value !== null ? own : value
  const sized = (name: string, value: unknown) =>
    /^(?:size|byteSize)$/.test(name) ? Buffer.byteLength(own) : replace(name, value)
  return JSON.stringify(JSON.parse(body.toString(), (name, value) => sized(name, value)))
}

const place = { owner: "octocat", repo: "hello-world" }
const options = () => ({ base_url: url, token: sandbox.token, retry: false as const })

beforeAll(async () => {
  sandbox = await startSandbox(forCatalogue)
  await new Promise<void>((ready) => proxy.listen(0, "127.0.0.1", ready))
  url = `http://127.0.0.1:${Object(proxy.address()).port}`
  vi.stubEnv("GHX_BASE_URL", url)
  vi.stubEnv("GH_TOKEN", sandbox.token)
})
afterAll(async () => {
  proxy.close()
  await sandbox.close()
})
beforeEach(() => {
  sandbox.reset()
  content = undefined
})

/** The marked members of a schema. */
function namesIn({ properties = {}, items }: JsonSchema): string[] {
  const own = Object.entries(properties).flatMap(([name, schema]) =>
    schema["x-ghx-content"] ? [name] : namesIn(schema),
  )
  return [...own, ...(items ? namesIn(items) : [])]
}

/** The values of the marked members in a result. */
function contentsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(contentsIn)
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    marked.has(name) ? (one === null ? [] : [one]) : contentsIn(one),
  )
}

const withContents = cards.flatMap((card) => {
  const file = join(ROOT, "generated/contracts", `${card.capability_id}.json`)
  const names = namesIn(JSON.parse(readFileSync(file, "utf8")).output)
  const input: object = card.examples?.[0]?.input ?? {}
  return names.length > 0 ? [{ id: card.capability_id, names, input }] : []
})

describe.each(withContents)("the content of $id", ({ id, names, input }) => {
  beforeEach(() => {
    marked = new Set(names)
  })

  it.each(Object.entries(kinds))("keeps %s", async (_, text) => {
    content = text
    for (const client of [
      createClient(options()),
      createClient({ base_url: url, octokit: new Octokit({ baseUrl: url, auth: sandbox.token }) }),
    ]) {
      const { execute } = createExecutor({ client })
      const result = await execute(id, Object(input))
      if (!result.ok) throw new Error(result.error.message)
      expect(new Set(contentsIn(result.data))).toEqual(new Set([text]))
      expect(result.meta).not.toHaveProperty("warnings")
    }
  })

  it("keeps all of them on every surface", async () => {
    content = everything
    const client = createClient(options())
    const { executeTasks } = createExecutor({ client })
    const { results } = await executeTasks([{ task: id, input: Object(input) }])
    const tool = await callTool(id.replaceAll(".", "-"), input, { client })
    const words = ["run", id, "--input", JSON.stringify(input)]
    const { stdout } = await typeWords(words)
    const mcp = await connect(["--tasks"], "2025-11-25")
    const call = { name: "execute", arguments: { task: id, input } }
    const answer = await mcp.client.callTool(call)
    await mcp.close()
    for (const data of [results, tool, JSON.parse(stdout), answer.structuredContent]) {
      expect(new Set(contentsIn(data))).toEqual(new Set([everything]))
    }
  })
})

describe("text that people write", () => {
  const issue = { ...place, issue_number: 1 }
  const title = "Fix \u202ebug\u200b"

  it("has no hidden characters, and the result says so", async () => {
    content = title
    marked = new Set(["title"])
    const result = await createGhx(options()).issue.view(issue)
    expect(result).toMatchObject({
      data: { title: "Fix bug" },
      meta: { warnings: [{ code: "CLEANED", message: expect.stringContaining("title") }] },
    })
    const { results } = await chain(createGhx(options()).issue.view(issue))
    expect(results[0]).toMatchObject({ data: { title: "Fix bug" } })
    expect(
      (await typeWords(["run", "issue.view", "issue_number=1", "-R", "octocat/hello-world"]))
        .stderr,
    ).toContain("Hidden characters were removed from title")
  })

  it("does not end an iteration with an exception, which anybody could cause", async () => {
    content = title
    marked = new Set(["title"])
    const titles = []
    for await (const one of createGhx(options()).issue.list(place)) titles.push(one.title)
    expect(new Set(titles)).toEqual(new Set(["Fix bug"]))
  })

  it("stays as it is with `raw_text`, and in the answers that ghx api prints", async () => {
    content = title
    marked = new Set(["title"])
    const raw = await createGhx({ ...options(), raw_text: true }).issue.view(issue)
    expect(raw).toMatchObject({ data: { title } })
    const { stdout } = await typeWords([
      "api",
      "repos/octocat/hello-world/issues/1",
      "--jq",
      ".title",
    ])
    expect(stdout).toBe(`${title}\n`)
  })

  it("is distinguished from names, which would name something else", async () => {
    const name = "bug\u200b"
    await createGhx(options())
      .repo.branch.create({ ...place, branch: name, from: "main" })
      .orThrow()
    const { items } = await createGhx(options()).repo.branches.list(place).orThrow()
    expect(items.map((one) => one.name)).toContain(name)
  })
})

describe("bytes that are not UTF-8", () => {
  const latin = Buffer.from("diff --git a/a b/a\n+caf\xe9\n", "latin1")
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff])
  const pull = "repos/octocat/hello-world/pulls/7"
  const diff = "application/vnd.github.diff"

  it.each([
    ["gh's command", ["pr", "diff", "7", "-R", "octocat/hello-world"]],
    ["ghx api", ["api", pull, "-H", `Accept: ${diff}`]],
  ])("pass through a pipe of %s", async (_, words) => {
    content = latin
    const { bytes, exitCode } = await typeWords(words)
    expect([bytes.toString("hex"), exitCode]).toEqual([latin.toString("hex"), 0])
  })

  it("are marked in a result, which has no place for them", async () => {
    content = latin
    expect(await createGhx(options()).pr.diff.view({ ...place, pull_number: 7 })).toMatchObject({
      data: { diff: latin.toString() },
      meta: { warnings: [{ code: "INEXACT" }] },
    })
  })

  it("are bytes in the result of an operation", async () => {
    for (const given of [latin, picture]) {
      content = given
      const ghx = createGhx({ ...options(), operations: "read" })
      const { data } = (await ghx.request(`GET /${pull}`, {}, { accept: diff })) as never
      expect(Buffer.from(data).equals(given)).toBe(true)
    }
  })

  it("are an error of a capability that returns text, if they are no text at all", async () => {
    content = picture
    expect(await createGhx(options()).pr.diff.view({ ...place, pull_number: 7 })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("binary data") },
    })
  })

  it("are reported if GitHub has decoded them", async () => {
    const bytes = Buffer.from("caf\xe9\n", "latin1").toString("base64")
    const path = "latin.txt"
    const { oid } = await headOf()
    const ghx = createGhx(options())
    const addition = { path, content: bytes }
    await ghx.repo.files
      .commit({
        ...place,
        branch: "main",
        expected_head_oid: oid,
        message: "m",
        additions: [addition],
      })
      .orThrow()
    for (const fields of [undefined, ["text"] as const])
      expect(await ghx.repo.file.view({ ...place, path }, { fields })).toMatchObject({
        meta: { warnings: [{ code: "INEXACT", message: expect.stringContaining("text") }] },
      })
  })
})

it("a gist of more than a megabyte is marked as cut", async () => {
  const { gist } = createGhx(options())
  const files = [{ name: "large.txt", content: "x".repeat(1_100_000) }]
  const { id: gist_id } = await gist.create({ files }).orThrow()
  const { data, meta } = await gist.view({ gist_id })
  expect(meta.warnings).toEqual([
    {
      code: "INCOMPLETE",
      message: "large.txt is not whole",
      pointer: "/files/0/content",
      fix: `curl -L ${data?.files[0]?.raw_url}`,
    },
  ])
})

it("the list of a gist's files is marked as cut after 300", async () => {
  const { gist } = createGhx(options())
  const files = Array.from({ length: 301 }, (_, at) => ({ name: `${at}.txt`, content: "x" }))
  const { id: gist_id } = await gist.create({ files }).orThrow()
  const { data, meta } = await gist.view({ gist_id })
  expect(data).toMatchObject({ files: { length: 300 }, is_truncated: true })
  expect(meta.warnings).toMatchObject([
    { code: "INCOMPLETE", message: "files is not whole", pointer: "/files" },
  ])
  const { meta: narrow } = await gist.view({ gist_id }, { fields: ["files"] })
  expect(narrow.warnings).toEqual(meta.warnings)
  const one = await gist.view({ gist_id, filename: "7.txt" })
  expect(one.data).toMatchObject({ files: [{ name: "7.txt" }], is_truncated: false })
  expect(one.meta.warnings).toBeUndefined()
})

async function headOf() {
  const { items } = await createGhx(options()).repo.commits.list(place).orThrow()
  return { oid: items[0]?.sha ?? "" }
}

describe("what is read can be written back", () => {
  it("a file, whatever its text", async () => {
    const ghx = createGhx(options())
    let { oid } = await headOf()
    const commit = async (path: string, text: string) => {
      const change = { message: "m", additions: [{ path, text }] }
      const done = ghx.repo.files.commit({
        ...place,
        branch: "main",
        expected_head_oid: oid,
        ...change,
      })
      oid = (await done.orThrow()).oid
    }
    for (const text of [...Object.values(kinds), everything].filter((one) => !one.includes("\0"))) {
      await commit("a.txt", text)
      const read = await ghx.repo.file.view({ ...place, path: "a.txt" }).orThrow()
      await commit("b.txt", read.text ?? "")
      const before = await ghx.repo.file.view({ ...place, path: "a.txt" }).orThrow()
      const after = await ghx.repo.file.view({ ...place, path: "b.txt" }).orThrow()
      expect([read.text, after.oid]).toEqual([text, before.oid])
    }
  })

  it("a gist, whatever its text", async () => {
    const ghx = createGhx(options())
    for (const text of Object.values(kinds).filter((one) => !one.includes("\0"))) {
      const { id } = await ghx.gist.create({ files: [{ name: "a", content: text }] }).orThrow()
      const [file] = (await ghx.gist.view({ gist_id: id }).orThrow()).files
      expect([file?.content, file?.encoding]).toEqual([text, "utf-8"])
    }
  })

  test("any text in a diff, to which git apply applies it", async () => {
    const lines = [
      "first",
      ...Object.values(kinds).filter((one) => !one.includes("\0")),
      "last",
      "",
    ]
    const [before, after] = [lines.join("\n"), lines.join("\n").replace("last", "end")]
    await sandbox.apply({
      repositories: [
        {
          owner: "octocat",
          name: "kinds",
          files: { "a.txt": before },
          branches: [{ name: "f", commits: [{ message: "m", files: { "a.txt": after } }] }],
          pull_requests: [{ title: "p", author: "octocat", head: "f", base: "main" }],
        },
      ],
    })
    const { bytes } = await typeWords(["pr", "diff", "1", "-R", "octocat/kinds"])
    const folder = mkdtempSync(join(tmpdir(), "ghx-apply-"))
    writeFileSync(join(folder, "a.txt"), before)
    const applied = spawnSync("git", ["apply", "-"], { cwd: folder, input: bytes })
    expect(applied.stderr.toString().replace(/.*warning: .*\n?/g, "")).toBe("")
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe(after)
  })
})

describe("what is no plain file", () => {
  const rest = async (path: string, body?: object) => {
    const response = await fetch(`${url}/repos/octocat/hello-world/${path}`, {
      headers: { authorization: `Bearer ${sandbox.token}` },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    })
    return Object(await response.json())
  }
  const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n"
  /** A branch with a file, a link to it, one that leads nowhere, and a pointer of Git LFS. */
  async function makeBranch(): Promise<string> {
    const files = [
      ["a.md", "100644", "hello"],
      ["link", "120000", "a.md"],
      ["lost", "120000", "../nowhere"],
      ["logo.png", "100644", pointer],
    ] as const
    const tree = files.map(([path, mode, content]) => ({ path, mode, type: "blob", content }))
    const made = await rest("git/trees", { tree })
    const commit = await rest("git/commits", { message: "m", tree: made.sha, parents: [] })
    await rest("git/refs", { ref: "refs/heads/links", sha: commit.sha })
    return commit.sha
  }

  test("links and pointers of Git LFS are marked, on branches and at tags", async () => {
    const sha = await makeBranch()
    const tag = { tag: "t", message: "m", object: sha, type: "commit" }
    await rest("git/refs", { ref: "refs/tags/t", sha: (await rest("git/tags", tag)).sha })
    const ghx = createGhx(options())
    const view = (path: string, ref = "links") =>
      ghx.repo.file.view({ ...place, path, ref }).orThrow()
    expect(await view("a.md")).toMatchObject({ is_symlink: false, is_lfs_pointer: false })
    expect(await view("link")).toMatchObject({ is_symlink: true, text: "a.md" })
    expect(await view("link", "t")).toMatchObject({ is_symlink: true, text: "a.md" })
    expect(await view("logo.png")).toMatchObject({ is_symlink: false, is_lfs_pointer: true })
    const lost = ghx.repo.contents.view({ ...place, path: "lost", ref: "links" })
    expect(await lost.orThrow()).toMatchObject({ type: "symlink", target: "../nowhere" })
  })

  test("submodules are entries of their own", async () => {
    const urls = { url: "u", git_url: "u", html_url: "u", _links: {} }
    const entry = { ...urls, name: "a", path: "v/a", sha: "1", size: 0, type: "file" }
    const github = await startGithub(() => ({
      body: [
        { ...entry, download_url: null },
        { ...entry, download_url: "u" },
        { ...entry, download_url: null, type: "dir" },
      ],
    }))
    const ghx = createGhx({ client: github.client() })
    const { entries } = await ghx.repo.contents.view({ ...place, path: "v" }).orThrow()
    expect(entries.map(({ type }) => type)).toEqual(["submodule", "file", "dir"])
    await github.close()
  })

  test("a tag of a tag is one of its commit", async () => {
    const inner = { __typename: "Tag", oid: "2", target: { __typename: "Commit", oid: "3" } }
    const target = { __typename: "Tag", oid: "1", message: "m", tagger: null, target: inner }
    const ref = { id: "R", name: "v1", target }
    const refs = { totalCount: 1, nodes: [ref], pageInfo: { hasNextPage: false, endCursor: null } }
    const repository = { id: "R", ref, refs, object: { __typename: "Tag", target: inner } }
    const github = await startGithub(({ variables }) =>
      data({ repository, createRef: { ref: { name: variables.commit_sha } } }),
    )
    const { repo } = createGhx({ client: github.client() })
    expect(await repo.tag.view({ ...place, tag: "v1" }).orThrow()).toMatchObject({ sha: "3" })
    const { items } = await repo.tags.list(place).orThrow()
    expect(items).toMatchObject([{ sha: "3" }])
    const made = repo.branch.create({ ...place, branch: "fix", from: "v1" })
    expect(await made.orThrow()).toEqual({ name: "3", sha: "3" })
    await github.close()
  })
})

test("parseJson changes nothing but integers above 2^53", async () => {
  const { parseJson } = await import("../runtime/text/index.js")
  const text = string({ unit: "binary" })
  const done = check(
    property(text, (one) => {
      const json = JSON.stringify({ [one]: [one, ":3804004623172239366,"] })
      expect(parseJson(json)).toEqual(JSON.parse(json))
      expect(
        parseJson(`[${json},3804004623172239366,-9007199254740993 ,9007199254740991]`),
      ).toEqual([JSON.parse(json), "3804004623172239366", "-9007199254740993", 9007199254740991])
    }),
  )
  expect(done.failed).toBe(false)
})
