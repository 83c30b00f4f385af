/** Permissions of people, and stars, over REST. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

test.each([
  ["octocat/hello-world", "octocat", "admin", "admin"],
  ["octocat/hello-world", "monalisa", "write", "write"],
  ["octo-org/tools", "hubot", "read", "triage"],
  ["octocat/secret", "hubot", "none", "none"],
])("in %s, %s has the permission %s and the role %s", async (repo, login, permission, role) => {
  const { body } = await rest(sandbox, `GET /repos/${repo}/collaborators/${login}/permission`)
  expect(body).toMatchObject({ permission, role_name: role, user: { login, role_name: role } })
})

test("collaborators and their permissions are visible only to users with push access", async () => {
  const status = async (login: string, token?: string) =>
    rest(sandbox, `GET ${HELLO}/collaborators/${login}`, undefined, token ? { token } : {})
  expect((await status("monalisa")).status).toBe(204)
  expect((await status("nobody")).status).toBe(404)
  expect(await status("monalisa", "hubot-token")).toMatchObject({
    status: 403,
    body: { message: "Must have push access to view repository collaborators." },
  })
  const call = `GET ${HELLO}/collaborators/monalisa/permission`
  expect(await rest(sandbox, call, undefined, { token: "hubot-token" })).toMatchObject({
    status: 403,
    body: { message: "Must have push access to view collaborator permission." },
  })
})

test("a repository can be starred and unstarred", async () => {
  const star = "/user/starred/octo-org/tools"
  const status = async (method: string) => (await rest(sandbox, `${method} ${star}`)).status
  expect([await status("PUT"), await status("GET")]).toEqual([204, 204])
  expect([await status("DELETE"), await status("GET")]).toEqual([204, 404])
  expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual(["addStar", "removeStar"])
})
