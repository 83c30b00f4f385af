/** Files that are created, changed and deleted over REST. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const FILE = `${HELLO}/contents/docs/new.md`
const branch = "polite-greeting"
const base64 = (text: string) => Buffer.from(text).toString("base64")
const tip = async (name: string) =>
  (await rest(sandbox, `GET ${HELLO}/git/ref/heads/${name}`)).body.object.sha

test("PUT creates a file with a commit, and changes it for its sha", async () => {
  const before = await tip(branch)
  const created = await rest(sandbox, `PUT ${FILE}`, {
    ...{ branch, message: "Add a page\n\nIt is new." },
    content: base64("Hello\n"),
  })
  expect(created).toMatchObject({
    status: 201,
    body: {
      content: {
        ...{ name: "new.md", path: "docs/new.md", size: 6, type: "file" },
        html_url: `https://github.com/octocat/hello-world/blob/${branch}/docs/new.md`,
      },
      commit: {
        sha: await tip(branch),
        message: "Add a page\n\nIt is new.",
        parents: [{ sha: before }],
        author: { name: "The Octocat" },
      },
    },
  })
  const { sha } = created.body.content
  const changed = await rest(sandbox, `PUT ${FILE}`, {
    ...{ branch, message: "Change it", sha },
    content: `${base64("Good d")}\n${base64("ay")}`,
  })
  expect(changed.status).toBe(200)
  const read = await rest(sandbox, `GET ${FILE}?ref=${branch}`)
  expect(Buffer.from(read.body.content, "base64").toString()).toBe("Good day")
  expect((await rest(sandbox, `GET ${FILE}`)).status).toBe(404)
  expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual([
    "createCommitOnBranch",
    "createCommitOnBranch",
  ])
})

test("DELETE removes a file for its sha", async () => {
  const readme = `${HELLO}/contents/README.md`
  const { sha } = (await rest(sandbox, `GET ${readme}?ref=${branch}`)).body
  const deleted = await rest(sandbox, `DELETE ${readme}`, { message: "Remove it", branch, sha })
  expect(deleted).toMatchObject({
    status: 200,
    body: { content: null, commit: { message: "Remove it" } },
  })
  expect((await rest(sandbox, `GET ${readme}?ref=${branch}`)).status).toBe(404)
  expect((await rest(sandbox, `DELETE ${readme}`, { message: "Again", branch, sha })).status).toBe(
    404,
  )
})

test.each([
  ["PUT", {}, 422, 'Invalid request.\n\n"sha" wasn\'t supplied.'],
  ["PUT", { sha: "deadbeef" }, 409, "README.md does not match deadbeef"],
  ["PUT", { branch: "nope", sha: "deadbeef" }, 404, "Branch nope not found"],
  ["DELETE", {}, 422, 'Invalid request.\n\n"sha" wasn\'t supplied.'],
  ["DELETE", { sha: "deadbeef" }, 409, "README.md does not match deadbeef"],
])("%s of an existing file with %j is refused with %i", async (method, more, status, message) => {
  const content = method === "PUT" ? { content: base64("x") } : {}
  const call = `${method} ${HELLO}/contents/README.md`
  const body = { message: "Change", branch, ...content, ...more }
  expect(await rest(sandbox, call, body)).toMatchObject({ status, body: { message } })
  expect(sandbox.applied).toEqual([])
})

test("PUT ignores the sha of a new file, and refuses broken Base64 and readers", async () => {
  const put = (content: string, more: object = {}, token?: string) =>
    rest(
      sandbox,
      `PUT ${FILE}`,
      { message: "New", branch, content, ...more },
      token ? { token } : {},
    )
  expect(await put("***")).toMatchObject({
    status: 422,
    body: { message: "content is not valid Base64" },
  })
  expect((await put(base64("x"), {}, "hubot-token")).status).toBe(403)
  expect((await put(base64("x"), { sha: "deadbeef" })).status).toBe(201)
})

test("POST git/refs describes the problem with a reference", async () => {
  const sha = await tip("main")
  const create = (body: object) => rest(sandbox, `POST ${HELLO}/git/refs`, body)
  expect(await create({ ref: "refs/heads/main", sha })).toMatchObject({
    status: 422,
    body: { message: "Reference already exists" },
  })
  expect(await create({ ref: "refs/heads/new", sha: "0".repeat(40) })).toMatchObject({
    status: 422,
    body: { message: "Object does not exist" },
  })
})

test("an unknown branch and an existing label are refused with an error code and no message", async () => {
  const pull = { title: "New", head: "nope", base: "main" }
  const unknown = await rest(sandbox, `POST ${HELLO}/pulls`, pull)
  expect(unknown.body.errors).toEqual([{ resource: "PullRequest", field: "head", code: "invalid" }])
  const label = await rest(sandbox, `POST ${HELLO}/labels`, { name: "bug", color: "ffffff" })
  expect(label.body.errors).toEqual([{ resource: "Label", code: "already_exists", field: "name" }])
})

test("texts that are too long are refused in the words of each interface", async () => {
  const body = "x".repeat(262_145)
  const issue = await rest(sandbox, `POST ${HELLO}/issues`, { title: "New", body })
  const full = { title: "New", body: body.slice(1) }
  expect((await rest(sandbox, `POST ${HELLO}/issues`, full)).status).toBe(201)
  const field = { resource: "Issue", code: "custom" }
  expect(issue.body.errors).toEqual([
    { ...field, field: "body", message: "body is too long (maximum is 65536 characters)" },
  ])
  const title = await rest(sandbox, `PATCH ${HELLO}/issues/1`, { title: "x".repeat(257) })
  expect(title.body.errors).toEqual([
    { ...field, field: "title", message: "title is too long (maximum is 256 characters)" },
  ])
  const notes = { tag_name: "v9", body: "x".repeat(125_001) }
  for (const call of [`POST ${HELLO}/releases`, `PATCH ${HELLO}/releases/1`]) {
    expect((await rest(sandbox, call, notes)).body.errors).toEqual([
      {
        ...{ resource: "Release", code: "custom", field: "body" },
        message: "body is too long (maximum is 125000 characters)",
      },
    ])
  }
  for (const call of [`POST ${HELLO}/issues/1/comments`, `POST ${HELLO}/issues/7/comments`]) {
    const comment = await rest(sandbox, call, { body })
    expect([comment.status, comment.body.message]).toEqual([422, "Validation Failed"])
    expect(comment.body.errors).toEqual([
      {
        resource: "IssueComment",
        code: "unprocessable",
        field: "data",
        message: "Body is too long (maximum is 65536 characters)",
      },
    ])
  }
})

test("a download_url leads to the bytes of the file in the sandbox, of a private file with its token", async () => {
  const file = await rest(sandbox, `GET ${HELLO}/contents/src/greet.js?ref=polite-greeting`)
  const bytes = Buffer.from(file.body.content, "base64").toString()
  const raw = await rest(sandbox, `GET ${file.body.download_url}`, undefined, { token: null })
  expect([raw.status, raw.body]).toEqual([200, bytes])
  expect(new URL(file.body.download_url).hostname).toBe(new URL(sandbox.url).hostname)
  await rest(sandbox, `PATCH ${HELLO}`, { private: true })
  const hidden = await rest(sandbox, `GET ${HELLO}/contents/src/greet.js`)
  const { href, origin, pathname } = new URL(hidden.body.download_url)
  const statusOf = async (url: string) =>
    (await rest(sandbox, `GET ${url}`, undefined, { token: null })).status
  expect(await statusOf(href)).toBe(200)
  expect(await statusOf(origin + pathname)).toBe(404)
  expect(await statusOf(`${origin}/octocat/hello-world/main/nope`)).toBe(404)
  expect(await statusOf(`${origin}/octocat/hello-world/main/%zz`)).toBe(404)
})

test("an operation that is not modelled names the nearest one and how to synthesize an answer", async () => {
  const { status, body } = await rest(sandbox, `POST ${HELLO}/keys`, { key: "k" })
  expect(status).toBe(501)
  expect(body.message).toMatch(
    /^The sandbox does not model `POST \/repos\/\{owner\}\/\{repo\}\/keys`\. .*`synthesize: true`.* nearest modelled operation is `[A-Z]+ \/repos\/\{owner\}\/\{repo\}\/\S+`\.$/,
  )
})
