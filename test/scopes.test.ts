/**
 * A missing scope of a classic token is reported before anything is sent, once GitHub has shown the token's
 * scopes.
 */
import { createGhx, explain, type Ghx } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"

const repo = { owner: "octocat", repo: "hello-world" }
const secret = { ...repo, name: "TOKEN", value: "v" }

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

function ghxWith(...scopes: string[]) {
  sandbox.addToken({ token: "scoped", login: "octocat", scopes })
  return createGhx({ base_url: sandbox.url, token: "scoped", retry: false })
}

test("explain returns the scopes that GitHub's descriptions and errors state", async () => {
  const explained = await explain("repo.secret.set")
  expect(explained).toMatchObject({ data: { permissions: { scopes: [["repo"]] } } })
  expect(await explain("project.item.add")).toMatchObject({
    data: { permissions: { scopes: [["project"]] } },
  })
  const unstated = await explain("issue.view")
  expect(unstated).toMatchObject({ ok: true })
  expect(Object(unstated).data).not.toHaveProperty("permissions")
})

test("a call without the required scope is rejected without a request once scopes are known", async () => {
  const ghx = ghxWith("gist", "read:org")
  await ghx.rate.view({}).orThrow()
  const before = sandbox.requests.length
  const refused = await ghx.repo.secret.set(secret)
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: "AUTH",
      message: "The token lacks the scope repo: it has gist, read:org",
      details: { fix: expect.stringContaining("Add the scope repo") },
    },
  })
  expect(sandbox.requests).toHaveLength(before)
})

test("the call after a rejection for a missing scope is sent again", async () => {
  const ghx = ghxWith("gist")
  await ghx.rate.view({}).orThrow()
  await ghx.repo.secret.set(secret)
  sandbox.addToken({ token: "scoped", login: "octocat", scopes: ["repo"] })
  expect(await ghx.repo.secret.set(secret)).toMatchObject({ ok: true })
})

test.each([["repo"], ["public_repo"]])("a call with the scope %s is sent", async (scope) => {
  const ghx = ghxWith(scope)
  await ghx.rate.view({}).orThrow()
  expect(await ghx.repo.secret.set(secret)).toMatchObject({ ok: true })
})

test("repo.delete is rejected for a token with the scope `repo` but not `delete_repo`", async () => {
  const ghx = ghxWith("repo", "admin:org")
  await ghx.rate.view({}).orThrow()
  expect(await ghx.repo.delete(repo)).toMatchObject({
    error: { code: "AUTH", message: expect.stringContaining("lacks the scope delete_repo") },
  })
})

test("a call is sent without a scope check while the token's scopes are unknown", async () => {
  const ghx = ghxWith("gist")
  expect(await ghx.repo.secret.set(secret)).toMatchObject({ ok: false })
  expect(sandbox.requests.map(({ path }) => path)).toEqual([
    "/repos/octocat/hello-world/actions/secrets/public-key",
  ])
})

const project = { owner: "octocat", project_number: 1 }

test.each<[string, string, (ghx: Ghx) => PromiseLike<unknown>]>([
  ["a write to a project", "project", (ghx) => ghx.project.update({ ...project, title: "Next" })],
  ["a list of projects", "read:project", (ghx) => ghx.project.list({ owner: "octocat" })],
  ["a new issue", "public_repo or repo", (ghx) => ghx.issue.create({ ...repo, title: "New" })],
  // GitHub would deny the REST route in the same way.
  [
    "an issue to close",
    "public_repo or repo",
    (ghx) => ghx.issue.close({ ...repo, issue_number: 1 }),
  ],
])(
  "over GraphQL, %s without the scope %s is rejected without a request",
  async (_, names, call) => {
    const ghx = ghxWith("gist", "read:org")
    await ghx.rate.view({}).orThrow()
    const before = sandbox.requests.length
    expect(await call(ghx)).toMatchObject({
      error: {
        code: "AUTH",
        message: `The token lacks the scope ${names}: it has gist, read:org`,
      },
    })
    expect(sandbox.requests).toHaveLength(before)
  },
)

test("the scope `project` covers reads of projects, and stars need no scope of repositories", async () => {
  const ghx = ghxWith("project")
  await ghx.rate.view({}).orThrow()
  expect(await ghx.project.list({ owner: "octocat" })).toMatchObject({ ok: true })
  const before = sandbox.requests.length
  await ghx.repo.star(repo)
  expect(sandbox.requests.length).toBeGreaterThan(before)
})

test("a token without any scope, such as that of an App, is not judged by its scopes", async () => {
  const ghx = ghxWith()
  await ghx.rate.view({}).orThrow()
  const before = sandbox.requests.length
  await ghx.issue.create({ ...repo, title: "New" })
  expect(sandbox.requests.length).toBeGreaterThan(before)
})

test("a token without a scope for teams is told which one it lacks", async () => {
  expect(await ghxWith("read:user").user.teams.list()).toMatchObject({
    error: { code: "AUTH", details: { fix: expect.stringContaining("read:org") } },
  })
})
