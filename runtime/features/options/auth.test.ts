import { generateKeyPairSync } from "node:crypto"
import { createAppAuth } from "@octokit/auth-app"
import { Octokit } from "@octokit/core"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { needsGh } from "../../../test/needs.js"
import { bindTree, type ClientOptions, createClient } from "../../index.js"
import {
  anywhere,
  data,
  type GhDouble,
  type GithubDouble,
  startGh,
  startGithub,
} from "../../testing/index.js"

let github: GithubDouble
let gh: GhDouble
const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const issue = { __typename: "Issue", id: "I_1", url: "u", number: 1, title: "Bug", milestone: null }
const installation = "ghs_installationinstallation"
const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
})

beforeEach(async () => {
  github = await startGithub(({ path }) =>
    path === "/app/installations/5/access_tokens"
      ? {
          status: 201,
          body: { token: installation, expires_at: "2099-01-01T00:00:00Z", permissions: {} },
        }
      : path === "/graphql"
        ? data({ repository: { issue } })
        : { body: issue },
  )
  gh = await startGh(() => data({ repository: { hasIssuesEnabled: true, issue } }))
})
afterEach(() => Promise.all([github.close(), gh.close()]))

const app = { appId: 1, privateKey, installationId: 5 }
const bind = (options: ClientOptions) =>
  bindTree(anywhere, createClient({ base_url: github.url, retry: false, ...options }))
const authorizations = () =>
  github.requests.map(({ path, headers }) => `${path} ${headers.authorization}`)

describe("an Octokit auth strategy", () => {
  test("authenticates GraphQL and REST with the token of an App installation", async () => {
    for (const route of ["graphql", "rest"] as const) {
      github.requests.length = 0
      const ghx = bind({ auth: { authStrategy: createAppAuth, auth: app }, routes: [route] })
      expect((await ghx.issue.view(input)).ok).toBe(true)
      const [exchange, call] = authorizations()
      expect(exchange).toMatch(/^\/app\/installations\/5\/access_tokens bearer eyJ/)
      expect(call).toMatch(new RegExp(`^/\\S+ token ${installation}$`))
      expect(github.requests[1]?.headers["user-agent"]).toMatch(/^ghx octokit-core\.js\//)
    }
  })

  test("throws at once if it is missing from the auth option", () => {
    const auth = { appId: 1 } as object as NonNullable<ClientOptions["auth"]>
    expect(() => bind({ auth })).toThrow("auth takes { authStrategy, auth }")
  })

  test("works with a time limit of any length", async () => {
    for (const timeout_ms of [5e9, 20_000.5, Number.POSITIVE_INFINITY]) {
      const ghx = bind({ auth: { authStrategy: createAppAuth, auth: app }, timeout_ms })
      expect(await ghx.issue.view(input)).toMatchObject({ ok: true })
    }
  })

  test("does not delay later calls if its own request hangs", async () => {
    const auth = { authStrategy: createAppAuth, auth: { ...app, installationId: 6 } }
    const ghx = bind({ auth, timeout_ms: 500 })
    const { answer } = github
    github.answer = () => ({ fault: "hang" })
    expect(await ghx.issue.view(input)).toMatchObject({ error: { code: "NETWORK" } })
    github.answer = ({ path, ...rest }) => answer({ ...rest, path: path?.replace("/6/", "/5/") })
    await vi.waitFor(async () => expect(await ghx.issue.view(input)).toMatchObject({ ok: true }))
  })

  test("passes its token to gh", async (context) => {
    needsGh(context)
    const ghx = bind({
      auth: { authStrategy: createAppAuth, auth: app },
      routes: ["cli"],
      gh: { env: gh.env },
    })
    expect((await ghx.issue.view(input)).ok).toBe(true)
    expect(gh.requests[0]?.headers).toMatchObject({
      host: github.url.replace("http://", ""),
      authorization: `token ${installation}`,
    })
  })

  test("excludes gh, with its own login, if the Octokit has no token", async (context) => {
    needsGh(context)
    const octokit = new Octokit({ baseUrl: github.url })
    const ghx = bind({ octokit, routes: ["cli"], gh: { env: gh.env } })
    expect(await ghx.issue.view(input)).toMatchObject({
      error: {
        code: "ADAPTER_UNSUPPORTED",
        message: expect.stringContaining("token of this Octokit"),
      },
    })
    expect(gh.requests).toHaveLength(0)
  })

  test("sends no token to another host after a redirect", async () => {
    const storage = await startGithub(() => ({ body: "the log" }))
    const location = `${storage.url}/log`
    const token = github.answer
    github.answer = (request) =>
      request.path?.startsWith("/app/")
        ? token(request)
        : { status: 302, headers: { location }, body: "" }
    for (const options of [
      { auth: { authStrategy: createAppAuth, auth: app } },
      { octokit: new Octokit({ baseUrl: github.url, auth: "octokit-token" }) },
    ]) {
      const log = await bind({ ...options, routes: ["rest"] }).repo.file.raw({
        owner: "o",
        repo: "r",
        path: "log",
      })
      expect(log).toMatchObject({ ok: true, data: { text: "the log" } })
    }
    expect(authorizations().slice(1)).toEqual([
      `/repos/o/r/contents/log token ${installation}`,
      "/repos/o/r/contents/log token octokit-token",
    ])
    expect(storage.requests).toHaveLength(2)
    for (const { headers } of storage.requests) expect(headers).not.toHaveProperty("authorization")
    await storage.close()
  })

  test("returns an error envelope instead of throwing if it fails", async () => {
    const auth = { authStrategy: createAppAuth, auth: { ...app, privateKey: "no key" } }
    expect(await bind({ auth }).issue.view(input)).toMatchObject({ ok: false })
    const missing = { authStrategy: createAppAuth, auth: {} }
    expect(await bind({ auth: missing, routes: ["graphql"] }).issue.view(input)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("appId") },
    })
  })
})
