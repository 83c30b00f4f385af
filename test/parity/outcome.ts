/** The outcome of an input over a route, in its own fixture. */
import { type Client, createClient, executeTask, type RouteType } from "ghx"
import { type Sandbox, type Seed, startSandbox } from "ghx/sandbox"
import { expect } from "vitest"
import { type Card, tokenFor } from "../cards.js"
import { forCatalogue, synthesizedFor } from "../small-fixture.js"

export interface Setting {
  /** The token of the call; the default viewer's unless given. */
  readonly token?: string
  readonly seed?: Seed
  /** Actions in the fixture before the call. */
  readonly before?: (sandbox: Sandbox) => Promise<void>
}

export interface Outcome {
  /** The data, the error code, or the fact that a rule of the card excludes the route. */
  readonly result: unknown
  /** The state afterwards, and the changes that led to it. */
  readonly state: Record<string, unknown>
  readonly changes: readonly string[]
}

/** Executes the call over one route only. */
export async function outcomeOf(
  card: Card,
  input: Record<string, unknown>,
  route: RouteType,
  { token, seed, before }: Setting = {},
  clock: Clock = "ticks",
): Promise<Outcome> {
  const { capability_id, routing } = card
  const excludedRoutes = routing.suitability?.map(({ exclude }) => exclude) ?? []
  const sandbox = await storeOf(seed, clock)
  sandbox.reset()
  await before?.(sandbox)
  const seen = sandbox.applied.length
  const client = await clientOf(sandbox, route, token ?? tokenFor(card, sandbox))
  const task: string = capability_id
  const envelope = await executeTask({ task, input }, { client }, { route })
  expect(synthesizedFor(card, sandbox.requests)).toEqual([])
  const isRuledOut = excludedRoutes.includes(route) && envelope.meta.route_used === undefined
  if (!isRuledOut) expect(envelope.meta.route_used).toBe(route)
  return {
    result: isRuledOut ? "ruled out" : envelope.ok ? envelope.data : envelope.error.code,
    state: sandbox.state.snapshot(),
    changes: sandbox.applied.slice(seen).map(({ mutation, node_id }) => `${mutation} ${node_id}`),
  }
}

type Clock = "ticks" | "stands"

/** A sandbox for each seed and clock, reset before every outcome. */
const fixtures = new Map<Seed | undefined, Partial<Record<Clock, Promise<Sandbox>>>>()
const served = new Map<Sandbox, Promise<Record<string, string>>>()

function storeOf(seed: Seed | undefined, clock: Clock): Promise<Sandbox> {
  const ofSeed = fixtures.get(seed) ?? {}
  fixtures.set(seed, ofSeed)
  const now = { now: () => new Date("2025-01-01T00:00:00Z") }
  ofSeed[clock] ??= startSandbox({
    ...(seed ? { seed } : forCatalogue),
    ...(clock === "stands" && now),
  })
  return ofSeed[clock]
}

export async function closeStores(): Promise<void> {
  const open = [...fixtures.values()].flatMap(({ ticks, stands }) => [ticks, stands])
  await Promise.all(open.map(async (sandbox) => (await sandbox)?.close()))
}

const clients = new Map<Sandbox, Map<string, Promise<Client>>>()

/** One client for each sandbox, route and token, because each new client would check gh. */
function clientOf(sandbox: Sandbox, route: RouteType, token: string): Promise<Client> {
  const known = clients.get(sandbox) ?? new Map<string, Promise<Client>>()
  clients.set(sandbox, known)
  const key = `${route} ${token}`
  const client = known.get(key) ?? makeClient(sandbox, route, token)
  known.set(key, client)
  return client
}

/** gh reaches the sandbox over a socket, as if it were github.com. */
async function makeClient(sandbox: Sandbox, route: RouteType, token: string): Promise<Client> {
  const common = { token, validate_output: true, retry: false } as const
  if (route !== "cli") return createClient({ ...common, base_url: sandbox.url })
  const env = served.get(sandbox) ?? sandbox.serveGh().then((gh) => gh.env)
  served.set(sandbox, env)
  return createClient({ ...common, gh: { env: { ...(await env), GH_TOKEN: token } } })
}

/**
 * Whether a route may need several changes for one change of the preferred route. The times of these changes differ,
 * so they can only be compared while the clock stands still.
 */
export function clockFor({ rest }: Card, route: RouteType): Clock {
  if (route === "cli") return "stands"
  if (route === "graphql") return "ticks"
  const writes = rest?.endpoints.filter(({ method }) => method !== "GET") ?? []
  return writes.length > 1 || writes.some(({ foreach }) => foreach) ? "stands" : "ticks"
}
