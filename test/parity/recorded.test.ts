/**
 * Every example over every HTTP route sends the recorded requests, costs the recorded points, and returns the recorded
 * `meta`. `test/examples.test.ts` compares the data.
 */
import { createHash } from "node:crypto"
import { type Client, createClient, executeTask, type ResultMeta, type RouteType } from "ghx"
import { type LoggedRequest, type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cards, routesOf, tokenFor } from "../cards.js"
import { isUpdate, observed } from "../observed.js"
import { forCatalogue } from "../small-fixture.js"

/** By title and route: what a call sends and returns, in a line. */
type Runs = Record<string, Record<string, string>>

const recorded = observed<Runs>("runs")

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox(forCatalogue)
})
afterAll(() => sandbox.close())

const clients = new Map<string, Client>()

/** A client keeps the ids of its results, which would spare the next call its lookups. */
function clientFor(route: RouteType, token: string): Client {
  const { url: base_url } = sandbox
  const options = { base_url, token, retry: false, validate_output: true, cache: false } as const
  const key = `${route} ${token}`
  const client = clients.get(key) ?? createClient({ ...options, routes: [route] })
  clients.set(key, client)
  return client
}

const overHttp = cards
  .map((card) => ({
    id: card.capability_id as string,
    card,
    routes: routesOf(card).filter((route) => route !== "cli"),
    examples: card.examples ?? [],
  }))
  .filter(({ routes }) => routes.length > 0)

describe("an example", () => {
  it.each(overHttp)(
    "of $id sends and returns the recorded",
    async ({ id, card, routes, examples }) => {
      const runs: Runs = {}
      const token = tokenFor(card, sandbox)
      for (const { title, input } of examples) {
        const over: Record<string, string> = {}
        for (const route of routes) over[route] = await run(id, input, route, token)
        runs[title] = over
      }
      if (isUpdate) recorded.note(id, runs)
      expect(runs, `UPDATE=1 make test CARD=${id} records it; read it`).toEqual(recorded.of(id))
    },
  )
})

async function run(task: string, input: object, route: RouteType, token: string): Promise<string> {
  sandbox.reset()
  const envelope = await executeTask({ task, input }, { client: clientFor(route, token) })
  const sent = sandbox.requests.map(requestLine).join(", ")
  const cost = sandbox.requests.reduce((sum, one) => sum + (one.cost ?? 0), 0)
  const outcome = envelope.ok ? "ok" : envelope.error.code
  return `${sent}; costs ${cost}; ${outcome} ${JSON.stringify(lasting(envelope.meta))}`
}

/** A request by its name, and a digest of what it carries besides the text of its document. */
function requestLine({ operation_name, route, method, path, query, headers, body }: LoggedRequest) {
  const carried = operation_name ? Object(body).variables : body
  const all = [path, query, headers.accept, headers["graphql-features"], carried]
  // Sealing is random.
  const text = JSON.stringify(all, (name, value) => (name === "encrypted_value" ? name : value))
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 6)
  return `${operation_name ?? route ?? `${method} ${path}`} #${digest}`
}

/** The parts of `meta` that do not depend on the time. */
function lasting({ timings, cost, capability_id, route_used, ...meta }: ResultMeta): object {
  return cost?.points === undefined ? meta : { ...meta, points: cost.points }
}
