import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, SeedError, startSandbox } from "../index.js"
import { ask, data } from "./client.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

interface Entry {
  path: string
  mode?: string
  content?: string
  sha?: string | null
}

const call = (path: string, body?: unknown) => rest(sandbox, path, body)
const text = (format: string, path: string) =>
  rest(sandbox, `GET ${HELLO}/${path}`, undefined, {
    headers: { accept: `application/vnd.github.${format}` },
  })
const headOf = async (branch: string): Promise<string> =>
  (await call(`GET ${HELLO}/git/ref/heads/${branch}`)).body.object.sha

async function treeOf(tree: Entry[], base_tree?: string): Promise<string> {
  const { status, body } = await call(`POST ${HELLO}/git/trees`, { tree, base_tree })
  expect([status, body.message]).toEqual([201, undefined])
  return body.sha
}

async function commitOf(tree: string, parents: string[], more: object = {}): Promise<string> {
  const change = { message: "Add scripts", tree, parents, ...more }
  return (await call(`POST ${HELLO}/git/commits`, change)).body.sha
}

/** Moves a branch, or a new one, to a commit with changed files. */
async function push(branch: string, from: string, tree: Entry[]): Promise<string> {
  const sha = await commitOf(await treeOf(tree, from), [from])
  const made = await call(`POST ${HELLO}/git/refs`, { ref: `refs/heads/${branch}`, sha })
  if (made.status !== 201) await call(`PATCH ${HELLO}/git/refs/heads/${branch}`, { sha })
  return sha
}

/** The number of a new pull request. */
const pullOf = async (base: string, head: string): Promise<number> =>
  (await call(`POST ${HELLO}/pulls`, { title: "Merge", base, head })).body.number

const SCRIPT = { path: "run.sh", mode: "100755", content: "echo hello\n" }
const INTRO = { path: "docs/intro.md", mode: "100644", content: "# Intro\n" }
const LINK = { path: "intro", mode: "120000", content: "docs/intro.md" }
const LOST = { path: "docs/lost", mode: "120000", content: "../nowhere" }

const ADA = { name: "Ada", email: "ada@example.com", date: "2025-01-01T00:00:00Z" }
const BOT = { name: "Bot", date: "2025-03-01T13:00:00+01:00" }
const UTC_BOT = { name: "Bot", date: "2025-03-01T12:00:00Z" }

/** The ids that Git gives to a tree of these files, to commits of it in UTC and elsewhere, and to a tag of the first. */
const TREE = "ac3d712d4fdbe4f7cc3fb56345c8db934f0ac39c"
const COMMIT = "200318abf6df02cddf1885845f29b153367757fb"
const LOCAL_COMMIT = "4cb81c54d500e3fedbd8632fcbcf24e1fbf32347"
const TAG = "7ff8b33d7e9c8c1be64e6f2e4e9b2d2fad9fdf43"

const madeTree = () => treeOf([SCRIPT, INTRO, LINK, LOST])
const madeCommit = async () => commitOf(await madeTree(), [], { author: ADA, committer: UTC_BOT })
const newTag = (object: string) =>
  call(`POST ${HELLO}/git/tags`, {
    ...{ tag: "v2", message: "Version two", object, type: "commit", tagger: ADA },
  })

describe("executable files and links", () => {
  test("have the ids and modes of Git", async () => {
    expect(await madeTree()).toBe(TREE)
    const { body } = await call(`GET ${HELLO}/git/trees/${TREE}?recursive=1`)
    expect(body.tree.map((one: Entry) => `${one.mode} ${one.path}`)).toEqual([
      "040000 docs",
      "100644 docs/intro.md",
      "120000 docs/lost",
      "120000 intro",
      "100755 run.sh",
    ])
    const { repository } = await data(
      sandbox,
      `{ repository(owner: "octocat", name: "hello-world") {
        object(oid: "${TREE}") { ... on Tree { entries { name type mode } } }
      } }`,
    )
    expect(repository.object.entries).toEqual([
      { name: "docs", type: "tree", mode: 0o40000 },
      { name: "intro", type: "blob", mode: 0o120000 },
      { name: "run.sh", type: "blob", mode: 0o100755 },
    ])
  })

  test("keep their modes in a tree on another one, and in a snapshot", async () => {
    const tree = await treeOf([{ path: "new.md", content: "x" }], await madeTree())
    const snapshot = sandbox.state.snapshot()
    sandbox.reset()
    sandbox.state.restore(JSON.parse(JSON.stringify(snapshot)))
    const { body } = await call(`GET ${HELLO}/git/trees/${tree}`)
    expect(body.tree.map((one: Entry) => `${one.mode} ${one.path}`)).toEqual([
      "040000 docs",
      "120000 intro",
      "100644 new.md",
      "100755 run.sh",
    ])
  })

  test("are listed by the contents of a folder; a link that leads nowhere names its target", async () => {
    await push("scripts", await headOf("main"), [SCRIPT, INTRO, LINK, LOST])
    const contents = (path: string) => call(`GET ${HELLO}/contents/${path}?ref=scripts`)
    const types = (await contents("")).body.map((one: { type: string; name: string }) => [
      one.name,
      one.type,
    ])
    expect(types).toContainEqual(["intro", "symlink"])
    expect(types).toContainEqual(["run.sh", "file"])
    expect((await contents("docs/lost")).body).toMatchObject({
      type: "symlink",
      target: "../nowhere",
      size: 10,
    })
    expect((await contents("intro")).status).toBe(501)
    expect((await contents("run.sh")).body.type).toBe("file")
  })

  test("are not changed by the contents of a file, but removed", async () => {
    await push("scripts", await headOf("main"), [SCRIPT])
    const file = await call(`GET ${HELLO}/contents/run.sh?ref=scripts`)
    const change = { message: "Change", branch: "scripts", sha: file.body.sha }
    const path = `${HELLO}/contents/run.sh`
    const put = await call(`PUT ${path}`, { ...change, content: "eAo=" })
    expect([put.status, put.body.type]).toEqual([501, "SANDBOX_NOT_MODELLED"])
    expect((await call(`DELETE ${path}`, change)).status).toBe(200)
  })

  test("show changes of modes and types as Git does", async () => {
    const start = await push("scripts", await headOf("main"), [SCRIPT, INTRO])
    const sha = await push("scripts", start, [
      { ...SCRIPT, mode: "100644" },
      { ...INTRO, mode: "120000" },
    ])
    const { body } = await call(`GET ${HELLO}/commits/${sha}`)
    expect(
      body.files.map((one: { filename: string; status: string }) => [one.filename, one.status]),
    ).toEqual([
      ["docs/intro.md", "changed"],
      ["run.sh", "modified"],
    ])
    expect((await text("diff", `commits/${sha}`)).body).toBe(
      [
        "diff --git a/docs/intro.md b/docs/intro.md",
        "deleted file mode 100644",
        "index 1e0981f..0000000",
        "--- a/docs/intro.md",
        "+++ /dev/null",
        "@@ -1 +0,0 @@",
        "-# Intro",
        "diff --git a/docs/intro.md b/docs/intro.md",
        "new file mode 120000",
        "index 0000000..1e0981f",
        "--- /dev/null",
        "+++ b/docs/intro.md",
        "@@ -0,0 +1 @@",
        "+# Intro",
        "diff --git a/run.sh b/run.sh",
        "old mode 100755",
        "new mode 100644",
        "",
      ].join("\n"),
    )
  })

  test("are merged with a change of their content", async () => {
    const plain = { ...SCRIPT, mode: "100644" }
    const start = await push("scripts", await headOf("main"), [plain])
    await push("executable", start, [SCRIPT])
    await push("scripts", start, [{ ...plain, content: "echo goodbye\n" }])
    const pull = await pullOf("scripts", "executable")
    expect((await call(`PUT ${HELLO}/pulls/${pull}/merge`, {})).status).toBe(200)
    const { body } = await call(`GET ${HELLO}/git/trees/scripts`)
    const { sha } = (await call(`GET ${HELLO}/contents/run.sh?ref=scripts`)).body
    expect(body.tree).toContainEqual(expect.objectContaining({ mode: "100755", sha }))
    expect((await text("raw", "contents/run.sh?ref=scripts")).body).toBe("echo goodbye\n")
  })

  test.each([
    ["a link to another place", { ...LINK, content: "a" }, { ...LINK, content: "b" }],
    ["a link, and another file", LINK, { ...LINK, mode: "100644" }],
    ["a file in a folder of the same name", LINK, { path: "intro/one.md", content: "x" }],
  ])("conflict with %s", async (_, ours, theirs) => {
    const start = await headOf("main")
    await push("ours", start, [ours])
    await push("theirs", start, [theirs])
    const pull = await pullOf("ours", "theirs")
    expect((await call(`GET ${HELLO}/pulls/${pull}`)).body.mergeable).toBe(false)
  })
})

describe("a file in the place of a folder", () => {
  test.each(["README.md/inner", "src"])("is not modelled outside of trees: %s", async (path) => {
    const change = { message: "Change", content: "eAo=" }
    expect((await call(`PUT ${HELLO}/contents/${path}`, change)).status).toBe(501)
    expect(sandbox.applied).toEqual([])
  })

  test("is a mistake in a seed", async () => {
    const files = { "a/b": "x", a: "y" }
    const seed = {
      users: [{ login: "ada" }],
      repositories: [{ owner: "ada", name: "engine", files }],
    }
    await expect(startSandbox({ seed })).rejects.toThrow(SeedError)
  })
})

describe("a tree", () => {
  test("is based on the tree of a commit", async () => {
    const tree = [{ path: "new.md", content: "x" }]
    const main = await headOf("main")
    const { body } = await call(`GET ${HELLO}/git/commits/${main}`)
    expect(await treeOf(tree, main)).toBe(await treeOf(tree, body.tree.sha))
  })

  test("has no submodules", async () => {
    const tree = [{ path: "lib", mode: "160000", type: "commit", sha: COMMIT }]
    expect((await call(`POST ${HELLO}/git/trees`, { tree })).status).toBe(501)
  })
})

describe("people", () => {
  test("of a commit have the missing data of others", async () => {
    expect(await madeCommit()).toBe(COMMIT)
    const { body } = await call(`GET ${HELLO}/git/commits/${COMMIT}`)
    expect(body.author).toEqual(ADA)
    expect(body.committer).toEqual({ ...ADA, name: "Bot", date: "2025-03-01T12:00:00Z" })
  })

  test("of a commit are the viewer by default", async () => {
    const sha = await commitOf(await madeTree(), [], { committer: { email: "bot@example.com" } })
    const { body } = await call(`GET ${HELLO}/git/commits/${sha}`)
    const { date } = body.author
    expect(body.author).toEqual({
      name: "The Octocat",
      email: "octocat@users.noreply.github.com",
      date,
    })
    expect(body.committer).toEqual({ ...body.author, email: "bot@example.com" })
  })

  test.each([
    [{ author: ADA }, "Ada", "The Octocat"],
    [{ committer: ADA }, "Ada", "Ada"],
    [{ author: { ...ADA, name: "Eve" }, committer: ADA }, "Eve", "Ada"],
  ])("of a changed file are %j", async (people, author, committer) => {
    const change = { message: "Change", content: "eAo=", ...people }
    const { body } = await call(`PUT ${HELLO}/contents/new.md`, change)
    expect([body.commit.author.name, body.commit.committer.name]).toEqual([author, committer])
    const { sha } = body.content
    const removed = await call(`DELETE ${HELLO}/contents/new.md`, {
      ...{ message: "Remove", sha },
      ...people,
    })
    expect(removed.body.commit.author.name).toBe(author)
  })

  test.each([
    { name: "Ada" },
    { name: "", email: "ada@example.com" },
    { name: "Ada", email: "<ada@example.com>" },
    { name: "Ada\nLovelace", email: "ada@example.com" },
  ])("of an object need a name and an email address that Git can store: %j", async (author) => {
    const commit = { message: "x", tree: await madeTree(), author }
    expect((await call(`POST ${HELLO}/git/commits`, commit)).status).toBe(422)
  })

  test("have nothing else, not even if the sandbox is lenient", async () => {
    await using lenient = await startSandbox({ lenient: true })
    const author = { ...ADA, username: "ada" }
    const change = { message: "Change", content: "eAo=", author }
    const { status } = await rest(lenient, `PUT ${HELLO}/contents/new.md`, change)
    expect(status).toBe(201)
    expect(JSON.stringify(lenient.state.snapshot())).not.toContain('"username":"ada"')
  })

  test("of a commit keep their time zone", async () => {
    const author = { ...ADA, date: "2025-01-01T08:30:00+08:30" }
    const sha = await commitOf(await madeTree(), [], { author, committer: BOT })
    expect(sha).toBe(LOCAL_COMMIT)
    const { body } = await call(`GET ${HELLO}/git/commits/${sha}`)
    expect([body.author, body.committer.date]).toEqual([ADA, "2025-03-01T12:00:00Z"])
    const { repository } = await data(
      sandbox,
      `{ repository(owner: "octocat", name: "hello-world") { object(oid: "${sha}") {
        ... on Commit { authoredDate author { date } committer { date } }
      } } }`,
    )
    expect(repository.object).toEqual({
      authoredDate: ADA.date,
      author: { date: author.date },
      committer: { date: "2025-03-01T13:00:00+01:00" },
    })
    const { body: mail } = await text("patch", `commits/${sha}`)
    expect(mail).toContain("\nDate: Wed, 1 Jan 2025 08:30:00 +0830\n")
    sandbox.state.restore(JSON.parse(JSON.stringify(sandbox.state.snapshot())))
    expect((await call(`GET ${HELLO}/git/commits/${sha}`)).body).toEqual(body)
  })
})

describe("an annotated tag", () => {
  const tagged = async (name = "v2") => {
    const { body } = await newTag(await madeCommit())
    await call(`POST ${HELLO}/git/refs`, { ref: `refs/tags/${name}`, sha: body.sha })
  }

  test("has the id of Git, and is read back", async () => {
    const made = await newTag(await madeCommit())
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      ...{ sha: TAG, tag: "v2", message: "Version two", tagger: ADA },
      object: { sha: COMMIT, type: "commit", url: expect.stringContaining("/git/commits/") },
    })
    expect((await call(`GET ${made.headers.get("location")}`)).body).toEqual(made.body)
    expect((await call(`GET ${HELLO}/git/tags/${COMMIT}`)).status).toBe(404)
  })

  test("is by the viewer by default", async () => {
    const tag = { tag: "v2", message: "x", object: await madeCommit(), type: "commit" }
    const { body } = await call(`POST ${HELLO}/git/tags`, tag)
    expect(body.tagger.email).toBe("octocat@users.noreply.github.com")
  })

  test.each(["tree", "blob"])("of a commit is not one of a %s", async (type) => {
    const tag = { tag: "v2", message: "x", object: await madeCommit(), type }
    expect((await call(`POST ${HELLO}/git/tags`, tag)).status).toBe(422)
  })

  test.each(["", "a b", "a..b", "a~", ".a", "a.lock", "a/", "a//b", "a@{1"])(
    "is not called %j",
    async (tag) => {
      const made = { tag, message: "x", object: await madeCommit(), type: "commit" }
      expect((await call(`POST ${HELLO}/git/tags`, made)).status).toBe(422)
      const sha = made.object
      const ref = await call(`POST ${HELLO}/git/refs`, { ref: `refs/tags/${tag}`, sha })
      expect(ref.status).toBe(422)
    },
  )

  test("is what its ref leads to, and stands for its commit elsewhere", async () => {
    await tagged()
    const ref = await call(`GET ${HELLO}/git/ref/tags/v2`)
    expect(ref.body.object).toMatchObject({ type: "tag", sha: TAG })
    expect((await call(`GET ${ref.body.object.url}`)).body.sha).toBe(TAG)
    const tags = (await call(`GET ${HELLO}/tags`)).body
    expect(tags[0]).toMatchObject({ name: "v2", commit: { sha: COMMIT } })
    for (const name of ["v2", "tags/v2", TAG]) {
      expect((await call(`GET ${HELLO}/commits/${name}`)).body.sha).toBe(COMMIT)
      expect((await call(`GET ${HELLO}/git/trees/${name}`)).body.sha).toBe(TREE)
    }
    expect((await call(`GET ${HELLO}/contents/run.sh?ref=v2`)).status).toBe(200)
    const [commit] = (await call(`GET ${HELLO}/commits?sha=v2`)).body
    expect(commit.sha).toBe(COMMIT)
  })

  test("is released", async () => {
    await tagged()
    const { status, body } = await call(`POST ${HELLO}/releases`, { tag_name: "v2" })
    expect(status).toBe(201)
    expect(body.created_at).toBe("2025-03-01T12:00:00Z")
    const { repository } = await data(
      sandbox,
      `{ repository(owner: "octocat", name: "hello-world") {
        release(tagName: "v2") { tagCommit { oid } tag { target { __typename oid } } }
        object(expression: "v2") {
          id ... on Tag { name message tagger { name date } target { oid } }
        }
        refs(refPrefix: "refs/tags/", first: 1, orderBy: { field: TAG_COMMIT_DATE, direction: DESC }) {
          nodes { name }
        }
      } }`,
    )
    expect(repository).toEqual({
      release: { tagCommit: { oid: COMMIT }, tag: { target: { __typename: "Tag", oid: TAG } } },
      object: {
        ...{ id: expect.any(String), name: "v2", message: "Version two" },
        ...{ tagger: { name: "Ada", date: ADA.date }, target: { oid: COMMIT } },
      },
      refs: { nodes: [{ name: "v2" }] },
    })
    const { node } = await data(sandbox, `{ node(id: "${repository.object.id}") { __typename } }`)
    expect(node).toEqual({ __typename: "Tag" })
  })

  test("stays in a snapshot", async () => {
    await tagged()
    const snapshot = sandbox.state.snapshot()
    sandbox.reset()
    sandbox.state.restore(JSON.parse(JSON.stringify(snapshot)))
    expect((await call(`GET ${HELLO}/git/ref/tags/v2`)).body.object.type).toBe("tag")
    expect((await call(`GET ${HELLO}/git/tags/${TAG}`)).body.tag).toBe("v2")
  })

  test("is not what a branch leads to", async () => {
    const { body } = await newTag(await madeCommit())
    const ref = { ref: "refs/heads/v2", sha: body.sha }
    expect((await call(`POST ${HELLO}/git/refs`, ref)).status).toBe(501)
  })

  test("of another repository is not found", async () => {
    const { body } = await newTag(await madeCommit())
    const attic = { ref: "refs/tags/v2", sha: body.sha }
    const reply = await call("POST /repos/octocat/secret/git/refs", attic)
    expect([reply.status, reply.body.message]).toEqual([422, "Object does not exist"])
  })
})

describe("the objects of a fork", () => {
  test("are read through its parent, and objects of the parent through the fork", async () => {
    const fork = "/repos/hubot/hello-world"
    const { body: tip } = await call(`GET ${fork}/commits/emoji`)
    const url = `${HELLO}/commits/${tip.sha}`
    const { body } = await call(`GET ${url}`)
    expect([body.sha, body.files.length]).toEqual([tip.sha, tip.files.length])
    expect(body.url).toContain(url)
    expect((await call(`GET ${HELLO}/git/commits/${tip.sha}`)).status).toBe(200)
    expect((await call(`GET ${HELLO}/git/trees/${tip.commit.tree.sha}`)).status).toBe(200)
    expect((await call(`GET ${HELLO}/git/blobs/${tip.files[0].sha}`)).status).toBe(200)
    const { body: blob } = await call(`POST ${HELLO}/git/blobs`, { content: "Shared." })
    expect((await call(`GET ${fork}/git/blobs/${blob.sha}`)).status).toBe(200)
  })

  test("are no nodes of another repository", async () => {
    const { sha } = (await call("GET /repos/octocat/secret/commits/main")).body
    for (const [prefix, owner] of [
      ["C", 1],
      ["PURC", 6],
    ]) {
      const id = `${prefix}_${Buffer.from(`${owner}:${sha}`).toString("base64url")}`
      const { node } = await ask(sandbox, `{ node(id: "${id}") { id } }`).then((one) => one.data)
      expect(node).toBeNull()
    }
  })

  test("are not found by names of its branches, nor in other repositories", async () => {
    const { sha } = (await call("GET /repos/hubot/hello-world/commits/emoji")).body
    expect((await call(`GET ${HELLO}/commits/emoji`)).status).toBe(422)
    expect((await call(`GET /repos/octocat/big/commits/${sha}`)).status).toBe(422)
  })
})
