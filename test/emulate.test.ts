/**
 * The REST routes meet a server that was not written for them: npm's `emulate`. What it answers is
 * held against what the sandbox answers in the same story.
 */
import { executeTask } from "ghx"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Card, cards } from "./cards.js"
import { differingPaths } from "./emulate/compare.js"
import { differences, lacking } from "./emulate/differences.js"
import { answerOf, type Server, startEmulate, startOurs } from "./emulate/servers.js"
import { variations } from "./parity/variations.js"
import { madeUp } from "./small-world.js"

// Against what is made up, nothing can be said.
const served = cards.filter(({ rest, capability_id }) => rest && !madeUp.has(capability_id))

describe("the REST route of", () => {
  const found = new Set<string>()
  const missing = new Set<string>()

  describe.each(served)("$capability_id", (card) => {
    it.each(card.examples ?? [])("$title", async ({ title, input }) => {
      const [ours, theirs] = await Promise.all([
        answerOf(card, input, startOurs),
        answerOf(card, input, startEmulate),
      ])
      const known = differences[`${card.capability_id}: ${title}`] ?? {}
      expect(differingPaths(ours.result, theirs.result)).toEqual(Object.keys(known))
      const ourStatus = new Map(ours.statuses)
      for (const [request, status] of theirs.statuses) {
        const template = templateOf(card, request)
        if (status !== 404) found.add(template)
        else if ((ourStatus.get(request) ?? 404) < 400) missing.add(template)
      }
    })
  })

  it("all cards finds every endpoint but those that are listed", () => {
    expect([...missing].filter((one) => !found.has(one)).sort()).toEqual(lacking)
  })
})

/** `GET /repos/octocat/hello-world` asks `GET /repos/{owner}/{repo}`. */
function templateOf({ rest }: Card, request: string): string {
  const lookups = Object.values(rest?.lookups ?? {}).map(({ path }) => `GET ${path}`)
  const all = [...(rest?.endpoints ?? []).map((one) => `${one.method} ${one.path}`), ...lookups]
  // A part in brackets may be left out.
  const pattern = (one: string) =>
    one
      .replace(/\{\w+\}/g, "{}")
      .replace(/\[([^\]]*)\]/g, "(?:$1)?")
      .replaceAll("{}", "[^/]+")
  const matches = (one: string) => new RegExp(`^${pattern(one)}$`).test(request)
  return all.find(matches) ?? request
}

describe("what is not there", () => {
  let server: Server
  beforeAll(async () => {
    server = await startEmulate()
  })
  afterAll(() => server.close())

  const refused = variations.filter((one) => one.code === "NOT_FOUND" && !one.token && !one.before)
  const calls = served.flatMap((card) =>
    refused.flatMap(({ title, change }) => {
      const taken = Object.keys(card.input_schema.properties ?? {})
      const [example] = card.examples ?? []
      if (!example || !Object.keys(change).every((name) => taken.includes(name))) return []
      return [{ id: card.capability_id, title, input: { ...example.input, ...change } }]
    }),
  )

  it.each(calls)("is NOT_FOUND for $id with $title", async ({ id, input }) => {
    const client = { base_url: server.url, token: server.token, retry: false } as const
    const task: string = id
    expect(await executeTask({ task, input }, client, { route: "rest" })).toMatchObject({
      error: { code: "NOT_FOUND" },
    })
  })
})

it("a primary rate limit that is used up is RATE_LIMIT, with the time to wait", async () => {
  const server = await startEmulate({ told: false })
  try {
    const headers = { authorization: `Bearer ${server.token}` }
    const spend = async () => {
      const response = await fetch(`${server.url}/zen`, { headers })
      await response.arrayBuffer()
      return Number(response.headers.get("x-ratelimit-remaining"))
    }
    let left = await spend()
    while (left > 50) {
      const after = await Promise.all(Array.from({ length: 50 }, spend))
      left = Math.min(...after)
    }
    while (left > 0) left = await spend()
    const client = { base_url: server.url, token: server.token } as const
    const view = { owner: "octocat", repo: "hello-world", issue_number: 1 }
    const result = await executeTask({ task: "issue.view", input: view }, client, { route: "rest" })
    expect(result).toMatchObject({ error: { code: "RATE_LIMIT", retryable: true } })
    if (result.ok) return
    const wait = result.error.details?.retry_after_ms ?? 0
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(3_601_000)
  } finally {
    await server.close()
  }
}, 60_000)
