import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const now = () => Math.floor(Date.now() / 1000)
const jwt = (claims: object) =>
  ["{}", JSON.stringify(claims), "signature"]
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".")
const validClaims = () => ({ iss: 1, iat: now() - 30, exp: now() + 570 })

async function ask(authorization: string, id = 1, given?: object) {
  const url = `${sandbox.url}/app/installations/${id}/access_tokens`
  const body = given === undefined ? {} : { body: JSON.stringify(given) }
  const response = await fetch(url, { method: "POST", headers: { authorization }, ...body })
  const answered: Record<string, unknown> = Object(await response.json())
  return { status: response.status, body: answered }
}

const repository = "/repos/octocat/hello-world"

/** A token, and a client that uses it. */
async function tokenOf(given?: object) {
  const { status, body } = await ask(`bearer ${jwt(validClaims())}`, 1, given)
  expect(status, JSON.stringify(body)).toBe(201)
  const headers = { authorization: `token ${body.token}` }
  const rest = async (line: string, input?: object) => {
    const [method = "", path = ""] = line.split(" ")
    const init = input === undefined ? {} : { body: JSON.stringify(input) }
    const answer = await fetch(sandbox.url + path, { method, headers, ...init })
    const text = await answer.text()
    return { status: answer.status, body: Object(text === "" ? {} : JSON.parse(text)) }
  }
  const graphql = async (query: string) => (await rest("POST /graphql", { query })).body
  return { body, rest, graphql }
}

const closing = 'mutation { closeIssue(input: { issueId: "I_kgDOAAAAAQ" }) { issue { state } } }'
const inaccessible = { status: 403, body: { message: "Resource not accessible by integration" } }

describe("an installation token", () => {
  test("is unique, acts as the bot of the App and has no user", async () => {
    const [one, two] = [await tokenOf(), await tokenOf()]
    expect(one.body.token).not.toBe(two.body.token)
    expect(one.body).toMatchObject({
      permissions: { issues: "write", metadata: "read" },
      repository_selection: "all",
    })
    const made = await one.rest(`POST ${repository}/issues`, { title: "Found" })
    expect(made).toMatchObject({
      status: 201,
      body: { user: { login: "ghx-sandbox[bot]", type: "Bot" } },
    })
    expect(await one.rest("GET /user")).toMatchObject(inaccessible)
    expect(await one.graphql(closing)).toMatchObject({
      data: { closeIssue: { issue: { state: "CLOSED" } } },
    })
  })

  test.each([
    ["dependabot", "vulnerability_alerts"],
    ["code-scanning", "security_events"],
    ["secret-scanning", "secret_scanning_alerts"],
  ])("reads and dismisses alerts of %s with the permission %s only", async (product, name) => {
    const alerts = `${repository}/${product}/alerts`
    const none = await tokenOf({ permissions: { issues: "read" } })
    expect(await none.rest(`GET ${alerts}`)).toMatchObject(inaccessible)
    const reading = await tokenOf({ permissions: { [name]: "read" } })
    expect(await reading.rest(`GET ${alerts}`)).toMatchObject({ status: 200 })
    expect(await reading.rest(`PATCH ${alerts}/1`, { state: "open" })).toMatchObject(inaccessible)
    const writing = await tokenOf({ permissions: { [name]: "write" } })
    expect(await writing.rest(`PATCH ${alerts}/1`, { state: "open" })).toMatchObject({
      status: 200,
    })
  })

  test("is limited to its permissions, in REST and GraphQL", async () => {
    const { rest, graphql, body } = await tokenOf({ permissions: { issues: "read" } })
    expect(body.permissions).toEqual({ issues: "read", metadata: "read" })
    expect(await rest(`GET ${repository}/issues/1`)).toMatchObject({ status: 200 })
    expect(await rest(`POST ${repository}/issues`, { title: "No" })).toMatchObject(inaccessible)
    expect(await rest(`PUT ${repository}/pulls/7/merge`, {})).toMatchObject(inaccessible)
    expect(await graphql(closing)).toMatchObject({
      data: { closeIssue: null },
      errors: [{ type: "FORBIDDEN", message: "Resource not accessible by integration" }],
    })
    expect(sandbox.applied).toEqual([])
    const writer = await tokenOf({ permissions: { issues: "write" } })
    expect(await writer.rest(`POST ${repository}/issues`, { title: "Yes" })).toMatchObject({
      status: 201,
    })
    expect(await writer.rest(`PUT ${repository}/pulls/7/merge`, {})).toMatchObject(inaccessible)
  })

  test.each([{ repositories: ["hello-world"] }, { repository_ids: [0] }])(
    "is limited to the requested repositories: %j",
    async (given) => {
      const all = await tokenOf()
      const { id } = (await all.rest(`GET ${repository}`)).body
      const asked = "repository_ids" in given ? { repository_ids: [id] } : given
      const { rest, body } = await tokenOf(asked)
      expect(body).toMatchObject({
        repository_selection: "selected",
        repositories: [{ id, full_name: "octocat/hello-world" }],
      })
      expect(await rest(`POST ${repository}/issues`, { title: "Yes" })).toMatchObject({
        status: 201,
      })
      // Everybody may read public data, but the token can do nothing else there.
      expect(await rest("GET /repos/octocat/big/issues/1")).toMatchObject({ status: 200 })
      expect(await rest("POST /repos/octocat/big/issues", { title: "No" })).toMatchObject(
        inaccessible,
      )
    },
  )

  test("reads only the permitted parts of a private repository", async () => {
    await sandbox.apply({
      repositories: [
        {
          owner: "octocat",
          name: "vault",
          private: true,
          issues: [{ title: "Secret", author: "octocat" }],
        },
      ],
    })
    const path = "/repos/octocat/vault"
    const reading =
      '{ repository(owner: "octocat", name: "vault") { name issues(first: 1) { totalCount } } }'
    const allowed = await tokenOf({ permissions: { issues: "read" } })
    expect((await allowed.rest(`GET ${path}/issues`)).body).toHaveLength(1)
    expect(await allowed.graphql(reading)).toMatchObject({
      data: { repository: { issues: { totalCount: 1 } } },
    })
    const barred = await tokenOf({ permissions: { contents: "read" } })
    expect(await barred.rest(`GET ${path}`)).toMatchObject({ status: 200 })
    expect(await barred.rest(`GET ${path}/issues`)).toMatchObject(inaccessible)
    expect(await barred.graphql(reading)).toMatchObject({
      errors: [{ type: "FORBIDDEN", message: "Resource not accessible by integration" }],
    })
    const elsewhere = await tokenOf({ repositories: ["hello-world"] })
    expect(await elsewhere.rest(`GET ${path}`)).toMatchObject({ status: 404 })
  })

  test("survives reset, fork and restore, and expires after an hour", async () => {
    const { rest, body } = await tokenOf({ permissions: { issues: "read" } })
    sandbox.reset()
    expect(await rest(`GET ${repository}/issues/1`)).toMatchObject({ status: 200 })
    const fork = await sandbox.fork()
    const headers = { authorization: `token ${body.token}` }
    const refused = await fetch(`${fork.url}${repository}/issues`, {
      method: "POST",
      headers,
      body: '{"title":"No"}',
    })
    expect(refused.status).toBe(403)
    await fork.close()
    const kept = sandbox.state.snapshot()
    sandbox.state.restore(JSON.parse(JSON.stringify(kept)))
    expect(await rest(`POST ${repository}/issues`, { title: "No" })).toMatchObject(inaccessible)
    sandbox.advance(3_601_000)
    expect(await rest(`GET ${repository}/issues/1`)).toMatchObject({ status: 401 })
  })

  test.each([
    [{ nonsense: 1 }, '"nonsense" is not a permitted key'],
    [{ permissions: { everything: "write" } }, "not granted to this installation"],
    [{ permissions: { metadata: "write" } }, "not granted to this installation"],
    [{ permissions: "all" }, "not an object"],
    [{ repositories: ["nowhere"] }, "does not exist or is not accessible"],
    [{ repository_ids: [99_999] }, "does not exist or is not accessible"],
    [{ repositories: "hello-world" }, "not an array"],
  ])("is refused for the request %j", async (given, message) => {
    expect(await ask(`bearer ${jwt(validClaims())}`, 1, given)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(message) },
    })
  })
})

test.each(["/app", "/app/installations", `${repository}/installation`])(
  "%s is not modelled, but requires a valid JWT",
  async (path) => {
    const get = (authorization: string) =>
      fetch(sandbox.url + path, { headers: { authorization } }).then(({ status }) => status)
    expect(await get(`bearer ${jwt(validClaims())}`)).toBe(501)
    expect(await get(`bearer ${jwt({ ...validClaims(), exp: 1 })}`)).toBe(401)
  },
)

test("an unknown installation is not found", async () => {
  expect(await ask(`bearer ${jwt(validClaims())}`, 2)).toMatchObject({
    status: 404,
    body: { message: "Not Found" },
  })
})

describe("the authentication of an App", () => {
  test.each([
    ["a user token", "bearer sandbox-token", /could not be decoded/],
    ["a JWT that is not JSON", "bearer a.b.c", /could not be decoded/],
    ["a JWT without an issuer", `bearer ${jwt({ ...validClaims(), iss: undefined })}`, /'issuer'/],
    ["an expired JWT", `bearer ${jwt({ ...validClaims(), exp: now() - 1 })}`, /'Expiration time'/],
    [
      "a JWT with too long a lifetime",
      `bearer ${jwt({ ...validClaims(), exp: now() + 3600 })}`,
      /too far/,
    ],
    [
      "a JWT issued in the future",
      `bearer ${jwt({ ...validClaims(), iat: now() + 300 })}`,
      /'Issued at'/,
    ],
  ])("rejects %s", async (_, authorization, message) => {
    expect(await ask(authorization)).toMatchObject({
      status: 401,
      body: { message: expect.stringMatching(message) },
    })
  })
})
