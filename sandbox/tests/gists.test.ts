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
