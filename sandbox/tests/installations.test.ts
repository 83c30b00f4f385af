import { generateKeyPairSync } from "node:crypto"
import { App, Octokit } from "octokit"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, type Seed, startSandbox } from "../index.js"
import { jwt } from "./app-credentials.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const now = () => Math.floor(Date.now() / 1000)

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
  const { status, body } = await ask(`bearer ${jwt()}`, 1, given)
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

  test("labels a pull request without issues: write, with labels that exist", async () => {
    const { rest } = await tokenOf({ permissions: { pull_requests: "write" } })
    const label = (name: string) => rest(`POST ${repository}/issues/7/labels`, { labels: [name] })
    expect((await label("bug")).status).toBe(200)
    expect(await label("unknown")).toMatchObject({
      status: 403,
      body: {
        message: "You do not have permission to create labels on this repository.",
        errors: [{ resource: "Repository", field: "label", code: "unauthorized" }],
      },
    })
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
    ["after two hours", {}, () => sandbox.advance(7_200_000)],
    ["with a clock of its own", { now: () => new Date("2030-01-01T00:00:00Z") }, () => {}],
  ])("lives for an hour of the sandbox, %s", async (_, options, pass) => {
    await sandbox.close()
    sandbox = await startSandbox(options)
    pass()
    const { rest, body } = await tokenOf()
    const { headers } = await fetch(sandbox.url)
    const left = Date.parse(body.expires_at as string) - Date.parse(headers.get("date") ?? "")
    expect(Math.abs(left - 3_600_000)).toBeLessThan(60_000)
    expect(await rest(`GET ${repository}`)).toMatchObject({ status: 200 })
    sandbox.advance(3_540_000)
    expect(await rest(`GET ${repository}`)).toMatchObject({ status: 200 })
    sandbox.advance(60_000)
    expect(await rest(`GET ${repository}`)).toMatchObject({ status: 401 })
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
    expect(await ask(`bearer ${jwt()}`, 1, given)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(message) },
    })
  })
})

describe("the routes of an App", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  })
  const appOf = (started: Sandbox, key: string = privateKey, appId = 7) =>
    new App({
      appId,
      privateKey: key,
      Octokit: Octokit.defaults({ baseUrl: started.url, throttle: { enabled: false } }),
    })
  const seed: Seed = {
    users: [{ login: "ada" }],
    organizations: [{ login: "engines", members: { ada: "ADMIN" } }],
    app: {
      id: 7,
      public_key: publicKey,
      installations: [
        { account: "ada" },
        {
          account: "engines",
          repositories: ["loom"],
          permissions: { issues: "read" },
          token: "loom-token",
        },
      ],
    },
    repositories: [
      { owner: "ada", name: "engine", private: true, files: { "README.md": "One" } },
      { owner: "engines", name: "loom", issues: [{ title: "Stuck", author: "ada" }] },
      { owner: "engines", name: "mill" },
    ],
  }

  test("let octokit's App go through its installations and their repositories", async () => {
    const started = await startSandbox({ seed })
    const app = appOf(started)
    const { data } = await app.octokit.request("GET /app")
    expect(data).toMatchObject({ id: 7, slug: "ghx-sandbox", installations_count: 2 })
    const found: string[] = []
    for await (const { octokit, repository: one } of app.eachRepository.iterator()) {
      const { data } = await octokit.request("GET /repos/{owner}/{repo}/issues", {
        owner: one.owner.login,
        repo: one.name,
      })
      found.push(`${one.full_name} ${data.length}`)
    }
    expect(found).toEqual(["ada/engine 0", "engines/loom 1"])
    await started.close()
  })

  test("find the installation of a repository, an organization and a user", async () => {
    const started = await startSandbox({ seed })
    const { octokit } = appOf(started)
    const idAt = async (path: string) => {
      const answer = await octokit.request(`GET ${path}`).catch((error) => error)
      return answer.status === 200 ? answer.data.id : answer.status
    }
    expect(await idAt("/repos/ada/engine/installation")).toBe(1)
    expect(await idAt("/users/ada/installation")).toBe(1)
    expect(await idAt("/repos/engines/loom/installation")).toBe(2)
    expect(await idAt("/orgs/engines/installation")).toBe(2)
    expect(await idAt("/app/installations/2")).toBe(2)
    // Not selected, of the other kind, and not there.
    expect(await idAt("/repos/engines/mill/installation")).toBe(404)
    expect(await idAt("/users/engines/installation")).toBe(404)
    expect(await idAt("/app/installations/3")).toBe(404)
    await started.close()
  })

  test("narrow tokens to the permissions and repositories of the installation", async () => {
    const started = await startSandbox({ seed })
    const octokit = await appOf(started).getInstallationOctokit(2)
    const auth = (await octokit.auth({ type: "installation" })) as { token: string }
    const { data } = await octokit.request("GET /installation/repositories")
    expect(data).toMatchObject({
      total_count: 1,
      repository_selection: "selected",
      repositories: [{ full_name: "engines/loom" }],
    })
    const issue = { owner: "engines", repo: "loom", issue_number: 1, body: "No" }
    const refused = octokit.request(
      "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
      issue,
    )
    await expect(refused).rejects.toMatchObject({ status: 403 })
    await octokit.request("DELETE /installation/token")
    const headers = { authorization: `token ${auth.token}` }
    expect((await fetch(`${started.url}/installation/repositories`, { headers })).status).toBe(401)
    await started.close()
  })

  test("refuse a JWT of another App or with another key, and tokens of users", async () => {
    const started = await startSandbox({ seed })
    const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
    const key = other.export({ type: "pkcs8", format: "pem" }).toString()
    await expect(appOf(started, key).octokit.request("GET /app")).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining("could not be decoded"),
    })
    const stranger = appOf(started, privateKey, 8).octokit.request("GET /app")
    await expect(stranger).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining("Integration not found"),
    })
    const headers = { authorization: `token ${started.token}` }
    expect((await fetch(`${started.url}/app`, { headers })).status).toBe(401)
    expect((await fetch(`${started.url}/installation/repositories`, { headers })).status).toBe(403)
    expect((await fetch(`${started.url}/apps/ghx-sandbox`, { headers })).status).toBe(200)
    await started.close()
  })

  test("have the token of the seed, with their repositories and permissions", async () => {
    const started = await startSandbox({ seed })
    const status = async (path: string, method = "GET") =>
      (await fetch(started.url + path, { method, headers: { authorization: "token loom-token" } }))
        .status
    for (const turn of ["at first", "after a reset"]) {
      expect(await status("/repos/engines/loom/issues/1"), turn).toBe(200)
      expect(await status("/repos/engines/mill/issues"), turn).toBe(200)
      expect(await status("/repos/ada/engine/issues"), turn).toBe(404)
      expect(await status("/repos/engines/loom/issues/1/lock", "PUT"), turn).toBe(403)
      started.reset()
    }
    await started.close()
  })

  test("are seeded with accounts, repositories, permissions and keys that exist", async () => {
    const app: Seed["app"] = {
      public_key: "nonsense",
      installations: [{ account: "ada", repositories: ["none"], permissions: { isues: "read" } }],
    }
    await expect(startSandbox({ seed: { ...seed, app } })).rejects.toThrow(
      /no repository none.*no permission isues.*not a key in PEM/s,
    )
  })
})

test("an unknown installation is not found", async () => {
  expect(await ask(`bearer ${jwt()}`, 3)).toMatchObject({
    status: 404,
    body: { message: "Not Found" },
  })
})

describe("the authentication of an App", () => {
  test.each([
    ["a user token", "bearer sandbox-token", /could not be decoded/],
    ["a JWT that is not JSON", "bearer a.b.c", /could not be decoded/],
    ["a JWT without an issuer", `bearer ${jwt({ iss: undefined })}`, /'issuer'/],
    ["an expired JWT", `bearer ${jwt({ exp: now() - 1 })}`, /'Expiration time'/],
    ["a JWT with too long a lifetime", `bearer ${jwt({ exp: now() + 3600 })}`, /too far/],
    ["a JWT issued in the future", `bearer ${jwt({ iat: now() + 300 })}`, /'Issued at'/],
  ])("rejects %s", async (_, authorization, message) => {
    expect(await ask(authorization)).toMatchObject({
      status: 401,
      body: { message: expect.stringMatching(message) },
    })
  })
})
