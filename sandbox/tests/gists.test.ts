import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data } from "./client.js"
import { useGh } from "./gh-client.js"
import { rest } from "./rest-client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const asHubot = { token: "hubot-token" }

const create = async (files: Record<string, { content: string }>, isPublic = false) =>
  (await rest(sandbox, "POST /gists", { files, public: isPublic })).body

const fixture = import.meta.filename

const names = (body: { id: string }[]) => body.map(({ id }) => id)

test("REST and GraphQL return the same gist", async () => {
  const created = await create({ "a.js": { content: "let a\nlet b\n" }, "b.md": { content: "B" } })
  expect(created).toMatchObject({
    public: false,
    owner: { login: "octocat" },
    files: {
      "a.js": { language: "JavaScript", size: 12, content: "let a\nlet b\n", truncated: false },
      "b.md": { type: "text/markdown", size: 1 },
    },
    history: [{ change_status: { total: 3, additions: 3, deletions: 0 } }],
  })
  const fields = "name url isPublic files { name size text language { name } }"
  const { node, viewer } = await data(
    sandbox,
    `query ($id: ID!) {
      node(id: $id) { ... on Gist { ${fields} } }
      viewer { gists(first: 1, privacy: SECRET, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { ${fields} } } }
    }`,
    { id: created.node_id },
  )
  expect(node).toEqual({
    name: created.id,
    url: created.html_url,
    isPublic: false,
    files: [
      { name: "a.js", size: 12, text: "let a\nlet b\n", language: { name: "JavaScript" } },
      { name: "b.md", size: 1, text: "B", language: null },
    ],
  })
  expect(viewer.gists.nodes).toEqual([node])
  expect(sandbox.applied).toMatchObject([{ mutation: "createGist", node_id: created.node_id }])
})

test("PATCH of a gist changes, renames and removes files, and adds a revision", async () => {
  const { id } = await create({ a: { content: "1\n2\n" }, b: { content: "x\n" } })
  const files = { a: { content: "1\n3\n", filename: "c" }, b: null }
  const { body } = await rest(sandbox, `PATCH /gists/${id}`, { files })
  expect(Object.keys(body.files)).toEqual(["c"])
  expect(body.files.c.content).toBe("1\n3\n")
  expect(body.history).toHaveLength(2)
  const commits = await rest(sandbox, `GET /gists/${id}/commits`)
  expect(commits.body).toEqual(body.history)
  const second = await rest(sandbox, `GET /gists/${id}/commits?per_page=1&page=2`)
  expect(second.body).toEqual(body.history.slice(1))
  expect((await rest(sandbox, `PATCH /gists/${id}`, { files: { c: null } })).status).toBe(422)
  expect((await rest(sandbox, `DELETE /gists/${id}`)).status).toBe(204)
  expect((await rest(sandbox, `GET /gists/${id}`)).status).toBe(404)
})

test("a secret gist is listed for its owner only, but readable by its id", async () => {
  const secret = await create({ a: { content: "1" } })
  const open = await create({ a: { content: "2" } }, true)
  const listed = await rest(sandbox, "GET /gists")
  expect(names(listed.body)).toEqual(expect.arrayContaining([secret.id, open.id]))
  const seen = await rest(sandbox, "GET /users/octocat/gists", undefined, asHubot)
  expect(names(seen.body)).toContain(open.id)
  expect(names(seen.body)).not.toContain(secret.id)
  expect((await rest(sandbox, `GET /gists/${secret.id}`, undefined, asHubot)).status).toBe(200)
})

describe("the gist API", () => {
  test("refuses changes by others and by tokens without the gist scope with 404", async () => {
    const { id } = await create({ a: { content: "1" } }, true)
    sandbox.addToken({ token: "narrow", login: "octocat", scopes: ["repo"] })
    for (const options of [asHubot, { token: "narrow" }]) {
      const change = await rest(sandbox, `PATCH /gists/${id}`, { description: "x" }, options)
      expect(change.status).toBe(404)
      expect(change.headers.get("x-accepted-oauth-scopes")).toBe("gist")
    }
    expect((await rest(sandbox, `GET /gists/${id}`)).body.description).toBeNull()
  })

  test.each([{}, { files: {} }, { files: { a: { content: "" } } }])(
    "refuses to create a gist from %j",
    async (body) => {
      const reply = await rest(sandbox, "POST /gists", body)
      expect(reply.status).toBe(422)
      expect(reply.body.errors).toMatchObject([
        { resource: "Gist", field: "files", code: "missing_field" },
      ])
      expect(sandbox.applied).toEqual([])
    },
  )
})

test("a snapshot contains gists", async () => {
  const { id } = await create({ a: { content: "1" } })
  const other = await startSandbox()
  other.state.restore(JSON.parse(JSON.stringify(sandbox.state.snapshot())))
  expect((await rest(other, `GET /gists/${id}`)).body.files.a.content).toBe("1")
  await other.close()
  expect((await ask(sandbox, `{ viewer { gist(name: "${id}") { name } } }`)).errors).toBeUndefined()
})

test("PATCH of a gist removes a file for an empty change, and adds no revision for no change", async () => {
  const { id } = await create({ a: { content: "1" }, b: { content: "2" } })
  const same = await rest(sandbox, `PATCH /gists/${id}`, { files: { a: { content: "1" } } })
  expect(same.body.history).toHaveLength(1)
  const { body } = await rest(sandbox, `PATCH /gists/${id}`, { files: { b: {} } })
  expect(Object.keys(body.files)).toEqual(["a"])
})

test("a gist is starred over REST and GraphQL", async () => {
  const { id, node_id } = await create({ a: { content: "1" } }, true)
  const isStarred = async () => (await rest(sandbox, `GET /gists/${id}/star`)).status === 204
  expect(await isStarred()).toBe(false)
  await rest(sandbox, `PUT /gists/${id}/star`)
  expect(await isStarred()).toBe(true)
  const fields = "stargazerCount viewerHasStarred stargazers(first: 9) { nodes { login } }"
  expect(
    (await data(sandbox, `{ viewer { gist(name: "${id}") { ${fields} } } }`)).viewer.gist,
  ).toEqual({
    stargazerCount: 1,
    viewerHasStarred: true,
    stargazers: { nodes: [{ login: "octocat" }] },
  })
  await data(
    sandbox,
    `mutation { removeStar(input: { starrableId: "${node_id}" }) { starrable { viewerHasStarred } } }`,
  )
  expect(await isStarred()).toBe(false)
  await rest(sandbox, `PUT /gists/${id}/star`)
  await rest(sandbox, `DELETE /gists/${id}/star`)
  expect(await isStarred()).toBe(false)
})

test("comments on a gist are edited by their author, and deleted by the owner of the gist, too", async () => {
  sandbox.addToken({ token: "gisting", login: "hubot", scopes: ["gist"] })
  const others = { token: "gisting" }
  const { id } = await create({ a: { content: "1" } }, true)
  const comments = `/gists/${id}/comments`
  const { body: own } = await rest(sandbox, `POST ${comments}`, { body: "Mine." })
  const { body: theirs } = await rest(sandbox, `POST ${comments}`, { body: "Nice." }, others)
  expect([own, theirs]).toMatchObject([
    { user: { login: "octocat" }, author_association: "OWNER" },
    { user: { login: "hubot" }, author_association: "NONE" },
  ])
  const status = async (request: string, body?: object, options = {}) =>
    (await rest(sandbox, request, body, options)).status
  expect(await status(`PATCH ${comments}/${own.id}`, { body: "x" }, others)).toBe(404)
  expect(await status(`DELETE ${comments}/${own.id}`, undefined, others)).toBe(404)
  expect(await status(`PATCH ${comments}/${theirs.id}`, { body: "x" })).toBe(404)
  expect(await status(`PATCH ${comments}/${theirs.id}`, { body: "Good." }, others)).toBe(200)
  expect(await status(`POST ${comments}`, { body: " " })).toBe(422)
  const listed = await rest(sandbox, `GET ${comments}`)
  expect(listed.body.map(({ body }: { body: string }) => body)).toEqual(["Mine.", "Good."])
  expect((await rest(sandbox, `GET /gists/${id}`)).body.comments).toBe(2)
  expect(await status(`DELETE ${comments}/${theirs.id}`)).toBe(204)
  expect(await status(`GET ${comments}/${theirs.id}`)).toBe(404)
  await rest(sandbox, `DELETE /gists/${id}`)
  const other = await startSandbox()
  other.state.restore(JSON.parse(JSON.stringify(sandbox.state.snapshot())))
  expect((await rest(other, `GET ${comments}`)).status).toBe(404)
  await other.close()
})

describe("gh gist", () => {
  const { gh, sandbox: served } = useGh()

  test("creates, lists, shows and deletes gists", async () => {
    const [file] = (await gh("gist", "create", "-f", "a.txt", fixture)).trim().split("/").reverse()
    if (file === undefined) throw new Error("gh printed no address")
    expect((await rest(served(), `GET /gists/${file}`)).body.public).toBe(false)
    expect(await gh("gist", "list")).toContain(file)
    expect(await gh("gist", "view", file, "--raw")).toContain("gist")
    await gh("gist", "delete", file)
    expect((await rest(served(), `GET /gists/${file}`)).status).toBe(404)
  })
})
