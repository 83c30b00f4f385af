/** Tests access: with a token in each form that GitHub accepts, without one, and from a page in a browser. */
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { send } from "./client.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const nobody = (call: string, body?: unknown) => rest(sandbox, call, body, { token: null })

describe("without a token", () => {
  test("what is public can be read, sixty times an hour", async () => {
    const { status, body, headers } = await nobody(`GET ${HELLO}/issues/1`)
    expect(status).toBe(200)
    expect(body.user.login).toBe("monalisa")
    expect(headers.get("x-ratelimit-limit")).toBe("60")
    expect(headers.get("x-ratelimit-remaining")).toBe("59")
    expect(headers.get("x-oauth-scopes")).toBeNull()
    expect((await nobody(`GET ${HELLO}`)).body).not.toHaveProperty("permissions")
    expect((await nobody("GET /users/octocat")).body.email).toBeNull()
    expect(sandbox.requests[0]?.login).toBeNull()
  })

  test("what is private is not there", async () => {
    for (const path of ["", "/issues", "/branches"]) {
      expect((await nobody(`GET /repos/octocat/secret${path}`)).status).toBe(404)
    }
    const { body } = await nobody("GET /users/octocat/repos")
    expect(body.map((one: { name: string }) => one.name)).not.toContain("secret")
    expect((await nobody("GET /search/repositories?q=secret")).body.total_count).toBe(0)
    // Only users with write access see a draft of a release.
    const releases = await nobody(`GET ${HELLO}/releases`)
    expect(releases.body.map((one: { draft: boolean }) => one.draft)).toEqual([false])
  })

  test.each([
    ["GET /user", "users/users#get-the-authenticated-user"],
    [`POST ${HELLO}/issues`, "issues/issues#create-an-issue"],
    [`DELETE ${HELLO}/labels/bug`, "issues/labels#delete-a-label"],
    ["GET /search/code?q=greet", "search/search#search-code"],
  ])("%s is refused, with the page about it", async (call, docs) => {
    const reply = await nobody(call, call.startsWith("GET") ? undefined : { title: "x" })
    expect(reply.status).toBe(401)
    expect(reply.body).toMatchObject({
      message: "Requires authentication",
      documentation_url: `https://docs.github.com/rest/${docs}`,
      status: "401",
    })
    expect(sandbox.applied).toEqual([])
  })

  test("who belongs to an organization is not told, and not made up", async () => {
    expect((await rest(sandbox, "GET /orgs/octo-org/members")).body).toHaveLength(2)
    expect((await nobody("GET /orgs/octo-org/members")).status).toBe(501)
    const stranger = { token: "hubot-token" }
    expect((await rest(sandbox, "GET /orgs/octo-org/members", undefined, stranger)).status).toBe(
      501,
    )
  })

  test("the log of a job is not given", async () => {
    const { body } = await nobody(`GET ${HELLO}/actions/runs`)
    const jobs = await nobody(`GET ${body.workflow_runs[0].jobs_url}`)
    const logs = await nobody(`GET ${jobs.body.jobs[0].url}/logs`)
    expect(logs.status).toBe(403)
    expect(logs.body.message).toBe("Must have admin rights to Repository.")
  })

  test("GraphQL is refused in its own words", async () => {
    const response = await send(sandbox, { query: "{ viewer { login } }" }, { token: null })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      message: "This endpoint requires you to be authenticated.",
    })
  })

  test("the limits of an address are its own, and searches have ten a minute", async () => {
    const { body } = await nobody("GET /rate_limit")
    expect(body.resources).toMatchObject({ core: { limit: 60 }, search: { limit: 10 } })
    for (let count = 0; count < 10; count++) await nobody("GET /search/users?q=octo")
    const refused = await nobody("GET /search/users?q=octo")
    expect(refused.status).toBe(403)
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0")
    expect(refused.body.message).toMatch(/^API rate limit exceeded for [\d.:a-f]+\. \(But here's/)
    expect((await rest(sandbox, "GET /search/users?q=octo")).status).toBe(200)
  })
})

describe("a token", () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`

  test.each([
    ["as a bearer's", (token: string) => `Bearer ${token}`],
    ["in the older form", (token: string) => `token ${token}`],
    ["as a password beside x-access-token", (token: string) => basic(`x-access-token:${token}`)],
    ["as a password beside a login", (token: string) => basic(`octocat:${token}`)],
    ["as a name beside x-oauth-basic", (token: string) => basic(`${token}:x-oauth-basic`)],
    ["as a name beside nothing", (token: string) => basic(`${token}:`)],
  ])("is taken %s", async (_, authorization) => {
    const headers = { authorization: authorization(sandbox.token) }
    const response = await fetch(`${sandbox.url}/user`, { headers })
    expect(response.status).toBe(200)
    expect(sandbox.requests[0]?.login).toBe("octocat")
    expect(JSON.stringify(sandbox.requests[0])).not.toContain(headers.authorization)
  })

  test.each([["Bearer nonsense"], [basic("octocat:secret")], ["Bearer"], ["Digest x"], [""]])(
    "that is none is refused even for what is public: %s",
    async (authorization) => {
      const response = await fetch(sandbox.url + HELLO, { headers: { authorization } })
      // An empty header counts as no header.
      expect(response.status).toBe(authorization === "" ? 200 : 401)
      if (authorization === "") return
      expect(await response.json()).toMatchObject({
        message: "Bad credentials",
        documentation_url: "https://docs.github.com/rest",
      })
    },
  )
})

describe("a page of another origin", () => {
  test.each(["/user", "/graphql", `${HELLO}/issues/1`])(
    "may ask what it may send to %s",
    async (path) => {
      const { status, body, headers } = await nobody(`OPTIONS ${path}`)
      expect(status).toBe(204)
      expect(body).toBe("")
      expect(headers.get("access-control-allow-origin")).toBe("*")
      expect(headers.get("access-control-allow-methods")).toBe("GET, POST, PATCH, PUT, DELETE")
      expect(headers.get("access-control-allow-headers")).toMatch(/Authorization, Content-Type/)
      expect(headers.get("access-control-max-age")).toBe("86400")
    },
  )

  test("can read every answer, errors among them", async () => {
    const answers = [
      await rest(sandbox, `GET ${HELLO}`),
      await rest(sandbox, `GET ${HELLO}/nowhere`),
      await rest(sandbox, `GET ${HELLO}`, undefined, { token: "nonsense" }),
      await rest(sandbox, "POST /graphql", { query: "{ viewer { login } }" }),
    ]
    for (const { headers } of answers) {
      expect(headers.get("access-control-allow-origin")).toBe("*")
      expect(headers.get("access-control-expose-headers")).toMatch(/^ETag, Link, Location, /)
    }
  })
})
