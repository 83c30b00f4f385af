/** Tests that every answer of the default store matches GitHub's own description. */
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox, type WebhookEvent } from "../index.js"
import { routes } from "../rest/index.js"
import { jwt, tokenFor } from "./app-credentials.js"
import { described, problemsOf } from "./described.js"
import { callFor } from "./example-calls.js"
import { differencesFrom, recordedOperations } from "./recorded.js"
import { HELLO, type RestReply, rest } from "./rest-client.js"
import { nameOf, problemsOfEvent } from "./webhook-schemas.js"

let sandbox: Sandbox
let head: string
/** What webhooks heard of the requests. */
const events: WebhookEvent[] = []
beforeAll(async () => {
  sandbox = await startSandbox()
  sandbox.onWebhook((event) => events.push(event))
  head = (await rest(sandbox, `GET ${HELLO}/pulls/7`)).body.head.sha
})
afterAll(() => sandbox.close())

const operations = routes.map(({ method, path }) => `${method} ${path}`)

/** Replaces `HEAD OF 7` in a body by the commit. */
const withHead = (body: unknown) => {
  const text = JSON.stringify(body)
  return text?.includes("HEAD OF 7") ? JSON.parse(text.replaceAll("HEAD OF 7", head)) : body
}

/** Answers by request. */
const answers = new Map<string, Promise<RestReply[]>>()

/** Requested once, for all assertions about them. */
function answersOf(operation: string): Promise<RestReply[]> {
  const known = answers.get(operation) ?? ask(operation)
  answers.set(operation, known)
  return known
}

/** Makes the requests that an example needs, in the default store. */
async function prepare(before: [call: string, body?: unknown][] = []): Promise<void> {
  sandbox.reset()
  for (const [call, sent] of before) {
    const token = await tokenFor(sandbox, call)
    const reply = await rest(sandbox, withHead(call), withHead(sent), { token })
    if (reply.status > 299) throw new Error(`${call}: ${JSON.stringify(reply.body)}`)
  }
}

async function ask(operation: string): Promise<RestReply[]> {
  const replies: RestReply[] = []
  for (const { path, body, before } of callFor(operation)) {
    await prepare(before)
    const call = `${operation.split(" ")[0]} ${withHead(path)}`
    const token = await tokenFor(sandbox, operation)
    replies.push(await rest(sandbox, call, withHead(body), { token }))
  }
  return replies
}

const hasBody = ({ status }: { status: number }) => status < 300 && ![204, 205].includes(status)

describe("a successful REST response", () => {
  test.each(operations)("matches GitHub's description: %s", async (operation) => {
    const { statuses = [302], headers = [] } = described(operation)
    for (const reply of await answersOf(operation)) {
      expect(statuses, JSON.stringify(reply.body)).toContain(reply.status)
      if (hasBody(reply)) {
        expect(problemsOf(operation, reply.body)).toEqual([])
      }
      if (headers.includes("Location")) expect(reply.headers.get("location")).not.toBeNull()
    }
  })
})

describe("a REST response has the members that GitHub's recorded answers have", () => {
  test.each(recordedOperations)("%s", async (operation) => {
    const replies = (await answersOf(operation)).filter(hasBody)
    const bodies = replies.map(({ body }) => body)
    expect(differencesFrom(operation, bodies)).toEqual([])
  })
})

test("the payloads of webhooks match the schemas of `@octokit/webhooks`", async () => {
  for (const one of operations) if (!one.startsWith("GET ")) await answersOf(one)
  expect(new Set(events.map(nameOf)).size).toBeGreaterThan(60)
  expect([...new Set(events.flatMap(problemsOfEvent))]).toEqual([])
})

describe("problemsOf", () => {
  const GET_ISSUE = "GET /repos/{owner}/{repo}/issues/{issue_number}"

  test.each<[what: string, change: (issue: RestReply["body"]) => void, says: string]>([
    ["a missing member", (issue) => delete issue.title, "title"],
    ["an unknown member", (issue) => Object.assign(issue, { titel: "x" }), "unevaluated"],
    ["a problem in a nested object", (issue) => Object.assign(issue.user, { x: 1 }), "/user"],
    ["a problem in a list item", (issue) => Object.assign(issue.labels[0], { x: 1 }), "/labels/0"],
    ["a wrong type", (issue) => Object.assign(issue, { number: "1" }), "/number"],
    ["a null", (issue) => Object.assign(issue, { title: null }), "/title"],
    ["an invalid date", (issue) => Object.assign(issue, { created_at: "today" }), "/created_at"],
    ["an invalid URL", (issue) => Object.assign(issue, { url: "issues/1" }), "/url"],
    [
      "an invalid enum value",
      (issue) => Object.assign(issue, { author_association: "x" }),
      "/author",
    ],
  ])("reports %s", async (_, change, says) => {
    const { body } = await rest(sandbox, `GET ${HELLO}/issues/1`)
    change(body)
    expect(problemsOf(GET_ISSUE, body).join("\n")).toContain(says)
  })
})

describe("the headers of a REST response", () => {
  test.each(operations)("are those of GitHub: %s", async (operation) => {
    const [reply] = await answersOf(operation)
    if (!reply) throw new Error(`no example of ${operation}`)
    const { headers, status } = reply
    for (const name of ["limit", "remaining", "used", "reset"]) {
      expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/)
    }
    expect(headers.get("x-ratelimit-resource")).toMatch(/^(core|search|code_search)$/)
    expect(headers.get("x-github-media-type")).toBe("github.v3; format=json")
    expect(headers.get("x-github-api-version-selected")).toBe("2022-11-28")
    expect(headers.get("x-github-request-id")).not.toBeNull()
    expect(headers.get("access-control-allow-origin")).toBe("*")
    // Only tokens of people have scopes.
    const isOfPerson = (await tokenFor(sandbox, operation)) === sandbox.token
    if (isOfPerson) expect(headers.get("x-oauth-scopes")).toContain("repo")
    // Like GitHub, with an ETag on everything that can be requested again.
    const isSearch = operation.startsWith("GET /search/")
    const isJson = hasBody({ status })
    expect(headers.get("etag") !== null).toBe(isJson && !isSearch)
    expect(headers.get("content-type")).toBe(isJson ? "application/json; charset=utf-8" : null)
  })
})

describe("a REST write of a token without the right to it", () => {
  // A token may always revoke itself.
  const writes = operations.filter(
    (one) => !one.startsWith("GET ") && one !== "DELETE /installation/token",
  )

  /** Without scopes, the account has all rights of a collaborator, and none to use them. */
  async function tokens(): Promise<string[]> {
    sandbox.addToken({ token: "without-scopes", login: "monalisa", scopes: [] })
    const access = { permissions: { metadata: "read" } }
    const call = "POST /app/installations/1/access_tokens"
    const { body } = await rest(sandbox, call, access, { token: jwt() })
    return ["without-scopes", "read-only-token", body.token]
  }

  // As text, which is compared a hundred times faster.
  const stateWithoutTokens = () => {
    const { tokens: _, ...state } = sandbox.state.snapshot()
    return JSON.stringify(state)
  }

  test.each(writes)("is refused, and changes nothing: %s", async (operation) => {
    const [call] = callFor(operation)
    await prepare(call?.before)
    for (const token of await tokens()) {
      const before = stateWithoutTokens()
      const path = `${operation.split(" ")[0]} ${withHead(call?.path)}`
      const { status } = await rest(sandbox, path, withHead(call?.body), { token })
      expect([401, 403, 404], `${status} for ${token}`).toContain(status)
      expect(stateWithoutTokens()).toBe(before)
    }
  })
})

const reads = operations.filter((one) => one.startsWith("GET") && !one.startsWith("GET /search/"))

describe("a REST request with the ETag of an unchanged response", () => {
  // Every request changes the limits.
  const unchanged = reads.filter((one) => one !== "GET /rate_limit")

  test.each(unchanged)("receives a 304, unless it had no body: %s", async (operation) => {
    const [call] = callFor(operation)
    await prepare(call?.before)
    const path = withHead(call?.path)
    const token = await tokenFor(sandbox, operation)
    const { headers, body } = await rest(sandbox, `GET ${path}`, undefined, { token })
    const etag = headers.get("etag")
    if (etag === null) {
      expect(body).toBe("")
      return
    }
    const again = await rest(sandbox, `GET ${path}`, undefined, {
      token,
      headers: { "if-none-match": etag },
    })
    expect(again.status).toBe(304)
    expect(again.headers.get("etag")).toBe(etag)
    expect(again.body).toBe("")
  })
})

describe("a page of a REST list", () => {
  // Lists paged by cursors have no page 2.
  const lists = reads.filter((one) =>
    described(one).parameters?.some(({ name }) => name === "page"),
  )

  test.each(lists)("links to the other pages: %s", async (operation) => {
    const [call] = callFor(operation)
    await prepare(call?.before)
    const separator = call?.path.includes("?") ? "&" : "?"
    const { status, headers } = await rest(
      sandbox,
      `GET ${call?.path}${separator}per_page=1&page=2`,
      undefined,
      { token: await tokenFor(sandbox, operation) },
    )
    expect(status).toBe(200)
    const link = headers.get("link")
    expect(link).toMatch(/<http[^>]+[?&]page=1[^>]*>; rel="prev"/)
    expect(link).toMatch(/<http[^>]+[?&]page=1[^>]*>; rel="first"$/)
  })
})
