/**
 * Runs the REST routes against an independent server, npm's `emulate`, and compares its answers with the
 * sandbox's for the same data.
 */
import { executeTask } from "ghx"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Card, cards } from "./cards.js"
import { differingPaths } from "./emulate/compare.js"
import { type Answer, answerOf, type Server, startEmulate, startOurs } from "./emulate/servers.js"
import { isUpdate, observed } from "./observed.js"
import { variations } from "./parity/variations.js"
import { isSynthesized } from "./small-fixture.js"

/**
 * Known differences between the two servers, by example, with the reason and the server that follows GitHub's
 * documentation. A difference that disappears, or a new one, fails the test.
 */
interface Differences {
  /** Path in the result → why. */
  readonly differs?: Readonly<Record<string, string>>
  /** Endpoints that `emulate` lacks, or has no data for. */
  readonly lacks?: readonly string[]
}

const known = observed<Readonly<Record<string, Differences>>>("emulate")

// Synthesized values cannot be compared.
const served = cards.filter((card) => card.rest && !isSynthesized(card))

describe("the REST route has the same result on emulate and on the sandbox", () => {
  let servers: readonly [ours: Server, theirs: Server]
  beforeAll(async () => {
    servers = await Promise.all([startOurs(), startEmulate()])
  })
  afterAll(() => Promise.all(servers.map((server) => server.close())))

  describe.each(served)("$capability_id", (card) => {
    const seen: Record<string, Differences> = {}
    afterAll(() => known.note(card.capability_id, isEmpty(seen) ? undefined : seen))

    it.each(card.examples ?? [])("$title", async ({ title, input }) => {
      const [ours, theirs] = await Promise.all([
        answerOf(card, input, servers[0]),
        answerOf(card, input, servers[1]),
      ])
      const { differs: reasons = {}, lacks: lacking = [] } =
        known.of(card.capability_id)?.[title] ?? {}
      const paths = differingPaths(ours.result, theirs.result)
      const lacks = endpointsLacking(card, ours, theirs)
      const now = {
        ...(paths.length > 0 && {
          differs: Object.fromEntries(paths.map((path) => [path, reasons[path] ?? NOT_SAID])),
        }),
        ...(lacks.length > 0 && { lacks }),
      }
      if (!isEmpty(now)) seen[title] = now
      if (isUpdate) return
      const advice = `UPDATE=1 make test CARD=${card.capability_id} writes it down; say why`
      expect(paths, advice).toEqual(Object.keys(reasons))
      expect(lacks, advice).toEqual(lacking)
    })
  })
})

const NOT_SAID = "emulate answers otherwise"

const isEmpty = (value: object): boolean => Object.keys(value).length === 0

/** Objects that the sandbox finds and `emulate` does not. */
function endpointsLacking(card: Card, ours: Answer, theirs: Answer): string[] {
  const ourStatus = new Map(ours.statuses)
  const lacking = theirs.statuses.flatMap(([request, status]) =>
    status === 404 && (ourStatus.get(request) ?? 404) < 400 ? [templateOf(card, request)] : [],
  )
  return [...new Set(lacking)].sort()
}

/** `GET /repos/octocat/hello-world` asks `GET /repos/{owner}/{repo}`. */
function templateOf({ rest }: Card, request: string): string {
  const lookups = Object.values(rest?.lookups ?? {}).map(({ path }) => `GET ${path}`)
  const all = [...(rest?.endpoints ?? []).map((one) => `${one.method} ${one.path}`), ...lookups]
  // The brackets of an optional part.
  const pattern = (one: string) =>
    one
      .replace(/\{\w+\}/g, "{}")
      .replace(/\[([^\]]*)\]/g, "(?:$1)?")
      .replaceAll("{}", "[^/]+")
  const matches = (one: string) => new RegExp(`^${pattern(one)}$`).test(request)
  return all.find(matches) ?? request
}

describe("a REST call to emulate for an object that does not exist", () => {
  let server: Server
  beforeAll(async () => {
    server = await startEmulate()
  })
  afterAll(() => server.close())

  const refused = variations.filter((one) => one.code === "NOT_FOUND" && !one.token && !one.before)
  const calls = served.flatMap((card) =>
    refused.flatMap(({ title, change }) => {
      const [example] = card.examples ?? []
      if (!example || !Object.keys(change).every((name) => name in example.input)) return []
      return [{ id: card.capability_id, title, input: { ...example.input, ...change } }]
    }),
  )

  it.each(calls)("returns NOT_FOUND: $id with $title", async ({ id, input }) => {
    const client = { base_url: server.url, token: server.token, retry: false } as const
    const task: string = id
    expect(await executeTask({ task, input }, client, { route: "rest" })).toMatchObject({
      error: { code: "NOT_FOUND" },
    })
  })
})

// `emulate` has no lower limit than five thousand requests.
it("an exhausted primary rate limit on emulate returns RATE_LIMIT with the time to wait", async () => {
  const server = await startEmulate({ isSeeded: false })
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
    const result = await executeTask({ task: "issue.view", input: view }, client, {
      route: "rest",
    })
    expect(result).toMatchObject({ error: { code: "RATE_LIMIT", retryable: true } })
    if (result.ok) return
    const wait = result.error.details?.retry_after_ms ?? 0
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(3_601_000)
  } finally {
    await server.close()
  }
})
