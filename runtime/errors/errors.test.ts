import { createServer } from "node:net"
import { inspect } from "node:util"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { bindTree } from "../index.js"
import {
  data,
  errors,
  type GithubDouble,
  type Reply,
  startGithub,
  testToken,
  tree,
} from "../testing/index.js"

let github: GithubDouble
/** A new client for each test, because a client remembers limits and failures. */
const fresh = () => bindTree(tree, github.client())

const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const issue = { number: 1, title: "Bug", milestone: null }

beforeAll(async () => {
  github = await startGithub()
})
beforeEach(() => {
  github.requests.length = 0
})
afterAll(() => github.close())

async function readError(reply: Reply) {
  github.answer = () => reply
  const result = await fresh().issue.view(input)
  return result.ok ? undefined : result.error
}

async function writeError(reply: Reply) {
  github.answer = () => reply
  const result = await fresh().pr.thread.reply({ thread_id: "T_1", body: "Done." })
  return result.ok ? undefined : result.error
}

const soon = String(Math.floor(Date.now() / 1000) + 3600)
const sso = "required; url=https://github.com/orgs/acme/sso?authorization_request=AAAA"

describe("an HTTP error response", () => {
  test.each<[string, Reply, object, string]>([
    [
      "401",
      { status: 401, body: { message: "Bad credentials" } },
      { code: "AUTH", message: "Bad credentials", retryable: false },
      "rejected",
    ],
    [
      "403 for a permission",
      {
        status: 403,
        body: { message: "Resource not accessible by personal access token" },
        headers: { "x-accepted-github-permissions": "issues=write" },
      },
      { code: "AUTH", details: { fix: "Grant the token the permission issues=write" } },
      "rejected",
    ],
    [
      "403 for a permission, with the last request of the hour",
      {
        status: 403,
        body: { message: "Resource not accessible by integration" },
        headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": soon },
      },
      { code: "AUTH", retryable: false },
      "rejected",
    ],
    [
      "403 for single sign-on",
      {
        status: 403,
        body: { message: "Resource protected by organization SAML enforcement." },
        headers: { "x-github-sso": sso },
      },
      {
        code: "AUTH",
        details: {
          fix: "Authorize the token for the organization's single sign-on: https://github.com/orgs/acme/sso?authorization_request=AAAA",
        },
      },
      "rejected",
    ],
    [
      "403 with Retry-After",
      { status: 403, body: { message: "Slow down" }, headers: { "retry-after": "30" } },
      { code: "RATE_LIMIT", retryable: true, details: { retry_after_ms: 30_000 } },
      "rejected",
    ],
    [
      "403 with the message of the secondary limit",
      { status: 403, body: { message: "You have exceeded a secondary rate limit." } },
      { code: "RATE_LIMIT", retryable: true, details: { retry_after_ms: 60_000 } },
      "rejected",
    ],
    [
      "404",
      { status: 404, body: { message: "Not Found" } },
      { code: "NOT_FOUND", retryable: false },
      "rejected",
    ],
    [
      "422",
      { status: 422, body: { message: "Validation Failed" } },
      { code: "VALIDATION", retryable: false },
      "rejected",
    ],
    [
      "422 for a missing commit",
      { status: 422, body: { message: "No commit found for SHA: nope" } },
      { code: "NOT_FOUND", retryable: false },
      "rejected",
    ],
    [
      "422 for content created too quickly",
      { status: 422, body: { message: "was submitted too quickly" } },
      { code: "RATE_LIMIT" },
      "rejected",
    ],
    [
      "429",
      { status: 429, body: { message: "Too many" }, headers: { "retry-after": "2" } },
      { code: "RATE_LIMIT", details: { retry_after_ms: 2000 } },
      "rejected",
    ],
    [
      "429 with a truncated body",
      { status: 429, body: { message: "Too m" }, headers: { "retry-after": "2" }, fault: "cut" },
      { code: "RATE_LIMIT", details: { retry_after_ms: 2000 } },
      "rejected",
    ],
    ...["-5", "1.5", "1e99", "2, 2", "soon"].map((wait): [string, Reply, object, string] => [
      `429 with Retry-After: ${wait}`,
      { status: 429, body: { message: "Too many" }, headers: { "retry-after": wait } },
      { code: "RATE_LIMIT", details: { retry_after_ms: 60_000 } },
      "rejected",
    ]),
    [
      "429 with Retry-After: a date",
      {
        status: 429,
        body: { message: "Too many" },
        headers: { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" },
      },
      { code: "RATE_LIMIT", details: { retry_after_ms: 0 } },
      "rejected",
    ],
    [
      "418",
      { status: 418, body: {} },
      { code: "UNKNOWN", message: "GitHub answered HTTP 418", retryable: false },
      "rejected",
    ],
    [
      "501",
      { status: 501, body: { message: "The sandbox does not model it." } },
      { code: "ADAPTER_UNSUPPORTED", message: "The sandbox does not model it.", retryable: false },
      "rejected",
    ],
    [
      "302",
      { status: 302, headers: { location: "https://example.com/" } },
      { code: "UNKNOWN", details: { fix: expect.stringContaining("base_url") } },
      "rejected",
    ],
  ])("maps to an error code and an outcome: %s", async (_, reply, error, outcome) => {
    expect(await readError(reply)).toMatchObject(error)
    expect(await readError(reply)).not.toHaveProperty("details.outcome")
    expect(await writeError(reply)).toMatchObject({ ...error, details: { outcome } })
  })

  test.each([
    [
      "Maximum number of login attempts exceeded. Please try again later.",
      "AUTH",
      /Wait some minutes/,
    ],
    ["User is blocked", "AUTH", /blocked this account/],
    ["Blocked", "AUTH", /blocked this account/],
    ["Sorry. Your account was suspended.", "AUTH", /GitHub Support/],
    ["You must be an admin to create an invitation to an organization.", "AUTH", /this role/],
    ["Must be an organization owner", "AUTH", /this role/],
    ["You must be a member of the organization", "AUTH", /this role/],
    ["At least one email address must be verified to do that.", "AUTH", /Verify/],
    [
      "This API returns blobs up to 1 MB in size. The requested blob is too large",
      "VALIDATION",
      /raw/,
    ],
    [
      "The history or contributor list is too large to list contributors for this repository via the API.",
      "VALIDATION",
      /Clone/,
    ],
    [
      "Advanced Security must be enabled for this repository to use code scanning.",
      "VALIDATION",
      /Enable/,
    ],
    [
      "Upgrade to GitHub Pro or make this repository public to enable this feature.",
      "VALIDATION",
      /Enable/,
    ],
    ["Dependabot alerts are disabled for this repository.", "VALIDATION", /Enable/],
    ["You can't perform that action at this time.", "AUTH", undefined],
  ])(
    "that is a 403, but not about permission, does not ask for another token: %s",
    async (message, code, fix) => {
      const error = await readError({ status: 403, body: { message } })
      expect(error).toMatchObject({ code, retryable: false })
      if (fix) expect(error?.details?.fix).toMatch(fix)
      expect(error?.details?.fix ?? "").not.toContain("required permission")
    },
  )

  test.each([
    "Must have admin rights to Repository.",
    "Must have push access to view repository collaborators.",
    "Forbidden",
    "octocat does not have the correct permissions to execute `AddLabels`",
  ])("that is about permission asks for a token that has it: %s", async (message) => {
    const error = await readError({ status: 403, body: { message } })
    expect(error).toMatchObject({
      code: "AUTH",
      details: { fix: expect.stringContaining("permission") },
    })
  })

  test.each([-7_200_000, 0, 7_200_000])(
    "waits by the server's clock, which differs by %i ms from the local one",
    async (difference) => {
      const now = Math.floor((Date.now() + difference) / 1000) * 1000
      const date = new Date(now).toUTCString()
      const reset = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now / 1000 + 60) }
      const after = { "retry-after": new Date(now + 60_000).toUTCString() }
      for (const headers of [reset, after]) {
        const error = await readError({
          status: 403,
          headers: { ...headers, date },
          body: { message: "API rate limit exceeded" },
        })
        expect(error?.details?.retry_after_ms).toBe(60_000)
      }
      const limited = await readError({
        status: 200,
        headers: { ...reset, date },
        body: { errors: [{ type: "RATE_LIMIT", message: "API rate limit exceeded" }] },
      })
      expect(limited?.details?.retry_after_ms).toBe(60_000)
    },
  )

  test("is retryable after the reset if it is a 403 with no requests remaining", async () => {
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": soon }
    const error = await readError({ status: 403, headers, body: { message: "API rate limit" } })
    expect(error).toMatchObject({ code: "RATE_LIMIT", retryable: true })
    expect(error?.details?.retry_after_ms).toBeGreaterThan(3_000_000)
    expect(error?.details?.retry_after_ms).toBeLessThanOrEqual(3_600_000)
  })

  test.each([500, 502, 503, 504])(
    "is retryable for a read, not for a write: %i",
    async (status) => {
      const reply = { status, body: "<html>Unicorn!</html>", headers: { "retry-after": "5" } }
      const error = {
        code: "SERVER",
        message: `GitHub answered HTTP ${status}`,
        details: { retry_after_ms: 5000 },
      }
      expect(await readError(reply)).toMatchObject({ ...error, retryable: true })
      const details = { outcome: "unknown", retry_after_ms: 5000 }
      expect(await writeError(reply)).toMatchObject({ ...error, retryable: false, details })
    },
  )

  test("is retryable for an idempotent write: 502", async () => {
    github.answer = () => ({ status: 502, body: {} })
    expect(await fresh().pr.thread.resolve({ thread_id: "T_1" })).toMatchObject({
      error: { code: "SERVER", retryable: true, details: { outcome: "unknown" } },
    })
  })
})

describe("a GraphQL error", () => {
  test.each<[string, object, object]>([
    ["RATE_LIMITED", { type: "RATE_LIMITED" }, { code: "RATE_LIMIT", retryable: true }],
    ["RATE_LIMIT", { type: "RATE_LIMIT" }, { code: "RATE_LIMIT" }],
    ["graphql_rate_limit", { code: "graphql_rate_limit" }, { code: "RATE_LIMIT" }],
    [
      "graphql_rate_limit in extensions",
      { extensions: { code: "graphql_rate_limit" } },
      { code: "RATE_LIMIT" },
    ],
    ["a content limit", { message: "was submitted too quickly" }, { code: "RATE_LIMIT" }],
    ["FORBIDDEN", { type: "FORBIDDEN" }, { code: "AUTH", retryable: false }],
    [
      "INSUFFICIENT_SCOPES",
      {
        type: "INSUFFICIENT_SCOPES",
        message:
          "Your token has not been granted the required scopes to execute this query. The 'name' field requires one of the following scopes: ['read:org', 'read:user'], but your token has only been granted the: ['repo'] scopes.",
      },
      {
        code: "AUTH",
        details: { fix: expect.stringContaining("one of the scopes read:org, read:user to") },
      },
    ],
    [
      "SAML",
      { type: "FORBIDDEN", extensions: { saml_failure: true } },
      { code: "AUTH", details: { fix: expect.stringContaining("single sign-on") } },
    ],
    ["NOT_FOUND", { type: "NOT_FOUND" }, { code: "NOT_FOUND" }],
    ["UNPROCESSABLE", { type: "UNPROCESSABLE" }, { code: "VALIDATION" }],
    [
      "a missing variable",
      { extensions: { value: null, problems: [{ path: [], explanation: "no null" }] } },
      { code: "VALIDATION" },
    ],
    ["a schema error", { extensions: { code: "selectionMismatch" } }, { code: "VALIDATION" }],
    [
      "an unknown field",
      { extensions: { code: "undefinedField" } },
      { code: "ADAPTER_UNSUPPORTED", retryable: false },
    ],
    [
      "a field that the sandbox does not model",
      { type: "SANDBOX_NOT_MODELLED" },
      { code: "ADAPTER_UNSUPPORTED", message: "GitHub says so", retryable: false },
    ],
  ])("maps to an error code: %s", async (_, entry, error) => {
    const reply = errors({ message: "GitHub says so", ...entry })
    expect(await readError(reply)).toMatchObject(error)
    expect(await writeError(reply)).toMatchObject({ details: { outcome: "rejected" } })
  })

  test("becomes SERVER with an unknown outcome of a write if execution went wrong", async () => {
    const reply = errors({
      message: "Something went wrong while executing your query. This may be",
    })
    expect(await readError(reply)).toMatchObject({ code: "SERVER", retryable: true })
    expect(await writeError(reply)).toMatchObject({
      retryable: false,
      details: { outcome: "unknown" },
    })
  })

  test("becomes VALIDATION with an unknown outcome of a write if resources were exceeded", async () => {
    const reply = errors({ message: "Resource limits exceeded.", type: "RESOURCE_LIMITS_EXCEEDED" })
    const details = { fix: expect.stringContaining("smaller `first`") }
    expect(await readError(reply)).toMatchObject({ code: "VALIDATION", retryable: false, details })
    expect(await writeError(reply)).toMatchObject({
      retryable: false,
      details: { outcome: "unknown" },
    })
  })

  test("becomes UNKNOWN with GitHub's message if it has neither a type nor a code", async () => {
    expect(await readError(errors({ message: "Odd." }))).toMatchObject({
      code: "UNKNOWN",
      message: "Odd.",
    })
  })

  test("explains a null result with GitHub's message", async () => {
    const message = "Could not resolve to an Issue with the number of 1."
    const reply = data({ repository: { issue: null } }, { type: "NOT_FOUND", message })
    expect(await readError(reply)).toEqual({ code: "NOT_FOUND", message, retryable: false })
  })

  test("takes precedence over a NOT_FOUND that it causes", async () => {
    const reply = errors(
      { type: "NOT_FOUND", message: "No such repository." },
      { type: "FORBIDDEN", message: "Hidden from you.", extensions: { saml_failure: true } },
    )
    expect(await readError(reply)).toMatchObject({ code: "AUTH", message: "Hidden from you." })
  })
})

describe("a query with data and errors", () => {
  const forbidden = {
    type: "FORBIDDEN",
    message: "Milestones are hidden.",
    path: ["repository", "issue", "milestone"],
  }

  test("succeeds with a warning if only a permission is missing", async () => {
    github.answer = () => data({ repository: { issue } }, forbidden)
    expect(await fresh().issue.view(input)).toMatchObject({
      ok: true,
      data: issue,
      meta: {
        warnings: [
          { code: "WITHHELD", message: "GitHub withholds milestone: Milestones are hidden." },
        ],
      },
    })
  })

  test("fails if the contract is not met", async () => {
    const reply = data({ repository: { issue: { ...issue, title: null } } }, forbidden)
    expect(await readError(reply)).toMatchObject({ code: "AUTH" })
  })

  test("fails if an error is not about permissions", async () => {
    const timeout = { message: "Something went wrong while executing your query." }
    expect(await readError(data({ repository: { issue } }, timeout))).toMatchObject({
      code: "SERVER",
    })
  })

  test("fails with AUTH if the mapping needs data that is missing", async () => {
    github.answer = () => data({ viewer: null }, { type: "FORBIDDEN", message: "Not you." })
    expect(await fresh().user.me()).toMatchObject({ ok: false, error: { code: "AUTH" } })
  })
})

describe("the response to a mutation", () => {
  const deep = { message: "Field failed", path: ["addReply", "comment", "id"] }

  test("succeeds with a warning if the result is complete despite an error", async () => {
    github.answer = () => data({ addReply: { comment: { id: "C_1" } } }, deep)
    expect(await fresh().pr.thread.reply({ thread_id: "T_1", body: "Done." })).toMatchObject({
      ok: true,
      data: { id: "C_1" },
      meta: {
        warnings: [{ code: "INCOMPLETE", message: "GitHub does not return id: Field failed" }],
      },
    })
  })

  test.each([
    ["its payload is missing", { addReply: { comment: null } }],
    ["null propagated to its root field", { addReply: null }],
  ])("reports the mutation as applied, with outcome unknown, if %s", async (_, payload) => {
    expect(await writeError(data(payload, deep))).toMatchObject({
      message: "GitHub applied the mutation, but its response is incomplete: Field failed",
      retryable: false,
      details: { outcome: "unknown", applied: true, fix: expect.stringContaining("not repeat") },
    })
  })

  test("has outcome rejected if the error is at the root field", async () => {
    const refusal = { type: "UNPROCESSABLE", message: "Thread is locked", path: ["addReply"] }
    const error = await writeError(data({ addReply: null }, refusal))
    expect(error).toMatchObject({ code: "VALIDATION", details: { outcome: "rejected" } })
    expect(error).not.toHaveProperty("details.applied")
  })

  test("has outcome rejected if the error is in the document, at any depth", async () => {
    const path = ["mutation ThreadReply", "addReply", "comment", "nope"]
    const refusal = { message: "No such field", path, extensions: { code: "undefinedField" } }
    const error = await writeError(errors(refusal))
    expect(error).toMatchObject({ code: "ADAPTER_UNSUPPORTED", details: { outcome: "rejected" } })
    expect(error).not.toHaveProperty("details.applied")
  })

  test("has outcome unknown if its object is null without an error", async () => {
    const error = await writeError(data({ addReply: { comment: null } }))
    expect(error).toMatchObject({ code: "SERVER", details: { outcome: "unknown" } })
    expect(error).not.toHaveProperty("details.applied")
  })
})

describe("a response body", () => {
  test.each<[string, Reply, string]>([
    ["is HTML", { body: "<html>Welcome</html>" }, "not JSON. Check that base_url"],
    ["is truncated", { body: { data: {} }, fault: "cut" }, "truncated or not JSON"],
    [
      "is not JSON",
      { body: "{", headers: { "content-type": "application/json" } },
      "truncated or not JSON",
    ],
    ["has neither data nor errors", { body: {} }, "without data or errors"],
    ["is not an object", { body: [1] }, "without data or errors"],
    ["has null data", { body: { data: null } }, "without data or errors"],
  ])("becomes SERVER with an unknown outcome of a write if it %s", async (_, reply, message) => {
    const error = { code: "SERVER", message: expect.stringContaining(message) }
    expect(await readError(reply)).toMatchObject({ ...error, retryable: true })
    expect(await writeError(reply)).toMatchObject({ ...error, details: { outcome: "unknown" } })
  })

  test.each([401, 403, 404, 405, 406])(
    "of HTML with status %i comes from no API",
    async (status) => {
      expect(await readError({ status, body: "<html>Sign in</html>" })).toMatchObject({
        code: "UNKNOWN",
        message: `A web page answered HTTP ${status}, not GitHub`,
        details: {
          fix: "Check that base_url is an API address, and the proxy",
        },
      })
    },
  )

  test("becomes UNKNOWN instead of throwing if it does not match the schema", async () => {
    expect(await readError(data({ repository: { issue: { milestone: 7 } } }))).toMatchObject({
      code: "UNKNOWN",
    })
    github.answer = () => data({ viewer: 7, other: null })
    expect(await fresh().user.me()).toMatchObject({ ok: false, error: { code: "UNKNOWN" } })
  })
})

describe("a network error", () => {
  test("has outcome not_sent if the connection is refused", async () => {
    const server = createServer()
    const port = await new Promise<number>((ready) =>
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        ready(typeof address === "object" && address ? address.port : 0)
      }),
    )
    await new Promise((closed) => server.close(closed))
    for (const host of ["127.0.0.1", "localhost"]) {
      const nowhere = bindTree(tree, github.client({ base_url: `http://${host}:${port}` }))
      const refused = await nowhere.pr.thread.reply({ thread_id: "T_1", body: "x" })
      expect(refused.meta).not.toHaveProperty("cost.points")
      expect(refused).toMatchObject({
        error: {
          code: "NETWORK",
          retryable: true,
          message: expect.stringMatching(/^No answer from .*ECONNREFUSED/),
          details: { outcome: "not_sent" },
        },
      })
    }
  })

  test("has outcome not_sent if the host is unknown", async () => {
    const nowhere = bindTree(tree, github.client({ base_url: "https://ghx.invalid" }))
    expect(await nowhere.pr.thread.reply({ thread_id: "T_1", body: "x" })).toMatchObject({
      error: { code: "NETWORK", retryable: true, details: { outcome: "not_sent" } },
    })
  })

  test("leaves the outcome of a write unknown if the connection breaks", async () => {
    const error = { code: "NETWORK", message: expect.stringContaining("No answer from 127.0.0.1") }
    expect(await readError({ fault: "reset" })).toMatchObject({ ...error, retryable: true })
    expect(await writeError({ fault: "reset" })).toMatchObject({
      ...error,
      retryable: false,
      details: { outcome: "unknown" },
    })
  })

  test("has code NETWORK if the time limit of the client is over", async () => {
    github.answer = () => ({ fault: "hang" })
    const hasty = bindTree(tree, github.client({ timeout_ms: 300 }))
    expect(await hasty.issue.view(input)).toMatchObject({
      error: { code: "NETWORK", retryable: true, message: expect.stringContaining("after 300 ms") },
    })
  })
})

describe("a token in an error", () => {
  test.each([
    testToken,
    "gho_16C7e42F292c6912E7710c838347Ae178B4a",
    "ghs_16C7e42F292c6912E7710c838347Ae178B4a",
    "ghu_16C7e42F292c6912E7710c838347Ae178B4a",
    "ghr_16C7e42F292c6912E7710c838347Ae178B4a",
    "github_pat_11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ",
  ])("is redacted: %s", async (token) => {
    const error = await readError(errors({ message: `Authorization: token ${token} is bad` }))
    expect(JSON.stringify(error)).not.toContain(token)
    expect(error?.message).toContain("[redacted]")
    const invalid = await fresh().issue.view({ ...input, [token]: token })
    expect(JSON.stringify(invalid)).not.toContain(token)
  })

  test("is redacted in any format if the client or a header contains it", async () => {
    const client = github.client({ token: async () => "entirely-secret" })
    github.answer = () =>
      errors({
        message: 'no entirely-secret, authorization: "Bearer abcdef", Basic dXNlcjpwYXNzd29yZA==',
      })
    const result = await bindTree(tree, client).issue.view(input)
    expect(JSON.stringify(result)).not.toMatch(/entirely-secret|abcdef|dXNlcj/)
  })

  test("is not shown if a token function throws it", async () => {
    const token = vi.fn(() => Promise.reject(new Error(`vault has ${testToken}`)))
    const result = await bindTree(tree, github.client({ token })).issue.view(input)
    expect(result).toMatchObject({ ok: false, error: { code: "AUTH" } })
    expect(JSON.stringify(result)).not.toContain(testToken)
    expect(github.requests).toHaveLength(0)
  })

  test("says that nothing was sent if a token function hangs, which is no outage of GitHub", async () => {
    const token = () => new Promise<string>(() => undefined)
    const { issue } = bindTree(tree, github.client({ token, timeout_ms: 20, retry: false }))
    for (let failures = 0; failures < 6; failures += 1) {
      expect(await issue.view(input)).toMatchObject({
        error: {
          message: expect.stringMatching(/^No answer .*: nothing was sent, because the token/),
        },
      })
    }
  })
})

describe("an error envelope", () => {
  test.each<[string, Reply, object]>([
    [
      "a 404 whose headers name a missing scope",
      {
        status: 404,
        body: { message: "Not Found" },
        headers: { "x-accepted-oauth-scopes": "repo", "x-oauth-scopes": "gist" },
      },
      {
        code: "AUTH",
        details: { fix: expect.stringMatching(/^If it exists: Add one of the scopes repo/) },
      },
    ],
    [
      "missing scopes without an error type",
      errors({
        message:
          "Your token has not been granted the required scopes to execute this query. The 'x' field requires one of the following scopes: ['read:org'], but your token has only been granted the: ['repo'] scopes.",
      }),
      { code: "AUTH", details: { fix: expect.stringContaining("read:org") } },
    ],
    [
      "a classic token with too long a lifetime",
      {
        status: 403,
        body: {
          message:
            "The 'acme' organization forbids access via a personal access token (classic) if the token's lifetime is greater than 366 days. Please adjust your token's lifetime at the following URL: https://github.com/settings/tokens/1",
        },
      },
      { code: "AUTH", details: { fix: expect.stringContaining("shorter lifetime") } },
    ],
    [
      "a 422 whose errors are a string",
      { status: 422, body: { message: "Validation Failed", errors: "Assignees are too many" } },
      { code: "VALIDATION", message: "Validation Failed: Assignees are too many" },
    ],
    [
      "a 403 without a reason",
      { status: 403, body: { message: "Must have admin rights to Repository." } },
      { code: "AUTH", details: { fix: expect.any(String) } },
    ],
    [
      "a FORBIDDEN without a reason",
      errors({ message: "octocat does not have permission", type: "FORBIDDEN" }),
      { code: "AUTH", details: { fix: expect.any(String) } },
    ],
    [
      "a retry-after of thirty digits",
      { status: 429, headers: { "retry-after": "9".repeat(30) }, body: { message: "Slow down" } },
      { code: "RATE_LIMIT", details: { retry_after_ms: 60_000 } },
    ],
  ])("has the code, message and fix for %s", async (_, reply, error) => {
    expect(await readError(reply)).toMatchObject(error)
  })

  test("shows its fix when Node prints the thrown error", async () => {
    github.answer = () => ({ status: 401, body: { message: "Bad credentials" } })
    const thrown: unknown = await fresh()
      .issue.view(input)
      .orThrow()
      .catch((error: unknown) => error)
    expect(inspect(thrown)).toContain("fix: 'Use a valid token")
  })
})
