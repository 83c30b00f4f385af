/**
 * The server of `ghx explore`: which requests it allows, and its answers. `browser/page.test.ts` tests the
 * page in a browser.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { listCapabilities } from "../../generated/calls.js"
import { type Explorer, startExplorer, writePages } from "../../surfaces/explorer/index.js"
import type { State } from "../../surfaces/explorer/page/index.js"
import { smallFixture } from "../small-fixture.js"

let explorer: Explorer
const folder = mkdtempSync(join(tmpdir(), "ghx-explorer-"))

beforeAll(async () => {
  explorer = await startExplorer({ seed: smallFixture })
})
beforeEach(async () => {
  expect(await ask("/reset", {})).toMatchObject({ status: 200 })
})
afterAll(async () => {
  await explorer.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Asked {
  readonly status: number | undefined
  readonly headers: IncomingMessage["headers"]
  readonly text: string
}

/** Sends requests that a browser could not send, with any header. */
function http(path: string, method: string, headers: OutgoingHttpHeaders, body = "") {
  return new Promise<Asked>((resolve, reject) => {
    const sent = request(new URL(path, explorer.url), { method, headers }, async (response) => {
      response.setEncoding("utf8")
      let text = ""
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode, headers: response.headers, text })
    })
    sent.once("error", reject).end(body)
  })
}

async function ask(path: string, body: unknown, headers: OutgoingHttpHeaders = {}) {
  const type = { "content-type": "application/json" }
  const { status, text } = await http(path, "POST", { ...type, ...headers }, JSON.stringify(body))
  return { status, ...JSON.parse(text) }
}

const repo = { owner: "octocat", repo: "hello-world" }
const create = (title: string) => ({ task: "issue.create", input: { ...repo, title } })

/** The data of the page, as a browser reads it. */
function givenIn(page = "") {
  const [, json = ""] =
    /<script id="given" type="application\/json">(.*?)<\/script>/s.exec(page) ?? []
  return { json, given: JSON.parse(json) }
}

describe("the explorer's page", () => {
  test("contains the contract, types and requests of every capability, written by `make pages`", async () => {
    const site = join(folder, "site")
    await writePages(site)
    expect(readdirSync(site).sort()).toEqual(["index.html", "page.css", "page.js"])
    const { given } = givenIn(readFileSync(join(site, "index.html"), "utf8"))
    const all: { explanation: { id: string; example?: object; routes: string[] } }[] =
      given.capabilities
    const lines = await listCapabilities()
    expect(all.map(({ explanation }) => explanation.id)).toEqual(lines.map(({ id }) => id))
    for (const { explanation, ...one } of all) {
      const { id, routes } = explanation
      expect(one).toMatchObject({ contract: { id }, types: expect.stringContaining(`"${id}"`) })
      const { sends } = one as unknown as { sends: { route: string; document?: string }[] }
      expect([...new Set(sends.map(({ route }) => route))], id).toEqual(routes)
      const documents = sends
        .filter(({ route }) => route === "graphql")
        .map((each) => each.document)
      for (const document of documents) expect(document).toMatch(/^(query|mutation) \w+/)
    }
  })

  test("embeds its data without markup, under a strict Content-Security-Policy", async () => {
    const { text, headers } = await http("/", "GET", {})
    const { json, given } = givenIn(text)
    expect(json.includes("<")).toBe(false)
    expect(JSON.stringify(given)).toContain('NodeId<\\"Issue\\">')
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self';/)
  })
})

describe("the explorer's server", () => {
  test("runs the page's initial chain in three requests, with merged writes", async () => {
    const { given } = givenIn((await http("/", "GET", {})).text)
    const { envelope, requests } = await ask("/run", { tasks: given.chain })
    expect(envelope).toMatchObject({ status: "success", meta: { total: 4, succeeded: 4 } })
    expect(requests).toMatchObject([
      { operation: { type: "query" }, fields: ["repository", "repository"] },
      {
        operation: { type: "mutation" },
        fields: ["createIssue", "resolveReviewThread", "resolveReviewThread"],
      },
      { operation: { name: "IssueCommentsCreate" }, status: 200, failed: false },
    ])
  })

  test("runs two tasks separately and returns texts unchanged", async () => {
    const title = "</script><img src=x onerror=alert(1)>"
    const [one, other] = await Promise.all([
      ask("/run", { tasks: create(title) }),
      ask("/run", { tasks: { task: "user.me", input: {} } }),
    ])
    expect(one).toMatchObject({ envelope: { ok: true, data: { title } } })
    expect(other).toMatchObject({ requests: [{ operation: { name: "UserMe" } }] })
  })

  test("returns the error of a failed task and marks its failed requests", async () => {
    const missing = { task: "issue.view", input: { ...repo, issue_number: 999 } }
    expect(await ask("/run", { tasks: missing })).toMatchObject({
      envelope: { ok: false, error: { code: "NOT_FOUND" } },
      requests: [
        { operation: { name: "IssueView" }, status: 200, failed: true },
        { route: "GET /repos/{owner}/{repo}/issues/{issue_number}", status: 404, failed: true },
      ],
    })
    expect(await ask("/run", { tasks: { task: "issue.viev", input: {} } })).toMatchObject({
      envelope: {
        ok: false,
        error: { code: "VALIDATION", message: expect.stringContaining("issue.view") },
      },
      requests: [],
    })
  })

  test("runs nothing over gh", async () => {
    const checkout = { task: "pr.checkout", input: { ...repo, pull_number: 7 } }
    expect(await ask("/run", { tasks: checkout })).toMatchObject({
      envelope: { ok: false, error: { code: "ADAPTER_UNSUPPORTED" } },
      requests: [],
    })
  })

  test("does not run the tasks of a closed connection", async () => {
    // One after the other, so that they take long.
    const tasks = Array.from({ length: 60 }, (_, at) => ({
      ...create(`First ${at}`),
      as: `step${at}`,
      ...(at > 0 && { after: `step${at - 1}` }),
    }))
    const first = ask("/run", { tasks })
    const body = JSON.stringify({ tasks: create("Closed") })
    const headers = { "content-type": "application/json", "content-length": body.length }
    const closed = request(new URL("/run", explorer.url), { method: "POST", headers })
    const gone = new Promise((resolve) => closed.once("error", resolve))
    await new Promise<void>((resolve) => closed.end(body, resolve))
    // The second request has arrived by now, and waits for the first.
    await http("/", "GET", {})
    closed.destroy(new Error("closed"))
    await gone
    expect((await first).envelope.status).toBe("success")
    const { envelope } = await ask("/run", { tasks: { task: "issue.list", input: repo } })
    expect(envelope.data.items[0].title).toBe("First 59")
  })

  test("sends the state of the sandbox at once and after each request, also those of other programs", async () => {
    const { body } = await fetch(new URL("/state", explorer.url))
    const events = body?.pipeThrough(new TextDecoderStream()).getReader()
    /** The first state in which the condition holds. */
    const stateWhere = async (holds: (state: State) => boolean): Promise<State | undefined> => {
      for (let event = await events?.read(); event?.value; event = await events?.read()) {
        const state: State = JSON.parse(event.value.replace("data: ", ""))
        if (holds(state)) return state
      }
      return undefined
    }
    const first = await stateWhere(() => true)
    expect(first?.requests).toEqual([])
    await ask("/run", { tasks: create("As they come") })
    const created = await stateWhere(({ issues }) => issues.items[0]?.title === "As they come")
    expect(created?.issues.total).toBe(Number(first?.issues.total) + 1)
    const { GHX_BASE_URL, GH_TOKEN } = created?.environment ?? {}
    await fetch(`${GHX_BASE_URL}/repos/octocat/none`, {
      headers: { authorization: `Bearer ${GH_TOKEN}` },
    })
    const last = await stateWhere(({ requests }) => requests[0]?.status === 404)
    expect(last?.requests[0]).toMatchObject({ path: "/repos/octocat/none", failed: true })
    await events?.cancel()
  })

  test("runs from the initial state after a reset", async () => {
    const first = await ask("/run", { tasks: create("One") })
    expect(await ask("/reset", {})).toEqual({ status: 200 })
    const again = await ask("/run", { tasks: create("One") })
    expect(again.envelope.data).toEqual(first.envelope.data)
  })
})

describe("the explorer's server refuses", () => {
  const json = { "content-type": "application/json" }
  const task = JSON.stringify({ tasks: create("From elsewhere") })

  test.each<[string, number, string, string, OutgoingHttpHeaders, string?]>([
    ["a page request for another host name", 403, "/", "GET", { host: "evil.example" }],
    ["the state for another host name", 403, "/state", "GET", { host: "evil.example" }],
    ["the state from another origin", 403, "/state", "GET", { origin: "https://evil.example" }],
    ["a run for another host name", 403, "/run", "POST", { ...json, host: "evil.example" }, task],
    [
      "a run from another origin",
      403,
      "/run",
      "POST",
      { ...json, origin: "https://evil.example" },
      task,
    ],
    ["a run from a local file", 403, "/run", "POST", { ...json, origin: "null" }, task],
    ["a form submission", 415, "/run", "POST", { "content-type": "text/plain" }, task],
    ["invalid JSON", 400, "/run", "POST", json, "{"],
    ["invalid tasks", 400, "/run", "POST", json, '{"tasks":"user.me"}'],
    [
      "a body that is too large",
      413,
      "/run",
      "POST",
      json,
      JSON.stringify("x".repeat(1024 * 1024)),
    ],
    ["a run by GET", 405, "/run", "GET", {}],
    ["a page by POST", 405, "/page.js", "POST", json, "{}"],
    ["an unknown path", 404, "/../package.json", "GET", {}],
    ["a path named like an inherited property", 404, "/constructor", "POST", json, "{}"],
  ])("%s", async (_, status, path, method, headers, body) => {
    const refused = await http(path, method, headers, body)
    expect(refused.status).toBe(status)
    expect(JSON.parse(refused.text)).toEqual({ message: expect.any(String) })
    const { envelope } = await ask("/run", { tasks: { task: "issue.list", input: repo } })
    expect(envelope.data.items[0].title).toBe("Greet in French")
  })
})
