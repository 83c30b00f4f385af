/** A GitHub App that cannot authenticate gets an error with a fix, and nothing of the call is sent. */
import { generateKeyPairSync } from "node:crypto"
import { createAppAuth } from "@octokit/auth-app"
import { Octokit } from "@octokit/core"
import { createGhx } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { describe, expect, it } from "vitest"
import type { Reply } from "../runtime/testing/index.js"
import { errorOf, github, issue, reply } from "./github-says/github.js"

const double = github()
const keyOf = (type: "pkcs1" | "pkcs8") =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type, format: "pem" },
  }).privateKey
const app = { appId: 1, privateKey: keyOf("pkcs8"), installationId: 5 }

const clients = {
  "an auth strategy": () => ({ auth: { authStrategy: createAppAuth, auth: app } }),
  "the caller's own Octokit": () => ({
    octokit: new Octokit({ baseUrl: double.server.url, authStrategy: createAppAuth, auth: app }),
  }),
}

describe.each(Object.entries(clients))("App authentication with %s", (_, options) => {
  it.each<[string, Reply, RegExp, RegExp]>([
    [
      "a missing installation",
      { status: 404, body: { message: "Not Found" } },
      /no such installation/,
      /installationId/,
    ],
    [
      "a rejected JWT",
      { status: 401, body: { message: "A JSON web token could not be decoded" } },
      /could not be decoded/,
      /private key of the same App/,
    ],
    [
      "an invalid issuer",
      { status: 401, body: { message: "'Issuer' claim ('iss') must be an Integer" } },
      /must be an Integer/,
      /appId/,
    ],
    [
      "a deleted App",
      { status: 404, body: { message: "Integration not found" } },
      /no such|not found/,
      /./,
    ],
    [
      "a key that belongs to no App",
      { status: 401, body: { message: "Bad credentials" } },
      /Bad credentials/,
      /private key/,
    ],
    [
      "a suspended installation",
      { status: 403, body: { message: "This installation has been suspended" } },
      /suspended/,
      /Unsuspend/,
    ],
    [
      "repositories outside the installation",
      { status: 422, body: { message: "There is at least one repository that does not exist" } },
      /at least one repository/,
      /repositories/,
    ],
  ])("returns AUTH with a fix for %s", async (_, answer, message, fix) => {
    double.says(answer)
    for (const call of [
      double.ghx(options()).pr.thread.reply(reply),
      double
        .ghx(options())
        .issue.comments.create({ ...issue, body: "Hi" })
        .run({ route: "rest" }),
    ]) {
      expect(await errorOf(call)).toMatchObject({
        code: "AUTH",
        message: expect.stringMatching(message),
        retryable: false,
        details: { outcome: "not_sent", fix: expect.stringMatching(fix) },
      })
    }
    expect(new Set(double.server.requests.map(({ path }) => path))).toEqual(
      new Set(["/app/installations/5/access_tokens"]),
    )
  })

  it("returns RATE_LIMIT if GitHub limits token requests", async () => {
    double.says({ status: 403, headers: { "retry-after": "30" }, body: { message: "Slow down" } })
    expect(await errorOf(double.ghx(options()).pr.thread.reply(reply))).toMatchObject({
      code: "RATE_LIMIT",
      retryable: true,
      details: { outcome: "not_sent", retry_after_ms: 30_000 },
    })
  })
})

describe("App authentication on the sandbox", () => {
  const call = async (auth: object) => {
    const sandbox = await startSandbox()
    try {
      const options = { base_url: sandbox.url, auth: { authStrategy: createAppAuth, auth } }
      return await createGhx(options).issue.view(issue)
    } finally {
      await sandbox.close()
    }
  }

  it("uses the token of the App's installation", async () => {
    expect(await call({ ...app, installationId: 1 })).toMatchObject({
      ok: true,
      data: { number: 1 },
    })
  })

  it("returns AUTH for an unknown installation", async () => {
    expect(await call(app)).toMatchObject({
      error: { code: "AUTH", message: expect.stringContaining("no such installation") },
    })
  })
})

it.each([
  ["is no key", { ...app, privateKey: "no key" }],
  [
    "is in GitHub's own format, which this platform cannot read",
    {
      ...app,
      privateKey: "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n",
    },
  ],
  ["is missing", { appId: 1, installationId: 5 }],
])("an App key that %s returns AUTH with a fix, and sends nothing", async (_, auth) => {
  const ghx = double.ghx({ auth: { authStrategy: createAppAuth, auth } })
  expect(await errorOf(ghx.pr.thread.reply(reply))).toMatchObject({
    code: "AUTH",
    message: expect.stringContaining("auth strategy failed"),
    details: { outcome: "not_sent", fix: expect.stringContaining("PEM") },
  })
  expect(double.server.requests).toHaveLength(0)
})

it("an App has one login in all results, to which only user.me adds [bot]", async () => {
  const [owner, name] = ["ada", "engine"]
  await using sandbox = await startSandbox({
    seed: {
      users: [{ login: owner }],
      bots: [{ login: "build[bot]" }],
      tokens: [{ token: "build-token", login: "build[bot]" }],
      repositories: [
        {
          owner,
          name,
          collaborators: { "build[bot]": "WRITE" },
          issues: [{ title: "Broken", author: "build[bot]" }],
          releases: [{ tag: "v1", author: "build[bot]" }],
          workflows: [{ name: "CI", runs: [{ actor: "build[bot]", jobs: [] }] }],
        },
      ],
    },
  })
  const ghx = createGhx({ base_url: sandbox.url, token: "build-token" })
  const at = { owner, repo: name }
  const [issues, releases, runs, me] = await Promise.all([
    ghx.issue.list(at).orThrow(),
    ghx.release.list(at).orThrow(),
    ghx.workflow.runs.list(at).orThrow(),
    ghx.user.me().orThrow(),
  ])
  expect(issues.items[0]?.author).toBe("build")
  expect(releases.items[0]?.author).toBe("build")
  expect(runs.items[0]?.actor).toBe("build")
  expect(me.login).toBe("build[bot]")
})
