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

test("collaborators are listed by affiliation and permission, changed and removed", async () => {
  const logins = async (query = "", repo = HELLO) =>
    (await rest(sandbox, `GET ${repo}/collaborators${query}`)).body.map(
      ({ login }: { login: string }) => login,
    )
  expect(await logins()).toEqual(["octocat", "hubot", "monalisa"])
  expect(await logins("?permission=push")).toEqual(["octocat", "monalisa"])
  expect(await logins("?affiliation=outside", "/repos/octo-org/tools")).toEqual(["hubot"])
  const person = `${HELLO}/collaborators/hubot`
  for (const permission of ["triage", "maintain"])
    expect((await rest(sandbox, `PUT ${person}`, { permission })).status).toBe(422)
  const tools = "/repos/octo-org/tools/collaborators/hubot"
  expect((await rest(sandbox, `PUT ${tools}`, { permission: "maintain" })).status).toBe(204)
  const { body } = await rest(sandbox, `GET ${tools}/permission`)
  expect(body).toMatchObject({ permission: "write", role_name: "maintain" })
  expect((await rest(sandbox, `DELETE ${person}`)).status).toBe(204)
  expect(await logins()).toEqual(["octocat", "monalisa"])
  const invited = await rest(sandbox, `PUT ${person}`, { permission: "pull" })
  expect(invited).toMatchObject({ status: 201, body: { invitee: { login: "hubot" } } })
  expect(await logins()).toEqual(["octocat", "monalisa"])
  expect(await rest(sandbox, `PUT ${HELLO}/collaborators/octocat`)).toMatchObject({
    status: 422,
    body: { errors: [{ code: "custom", message: "Repository owner cannot be a collaborator" }] },
  })
  const options = { token: "monalisa-token" }
  const refused = await rest(sandbox, `DELETE ${HELLO}/collaborators/octocat`, undefined, options)
  expect(refused.status).toBe(403)
  expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual([
    ...["addCollaborator", "removeCollaborator", "inviteCollaborator"],
  ])
})

test("contributors are counted, and stargazers and watchers are listed", async () => {
  const contributors = await rest(sandbox, `GET ${HELLO}/contributors`)
  const counts = contributors.body.map((one: { contributions: number }) => one.contributions)
  expect(counts).toEqual([...counts].sort((a, b) => b - a))
  expect(contributors.body[0]).toMatchObject({ login: "octocat", type: "User" })
  await rest(sandbox, "POST /user/repos", { name: "empty" })
  expect((await rest(sandbox, "GET /repos/octocat/empty/contributors")).status).toBe(204)
  const accept = { headers: { accept: "application/vnd.github.star+json" } }
  await rest(sandbox, "PUT /user/starred/octocat/hello-world")
  const stars = `GET ${HELLO}/stargazers`
  expect((await rest(sandbox, stars)).body.at(-1)).toMatchObject({ login: "octocat" })
  const [dated] = (await rest(sandbox, stars, undefined, accept)).body
  expect(dated).toMatchObject({ starred_at: expect.any(String), user: {} })
  expect((await rest(sandbox, `GET ${HELLO}/subscribers`)).status).toBe(200)
})

test("the pull requests of a commit are the merged one, or the open ones", async () => {
  const numbers = async (ref: string) =>
    (await rest(sandbox, `GET ${HELLO}/commits/${ref}/pulls`)).body.map(
      ({ number }: { number: number }) => number,
    )
  expect(await numbers("main")).toEqual([6])
  expect(await numbers("polite-greeting")).toEqual([7])
})

test("references are also at their old paths", async () => {
  const { body } = await rest(sandbox, `GET ${HELLO}/git/refs/heads/main`)
  expect(body).toMatchObject({ ref: "refs/heads/main", object: { type: "commit" } })
  const all = (await rest(sandbox, `GET ${HELLO}/git/refs`)).body
  expect(all.map(({ ref }: { ref: string }) => ref)).toContain("refs/tags/v0.1.0")
  expect((await rest(sandbox, `GET ${HELLO}/git/refs/tags`)).body).toHaveLength(1)
  expect((await rest(sandbox, `GET ${HELLO}/git/refs/heads/none`)).status).toBe(404)
})

test("an event of a repository queues the workflows that wait for its type", async () => {
  const text = "on: { repository_dispatch: { types: [deploy] } }\njobs: { ship: { steps: [] } }\n"
  const content = Buffer.from(text).toString("base64")
  const file = `${HELLO}/contents/.github/workflows/ship.yml`
  await rest(sandbox, `PUT ${file}`, { message: "Ship", content })
  for (const event_type of ["deploy", "other"]) {
    const sent = await rest(sandbox, `POST ${HELLO}/dispatches`, { event_type })
    expect(sent.status).toBe(204)
  }
  const runs = await rest(sandbox, `GET ${HELLO}/actions/runs?event=repository_dispatch`)
  expect(runs.body.workflow_runs).toMatchObject([
    { display_title: "deploy", status: "queued", path: ".github/workflows/ship.yml" },
  ])
})
