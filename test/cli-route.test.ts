/** The cli route beyond a single command: lookups, the second command, rules. */
import { createGhx, type ResultEnvelope } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { needsGh } from "./needs.js"

const repository = { owner: "octocat", repo: "hello-world" }
let sandbox: Sandbox
let client: (routes: ("graphql" | "rest" | "cli")[]) => ReturnType<typeof createGhx>

beforeEach(async () => {
  sandbox = await startSandbox()
  const gh = { env: (await sandbox.serveGh()).env }
  client = (routes) => createGhx({ base_url: sandbox.url, token: sandbox.token, routes, gh })
})
afterEach(() => sandbox.close())

describe("a lookup of the cli route", () => {
  beforeEach(needsGh)

  it("returns NOT_FOUND and changes nothing if no issue has the number", async () => {
    const ghx = client(["cli"])
    // 7 is a pull request, and gh would edit it nevertheless.
    for (const issue_number of [7, 999]) {
      const input = { ...repository, issue_number, title: "Spam" }
      expect(await ghx.issue.update(input)).toMatchObject({
        ok: false,
        error: {
          code: "NOT_FOUND",
          message: expect.stringContaining(String(issue_number)),
          retryable: false,
          details: { outcome: "not_sent" },
        },
      })
    }
    expect(sandbox.applied).toEqual([])
  })

  it("provides the id in the output", async () => {
    const { id } = await client(["graphql"])
      .issue.view({ ...repository, issue_number: 2 })
      .orThrow()
    const deleted = await client(["cli"]).issue.delete({ ...repository, issue_number: 2 })
    expect(deleted).toMatchObject({ ok: true, data: { id, number: 2 } })
  })
})

it("the second command of issue.create over cli reads the created issue", async (context) => {
  needsGh(context)
  const input = { ...repository, title: "Greets nobody", labels: ["bug"], assignees: ["monalisa"] }
  const created = await client(["cli"]).issue.create(input)
  expect(created).toMatchObject({
    ok: true,
    data: { title: "Greets nobody", labels: ["bug"], assignees: ["monalisa"], state: "OPEN" },
    meta: { route_used: "cli" },
  })
  expect(sandbox.applied).toHaveLength(1)
})

it("issue.create over cli rejects the assignee `@me`, which gh would expand", async (context) => {
  needsGh(context)
  const input = { ...repository, title: "Greets nobody", assignees: ["@me"] }
  expect(await client(["cli"]).issue.create(input)).toMatchObject({
    ok: false,
    error: { code: "VALIDATION", details: { outcome: "not_sent" } },
  })
  expect(sandbox.applied).toEqual([])
})

describe("a card's rule against a route", () => {
  const input = { ...repository, title: "Greets nobody", milestone_number: 1 }

  it("returns ADAPTER_UNSUPPORTED with its reason if no other route is left", async () => {
    expect(await client(["cli"]).issue.create(input)).toMatchObject({
      ok: false,
      error: {
        code: "ADAPTER_UNSUPPORTED",
        message: expect.stringContaining("gh knows a milestone by its title only"),
        details: { outcome: "not_sent" },
      },
    })
    expect(sandbox.requests).toEqual([])
  })

  it("sends the call over the next route", async () => {
    const result = await client(["cli", "rest"]).issue.create(input).run({ trace: true })
    expect(result).toMatchObject({
      ok: true,
      data: { milestone: { number: 1 } },
      meta: {
        route_used: "rest",
        reason: "DEFAULT_POLICY",
        attempts: [
          { route: "cli", status: "skipped", error_code: "ADAPTER_UNSUPPORTED" },
          { route: "rest", status: "success" },
        ],
      },
    })
  })
})

describe("the refusal of the only write of a command is `rejected`, as on the other routes", () => {
  beforeEach(needsGh)

  it.each([
    ["the base of a merged pull request", (ghx) => ghx.pr.update({ ...at(6), base: "fix-typo" })],
    ["a title that is too long", (ghx) => ghx.pr.update({ ...at(7), title: "x".repeat(257) })],
    ["a label that is missing", (ghx) => ghx.pr.labels.add({ ...at(7), labels: ["nope"] })],
    [
      "closing without access",
      (ghx) => ghx.pr.close({ ...at(6), owner: "octo-org", repo: "tools" }),
    ],
  ] as [string, (ghx: ReturnType<typeof createGhx>) => PromiseLike<ResultEnvelope<unknown>>][])(
    "%s",
    async (_, call) => {
      const outcomes = []
      for (const route of ["graphql", "rest", "cli"] as const) {
        const result = await call(client([route]))
        const { code, details } = result.ok ? {} : result.error
        outcomes.push({
          code,
          applied:
            details?.outcome === "rejected" || details?.outcome === "not_sent"
              ? "no"
              : details?.outcome,
        })
      }
      expect(outcomes[1]).toEqual(outcomes[0])
      expect(outcomes[2]).toEqual(outcomes[0])
      expect(outcomes[0]?.applied).toBe("no")
    },
  )
})

const at = (pull_number: number) => ({ ...repository, pull_number })
