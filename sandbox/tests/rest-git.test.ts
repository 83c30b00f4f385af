import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const call = (path: string, body?: unknown, token?: string) =>
  rest(sandbox, path, body, token === undefined ? {} : { token })
const as = (format: string, path: string) =>
  rest(sandbox, `GET ${HELLO}/${path}`, undefined, {
    headers: { accept: `application/vnd.github.${format}` },
  })
const headOf = async (branch: string): Promise<string> =>
  (await call(`GET ${HELLO}/git/ref/heads/${branch}`)).body.object.sha

describe("Git data", () => {
  test("commits several files at once", async () => {
    const head = await headOf("main")
    const blob = await call(`POST ${HELLO}/git/blobs`, { content: "AAEC", encoding: "base64" })
    const base = (await call(`GET ${HELLO}/git/commits/${head}`)).body.tree.sha
    const tree = await call(`POST ${HELLO}/git/trees`, {
      base_tree: base,
      tree: [
        { path: "assets/logo.bin", mode: "100644", type: "blob", sha: blob.body.sha },
        { path: "docs/intro.md", mode: "100644", type: "blob", content: "# Intro\n" },
        { path: "README.md", mode: "100644", type: "blob", sha: null },
      ],
    })
    expect(tree.status).toBe(201)
    const message = "Rewrite the documentation"
    const commit = await call(`POST ${HELLO}/git/commits`, {
      message,
      tree: tree.body.sha,
      parents: [head],
      author: { name: "Ada", email: "ada@example.com", date: "2025-03-01T12:00:00.5+01:00" },
    })
    expect(commit.body.author).toMatchObject({ name: "Ada", date: "2025-03-01T11:00:00Z" })
    // Nothing refers to the commit yet.
    expect(await headOf("main")).toBe(head)
    const read = await call(`GET ${HELLO}/git/commits/${commit.body.sha}`)
    expect(read.body).toEqual(commit.body)

    const moved = await call(`PATCH ${HELLO}/git/refs/heads/main`, { sha: commit.body.sha })
    expect(moved.status).toBe(200)
    const { body } = await call(`GET ${HELLO}/commits/main`)
    expect(body.commit.message).toBe(message)
    expect(
      body.files.map((one: { filename: string; status: string }) => [one.filename, one.status]),
    ).toEqual([
      ["README.md", "removed"],
      ["assets/logo.bin", "added"],
      ["docs/intro.md", "added"],
    ])
    const logo = await call(`GET ${HELLO}/contents/assets/logo.bin`)
    expect(logo.body.content).toBe("AAEC\n")
    expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual([
      "createBlob",
      "createBlob",
      "createTree",
      "createCommit",
      "updateRef",
    ])
  })

  test("lists the entries of subtrees only with `recursive`", async () => {
    const paths = async (query: string) => {
      const { body } = await call(`GET ${HELLO}/git/trees/main${query}`)
      return body.tree.map((one: { path: string; mode: string }) => `${one.mode} ${one.path}`)
    }
    expect(await paths("")).toEqual([
      "040000 .github",
      "100644 README.md",
      "100644 config.json",
      "040000 src",
    ])
    const all = await paths("?recursive=0")
    expect(all.slice(0, 3)).toEqual([
      "040000 .github",
      "040000 .github/workflows",
      "100644 .github/workflows/ci.yml",
    ])
    expect(all.at(-1)).toBe("100644 src/greet.js")
  })

  test("replaces a file by a folder, and a folder by another tree", async () => {
    const polite = await headOf("polite-greeting")
    const { body: other } = await call(`GET ${HELLO}/git/trees/${polite}`)
    const src = other.tree.find((one: { path: string }) => one.path === "src")
    const { body } = await call(`POST ${HELLO}/git/trees`, {
      base_tree: (await call(`GET ${HELLO}/git/trees/main`)).body.sha,
      tree: [
        { path: "README.md/inner", mode: "100644", content: "x" },
        { path: "src", mode: "040000", type: "tree", sha: src.sha },
      ],
    })
    const { body: all } = await call(`GET ${HELLO}/git/trees/${body.sha}?recursive=1`)
    const paths = all.tree.map((one: { path: string }) => one.path)
    expect(paths).toContain("README.md/inner")
    expect(all.tree).toContainEqual(expect.objectContaining({ path: "README.md", type: "tree" }))
    expect(all.tree).toContainEqual(expect.objectContaining({ path: "src", sha: src.sha }))
  })

  test.each([
    ["git/trees", { tree: [] }, "Invalid tree info"],
    ["git/trees", { tree: [{ path: "a" }] }, "Invalid tree info"],
    ["git/trees", { tree: [{ path: "/a", content: "x" }] }, "cannot start with a slash"],
    ["git/trees", { tree: [{ path: "../a", content: "x" }] }, "malformed path component"],
    ["git/trees", { tree: [{ path: "a/.Git/b", content: "x" }] }, "malformed path component"],
    ["git/trees", { tree: [{ path: "a", sha: "0".repeat(40) }] }, "is not a valid blob"],
    ["git/trees", { tree: [{ path: "a", sha: null }] }, "BadObjectState"],
    ["git/trees", { base_tree: "main", tree: [] }, "base_tree is not a valid tree oid"],
    ["git/commits", { message: "x", tree: "0".repeat(40) }, "Tree SHA does not exist"],
    ["git/blobs", { content: "§", encoding: "base64" }, "not valid Base64"],
  ])("refuses POST %s %o", async (path, body, message) => {
    const reply = await call(`POST ${HELLO}/${path}`, body)
    expect(reply.status).toBe(422)
    expect(reply.body.message).toContain(message)
    expect(sandbox.applied).toEqual([])
  })

  test("refuses a commit on an unknown parent", async () => {
    const { body } = await call(`GET ${HELLO}/git/trees/main`)
    const parents = [body.sha]
    const reply = await call(`POST ${HELLO}/git/commits`, { message: "x", tree: body.sha, parents })
    expect(reply.status).toBe(422)
    expect(reply.body.message).toBe("Parent SHA does not exist or is not a commit object")
  })

  test("does not exist in a repository without commits", async () => {
    await call("POST /user/repos", { name: "empty" })
    const reply = await call("POST /repos/octocat/empty/git/blobs", { content: "x" })
    expect([reply.status, reply.body.message]).toEqual([409, "Git Repository is empty."])
  })

  test("needs write access, and is not found in other repositories", async () => {
    const content = "Nobody else reads this."
    const secret = "/repos/octocat/secret"
    const { body } = await call(`POST ${secret}/git/blobs`, { content })
    expect((await call(`GET ${secret}/git/blobs/${body.sha}`)).status).toBe(200)
    expect((await call(`GET ${HELLO}/git/blobs/${body.sha}`)).status).toBe(404)
    const refused = await call(`POST ${HELLO}/git/blobs`, { content }, "hubot-token")
    expect(refused.status).toBe(403)
  })

  test("stays in a snapshot", async () => {
    const { body } = await call(`POST ${HELLO}/git/blobs`, { content: "Kept." })
    const snapshot = sandbox.state.snapshot()
    sandbox.reset()
    expect((await call(`GET ${HELLO}/git/blobs/${body.sha}`)).status).toBe(404)
    sandbox.state.restore(snapshot)
    expect((await as("raw", `git/blobs/${body.sha}`)).body).toBe("Kept.")
  })

  test("keeps bytes that are not UTF-8", async () => {
    const bytes = Buffer.from([0xff, 0, 0xfe, 0x80])
    const content = bytes.toString("base64")
    const { body } = await call(`POST ${HELLO}/git/blobs`, { content, encoding: "base64" })
    const response = await fetch(`${sandbox.url}${HELLO}/git/blobs/${body.sha}`, {
      headers: {
        authorization: `Bearer ${sandbox.token}`,
        accept: "application/vnd.github.raw",
      },
    })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
  })

  test("finds the tree of a branch with a slash", async () => {
    await call(`POST ${HELLO}/git/refs`, { ref: "refs/heads/a/b", sha: await headOf("main") })
    const { body } = await call(`GET ${HELLO}/git/trees/main`)
    for (const name of ["a/b", "a%2Fb"]) {
      expect((await call(`GET ${HELLO}/git/trees/${name}`)).body).toEqual(body)
    }
  })

  test("names a parameter that is not an object id", async () => {
    const rule = "must be exactly 40 characters and contain only [0-9a-f]."
    const blob = await call(`GET ${HELLO}/git/blobs/main`)
    expect([blob.status, blob.body.message]).toEqual([422, `The sha parameter ${rule}`])
    const commit = await call(`POST ${HELLO}/git/commits`, { message: "x", tree: "main" })
    expect([commit.status, commit.body.message]).toEqual([422, `The tree parameter ${rule}`])
  })

  test.each([
    { author: { name: "A", email: "a@example.com", date: "2016-12-31T23:59:60Z" } },
    { author: { name: "A", email: "a@example.com", date: "9999-12-31T23:59:59-12:00" } },
    { author: { name: "A", email: "a@example.com", date: "1969-12-31T23:59:59Z" } },
  ])("does not model a commit with %o", async (people) => {
    const tree = (await call(`GET ${HELLO}/git/trees/main`)).body.sha
    const reply = await call(`POST ${HELLO}/git/commits`, { message: "x", tree, ...people })
    expect([reply.status, reply.body.type]).toEqual([501, "SANDBOX_NOT_MODELLED"])
  })
})

describe("a commit made of Git data", () => {
  /** A branch at a new commit with this file. */
  async function branch(name: string, parents: string[], content: string): Promise<string> {
    const { body: blob } = await call(`POST ${HELLO}/git/blobs`, { content, encoding: "base64" })
    const entry = { path: "logo.bin", mode: "100644", type: "blob", sha: blob.sha }
    const base = (await call(`GET ${HELLO}/git/trees/main`)).body.sha
    const { body: tree } = await call(`POST ${HELLO}/git/trees`, { base_tree: base, tree: [entry] })
    const message = `Change ${name}`
    const { body } = await call(`POST ${HELLO}/git/commits`, { message, tree: tree.sha, parents })
    await call(`POST ${HELLO}/git/refs`, { ref: `refs/heads/${name}`, sha: body.sha })
    return body.sha
  }
  const binary = (first: number, last = 1) =>
    Buffer.from([first, 10, 0, 10, 10, 10, last, 10]).toString("base64")

  test("has no lines of binary files", async () => {
    await branch("logo", [await headOf("main")], binary(255))
    const path = "compare/main...logo"
    const [file] = (await call(`GET ${HELLO}/${path}`)).body.files
    expect(file).toMatchObject({ filename: "logo.bin", status: "added", additions: 0, changes: 0 })
    expect(file).not.toHaveProperty("patch")
    expect((await as("diff", path)).body).toContain(
      "\nBinary files /dev/null and b/logo.bin differ\n",
    )
    expect((await as("patch", path)).status).toBe(501)
  })

  test("conflicts with another change of a binary file", async () => {
    const start = await branch("logo", [await headOf("main")], binary(1))
    await branch("left", [start], binary(2))
    await branch("right", [start], binary(1, 2))
    const ends = { title: "Merge", base: "left", head: "right" }
    const { body } = await call(`POST ${HELLO}/pulls`, ends)
    expect((await call(`GET ${HELLO}/pulls/${body.number}`)).body.mergeable).toBe(false)
  })

  test("without parents is neither proposed nor merged", async () => {
    const sha = await branch("orphan", [], binary(1))
    const ends = { title: "Join", base: "main", head: "orphan" }
    const { status, body } = await call(`POST ${HELLO}/pulls`, ends)
    expect(status).toBe(422)
    expect(body.errors[0].message).toBe("The orphan branch has no history in common with main")
    await call(`PATCH ${HELLO}/git/refs/heads/polite-greeting`, { sha, force: true })
    expect((await call(`GET ${HELLO}/pulls/7`)).body.mergeable).toBe(false)
    expect((await call(`PUT ${HELLO}/pulls/7/merge`, {})).status).toBe(405)
    const moved = await call(`PATCH ${HELLO}/pulls/8`, { base: "orphan" })
    expect([moved.status, moved.body.errors]).toEqual([
      422,
      [
        {
          resource: "PullRequest",
          field: "base",
          code: "invalid",
          message: expect.stringMatching(/no history in common/),
        },
      ],
    ])
    expect((await call(`GET ${HELLO}/pulls/8`)).body.base.ref).toBe("main")
    expect((await call(`GET ${HELLO}/compare/main...orphan`)).status).toBe(404)
  })
})

describe("POST /merges", () => {
  const merge = (base: string, head: string, more: object = {}) =>
    call(`POST ${HELLO}/merges`, { base, head, ...more })

  test("merges a branch or a commit into a branch", async () => {
    const [ours, theirs] = [await headOf("polite-greeting"), await headOf("main")]
    const made = await merge("polite-greeting", theirs, { commit_message: "Follow main" })
    expect(made.status).toBe(201)
    expect(made.body.commit.message).toBe("Follow main")
    expect(made.body.parents.map((one: { sha: string }) => one.sha)).toEqual([ours, theirs])
    expect(await headOf("polite-greeting")).toBe(made.body.sha)
    expect((await merge("polite-greeting", "main")).status).toBe(204)
    expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual(["mergeBranch"])
  })

  test.each([
    ["polite-greeting", "impolite-greeting", 409, "Merge conflict"],
    ["nowhere", "main", 404, "Base does not exist"],
    ["main", "nowhere", 404, "Head does not exist"],
  ])("into %s of %s is refused with %i", async (base, head, status, message) => {
    const reply = await merge(base, head)
    expect([reply.status, reply.body.message]).toEqual([status, message])
  })

  test("needs write access", async () => {
    const ends = { base: "polite-greeting", head: "main" }
    expect((await call(`POST ${HELLO}/merges`, ends, "hubot-token")).status).toBe(403)
  })
})

describe("a comparison", () => {
  const compare = (basehead: string, query = "") => call(`GET ${HELLO}/compare/${basehead}${query}`)

  test.each([
    ["main...main", "identical", 0, 0],
    ["main...polite-greeting", "diverged", 2, 2],
    ["main~1...main", "ahead", 2, 0],
    ["main...main~1", "behind", 0, 2],
    ["main...hubot:emoji", "ahead", 1, 0],
    ["main...hubot:hello-world:emoji", "ahead", 1, 0],
  ])("of %s is %s", async (basehead, status, ahead, behind) => {
    const { body } = await compare(basehead)
    expect([body.status, body.ahead_by, body.behind_by]).toEqual([status, ahead, behind])
    expect(body.commits).toHaveLength(ahead)
    expect(body.total_commits).toBe(ahead)
  })

  test("lists commits oldest first, in pages, and files on the first page", async () => {
    const whole = (await compare("main...polite-greeting")).body
    const shas = whole.commits.map((one: { sha: string }) => one.sha)
    expect(shas.at(-1)).toBe(await headOf("polite-greeting"))
    const first = await compare("main...polite-greeting", "?per_page=1")
    expect(first.body.commits.map((one: { sha: string }) => one.sha)).toEqual(shas.slice(0, 1))
    expect(first.body.files).toEqual(whole.files)
    expect(first.headers.get("link")).toContain('rel="next"')
    const second = await compare("main...polite-greeting", "?per_page=1&page=2")
    expect(second.body.commits.map((one: { sha: string }) => one.sha)).toEqual(shas.slice(1))
    expect(second.body.files).toBeUndefined()
  })

  test("has URLs that lead to it, whatever the branch is called", async () => {
    const branch = "a/b#1%25"
    await call(`POST ${HELLO}/git/refs`, { ref: `refs/heads/${branch}`, sha: await headOf("main") })
    const { body } = await compare(`main...octocat:${encodeURIComponent(branch)}`)
    expect(new URL(body.url).hash).toBe("")
    expect((await call(`GET ${body.url}`)).body).toEqual(body)
    expect(body.html_url).toContain("/compare/main...octocat:a/b%231")
  })

  test("has the files of a pull request", async () => {
    const { body } = await call(`GET ${HELLO}/pulls/7`)
    const files = await call(`GET ${HELLO}/pulls/7/files`)
    const { body: compared } = await compare(`${body.base.ref}...${body.head.ref}`)
    expect(compared.files).toEqual(files.body)
  })

  test("is a diff or a patch on request", async () => {
    const path = "compare/main...polite-greeting"
    expect((await as("diff", path)).body).toMatch(/^diff --git /)
    expect((await as("patch", path)).body).toMatch(/^From [0-9a-f]{40} /)
  })

  test("is a patch of all commits but merges", async () => {
    expect((await call(`PUT ${HELLO}/pulls/7/update-branch`, {})).status).toBe(202)
    const { body } = await compare("main...polite-greeting")
    expect(body.commits.at(-1).parents).toHaveLength(2)
    for (const path of ["compare/main...polite-greeting", "pulls/7"]) {
      const { body: mails } = await as("patch", path)
      expect(mails.match(/^Subject: \[PATCH \d\/\d\]/gm)).toEqual([
        "Subject: [PATCH 1/2]",
        "Subject: [PATCH 2/2]",
      ])
    }
    expect((await as("patch", "commits/polite-greeting")).status).toBe(501)
  })

  test.each(["main", "main..polite-greeting", "main...nowhere", "main...hubot:nowhere", "...main"])(
    "of %s is not found",
    async (basehead) => expect((await compare(basehead)).status).toBe(404),
  )
})
