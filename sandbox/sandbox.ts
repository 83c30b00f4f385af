import type { AddressInfo } from "node:net"
import type { LoggedRequest } from "./http/log.js"
import { createMisbehaviour, type Rule } from "./http/misbehave.js"
import { createRateLimiter, DEFAULT_RATE_LIMIT } from "./http/rate-limit.js"
import { createSite } from "./http/server.js"
import { defaultSeed } from "./seed/default.js"
import { loadSeed } from "./seed/load.js"
import { ALL_SCOPES } from "./seed/people.js"
import { plantSeed, requireAccount } from "./seed/plant.js"
import type { Seed } from "./seed/schema.js"
import { clockFrom, steppingClock } from "./state/clock.js"
import type { Viewer } from "./state/permissions.js"
import { snapshot } from "./state/snapshot.js"
import { type Applied, createWorld, type World } from "./state/world.js"

export interface SandboxOptions {
  /** The world to start with, or the path of a JSON or YAML file that describes it. */
  seed?: Seed | string
  /** The port on 127.0.0.1; a free one unless given. */
  port?: number
  /** The time of changes. By default a clock that starts in 2025 and ticks once per change. */
  now?: () => Date
}

export interface Sandbox {
  /** `http://127.0.0.1:PORT`; GraphQL is at `/graphql` and at `/api/graphql`. */
  readonly url: string
  /** A token of the default viewer, with all scopes. */
  readonly token: string
  /** Every request that arrived, in order. */
  readonly requests: readonly LoggedRequest[]
  clearRequests(): void
  /** Every mutation that was carried out, in order: proof that something ran never twice. */
  readonly applied: readonly Applied[]
  /** Makes answers fail; returns a function that takes the rule away. */
  misbehave(rule: Rule): () => void
  readonly state: {
    /** Everything as plain JSON; equal histories give equal snapshots. */
    snapshot(): Record<string, unknown>
  }
  close(): Promise<void>
}

/** The token that stands for the default viewer. */
export const DEFAULT_TOKEN = "sandbox-token"

/**
 * Starts an in-memory GitHub on loopback.
 *
 * @example
 * const sandbox = await startSandbox()
 * const answer = await fetch(`${sandbox.url}/graphql`, {
 *   method: "POST",
 *   headers: { authorization: `Bearer ${sandbox.token}` },
 *   body: JSON.stringify({ query: "{ viewer { login } }" }),
 * })
 * await sandbox.close()
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const seed = await loadSeed(options.seed ?? defaultSeed)
  const world = createWorld({
    clock: options.now ? clockFrom(options.now) : steppingClock(),
    webUrl: "https://github.com",
  })
  plantSeed(world, seed)
  const tokens = tokensOf(world, seed)
  const now = options.now ?? (() => new Date())
  const limiter = createRateLimiter({ ...DEFAULT_RATE_LIMIT, ...seed.rate_limit }, now)
  const misbehaviour = createMisbehaviour()
  const requests: LoggedRequest[] = []
  const server = createSite({
    world,
    limiter,
    misbehaviour,
    requests,
    now,
    viewerOf: (token) => tokens.get(token),
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port ?? 0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    token: DEFAULT_TOKEN,
    requests,
    clearRequests: () => {
      requests.length = 0
    },
    applied: world.applied,
    misbehave: misbehaviour.add,
    state: { snapshot: () => snapshot(world) },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function tokensOf(world: World, seed: Seed): Map<string, Viewer> {
  const viewer = (login: string, scopes: readonly string[]): Viewer => ({
    account: requireAccount(world, login, "tokens"),
    scopes: new Set(scopes),
  })
  const login = seed.viewer ?? seed.users[0]?.login ?? ""
  return new Map([
    [DEFAULT_TOKEN, viewer(login, ALL_SCOPES)],
    ...(seed.tokens ?? []).map((one): [string, Viewer] => [
      one.token,
      viewer(one.login, one.scopes ?? ALL_SCOPES),
    ]),
  ])
}
