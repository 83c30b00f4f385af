/** Tests which repositories three similar endpoints list. */
import { beforeEach, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { rest } from "./rest-client.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
  return () => sandbox.close()
})

async function names(path: string, token = sandbox.token): Promise<string[]> {
  const { status, body } = await rest(sandbox, `GET ${path}`, undefined, { token })
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body.map((one: { full_name: string }) => one.full_name)
}

const ORG = ["octo-org/tools", "octo-org/website"]
const OWN = ["octocat/attic", "octocat/big", "octocat/hello-world", "octocat/secret"]
const PUBLIC = OWN.filter((name) => name !== "octocat/secret")

test("GET /user/repos lists all repositories with access, sorted by full name", async () => {
  expect(await names("/user/repos")).toEqual(["hubot/hello-world", ...ORG, ...OWN])
  expect(await names("/user/repos?affiliation=owner")).toEqual(OWN)
  expect(await names("/user/repos?affiliation=organization_member")).toEqual(ORG)
  expect(await names("/user/repos?type=owner")).toEqual(OWN)
  expect(await names("/user/repos?visibility=private")).toEqual(["octocat/secret"])
  expect(await names("/user/repos?type=member", "hubot-token")).toEqual([
    "octo-org/tools",
    "octocat/hello-world",
  ])
  const both = await rest(sandbox, "GET /user/repos?type=owner&visibility=all")
  expect(both.status).toBe(422)
})

test("GET /users/{username}/repos lists public repositories only", async () => {
  expect(await names("/users/octocat/repos")).toEqual(PUBLIC)
  expect(await names("/users/octocat/repos", "monalisa-token")).toEqual(PUBLIC)
  expect(await names("/users/hubot/repos?type=all")).toEqual([
    "hubot/hello-world",
    "octo-org/tools",
    "octocat/hello-world",
  ])
  expect(await names("/users/hubot/repos?type=member&direction=desc")).toEqual([
    "octocat/hello-world",
    "octo-org/tools",
  ])
})

test("GET /orgs/{org}/repos lists the newest repository first", async () => {
  const organizations = [{ login: "engines" }]
  const repositories = ["b", "a"].map((name) => ({ owner: "engines", name }))
  const seed = { users: [{ login: "ada" }], organizations, repositories }
  const other = await startSandbox({ seed })
  const { body } = await rest(other, "GET /orgs/engines/repos")
  expect(body.map((one: { name: string }) => one.name)).toEqual(["a", "b"])
  const { body: sources } = await rest(other, "GET /orgs/engines/repos?type=forks")
  expect(sources).toEqual([])
  await other.close()
})

test("GET /milestones/{number}/labels lists the labels of its issues and pull requests", async () => {
  const { body } = await rest(sandbox, "GET /repos/octocat/hello-world/milestones/1/labels")
  expect(body.map((one: { name: string }) => one.name)).toEqual(["bug", "enhancement"])
})
