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

const withoutToken = (call: string, body?: unknown) => rest(sandbox, call, body, { token: null })

describe("a request without a token", () => {
  test("reads public data, at most sixty times an hour", async () => {
    const { status, body, headers } = await withoutToken(`GET ${HELLO}/issues/1`)
    expect(status).toBe(200)
    expect(body.user.login).toBe("monalisa")
    expect(headers.get("x-ratelimit-limit")).toBe("60")
    expect(headers.get("x-ratelimit-remaining")).toBe("59")
    expect(headers.get("x-oauth-scopes")).toBeNull()
    expect((await withoutToken(`GET ${HELLO}`)).body).not.toHaveProperty("permissions")
    expect((await withoutToken("GET /users/octocat")).body.email).toBeNull()
    expect(sandbox.requests[0]?.login).toBeNull()
  })

  test("does not find private data", async () => {
    for (const path of ["", "/issues", "/branches"]) {
      expect((await withoutToken(`GET /repos/octocat/secret${path}`)).status).toBe(404)
    }
    const { body } = await withoutToken("GET /users/octocat/repos")
    expect(body.map((one: { name: string }) => one.name)).not.toContain("secret")
    expect((await withoutToken("GET /search/repositories?q=secret")).body.total_count).toBe(0)
    // Only users with write access see a draft of a release.
    const releases = await withoutToken(`GET ${HELLO}/releases`)
    expect(releases.body.map((one: { draft: boolean }) => one.draft)).toEqual([false])
  })

  test.each([
    ["GET /user", "users/users#get-the-authenticated-user"],
    [`POST ${HELLO}/issues`, "issues/issues#create-an-issue"],
    [`DELETE ${HELLO}/labels/bug`, "issues/labels#delete-a-label"],
    ["GET /search/code?q=greet", "search/search#search-code"],
  ])("is refused with a link to the documentation: %s", async (call, docs) => {
    const reply = await withoutToken(call, call.startsWith("GET") ? undefined : { title: "x" })
    expect(reply.status).toBe(401)
    expect(reply.body).toMatchObject({
      message: "Requires authentication",
      documentation_url: `https://docs.github.com/rest/${docs}`,
      status: "401",
    })
    expect(sandbox.applied).toEqual([])
  })

  test("lists only the public members of an organization", async () => {
    const members = "GET /orgs/octo-org/members"
    expect((await rest(sandbox, members)).body).toHaveLength(2)
    expect((await withoutToken(members)).body).toMatchObject([{ login: "octocat" }])
    const stranger = { token: "hubot-token" }
    expect((await rest(sandbox, members, undefined, stranger)).body).toHaveLength(1)
  })

  test("cannot read the log of a job", async () => {
    const { body } = await withoutToken(`GET ${HELLO}/actions/runs`)
    const jobs = await withoutToken(`GET ${body.workflow_runs[0].jobs_url}`)
    const logs = await withoutToken(`GET ${jobs.body.jobs[0].url}/logs`)
    expect(logs.status).toBe(403)
    expect(logs.body.message).toBe("Must have admin rights to Repository.")
  })

  test("to GraphQL is refused with a message of its own", async () => {
    const response = await send(sandbox, { query: "{ viewer { login } }" }, { token: null })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      message: "This endpoint requires you to be authenticated.",
    })
  })

  test("has rate limits of its own, with ten searches a minute", async () => {
    const { body } = await withoutToken("GET /rate_limit")
    expect(body.resources).toMatchObject({ core: { limit: 60 }, search: { limit: 10 } })
    for (let count = 0; count < 10; count++) await withoutToken("GET /search/users?q=octo")
    const refused = await withoutToken("GET /search/users?q=octo")
    expect(refused.status).toBe(403)
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0")
    expect(refused.body.message).toMatch(/^API rate limit exceeded for [\d.:a-f]+\. \(But here's/)
    expect((await rest(sandbox, "GET /search/users?q=octo")).status).toBe(200)
  })
})

describe("the authorization header", () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`

  test.each([
    ["Bearer TOKEN", (token: string) => `Bearer ${token}`],
    ["token TOKEN", (token: string) => `token ${token}`],
    ["Basic x-access-token:TOKEN", (token: string) => basic(`x-access-token:${token}`)],
    ["Basic LOGIN:TOKEN", (token: string) => basic(`octocat:${token}`)],
    ["Basic TOKEN:x-oauth-basic", (token: string) => basic(`${token}:x-oauth-basic`)],
    ["Basic TOKEN:", (token: string) => basic(`${token}:`)],
  ])("is accepted in the form %s", async (_, authorization) => {
    const headers = { authorization: authorization(sandbox.token) }
    const response = await fetch(`${sandbox.url}/user`, { headers })
    expect(response.status).toBe(200)
    expect(sandbox.requests[0]?.login).toBe("octocat")
    expect(JSON.stringify(sandbox.requests[0])).not.toContain(headers.authorization)
  })

  test.each([["Bearer nonsense"], [basic("octocat:secret")], ["Bearer"], ["Digest x"], [""]])(
    "is refused if invalid, even for public data, and ignored if empty: %s",
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
    "receives the CORS headers of a preflight request for %s",
    async (path) => {
      const { status, body, headers } = await withoutToken(`OPTIONS ${path}`)
      expect(status).toBe(204)
      expect(body).toBe("")
      expect(headers.get("access-control-allow-origin")).toBe("*")
      expect(headers.get("access-control-allow-methods")).toBe("GET, POST, PATCH, PUT, DELETE")
      expect(headers.get("access-control-allow-headers")).toMatch(/Authorization, Content-Type/)
      expect(headers.get("access-control-max-age")).toBe("86400")
    },
  )

  test("can read every response, including errors", async () => {
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
