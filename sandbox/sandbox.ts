import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { type GhOptions, type ServedGh, serveGh } from "./http/gh.js"
import { INSTALLATION } from "./http/installations.js"
import type { LoggedRequest } from "./http/log.js"
import { createMisbehaviour, type Rule } from "./http/misbehave.js"
import { createRateLimiter, DEFAULT_RATE_LIMIT } from "./http/rate-limit.js"
import { close, createSite, type Site } from "./http/server.js"
import { defaultSeed } from "./seed/default.js"
import { loadSeed } from "./seed/load.js"
import { ALL_SCOPES } from "./seed/people.js"
import { plantSeed, requireAccount } from "./seed/plant.js"
import type { Seed } from "./seed/schema.js"
import { clockFrom, steppingClock } from "./state/clock.js"
import type { Viewer } from "./state/permissions.js"
import { snapshot } from "./state/snapshot.js"
import { begin, undo } from "./state/transaction.js"
import { type Applied, createWorld, type World } from "./state/world.js"

export interface SandboxOptions {
  /** The world to start with, or the path of a JSON or YAML file that describes it. */
  seed?: Seed | string
  /** The port on 127.0.0.1; a free one unless given. */
  port?: number
  /** The time of changes. By default a clock that starts in 2025 and ticks once per change. */
  now?: () => Date
  /**
   * Overlooks parameters and fields of REST requests that the sandbox does not read, as GitHub
   * overlooks what it does not know. By default they are refused, so that no slip goes unnoticed.
   */
  lenient?: boolean
}

export interface Sandbox {
  /**
   * `http://127.0.0.1:PORT`. GraphQL is at `/graphql`, REST at the root; for clients of GitHub
   * Enterprise Server at `/api/graphql` and `/api/v3`.
   */
  readonly url: string
  /** A token of the default viewer, with all scopes. */
  readonly token: string
  /** Every request that arrived, in order. */
  readonly requests: readonly LoggedRequest[]
  clearRequests(): void
  /** Every change that was carried out, by whichever interface: proof that none ran twice. */
  readonly applied: readonly Applied[]
  /** Makes answers fail; returns a function that takes the rule away. */
  misbehave(rule: Rule): () => void
  /** Back to the seed, as though it had just been started: changes, log, rules and limits are gone. */
  reset(): void
  readonly state: {
    /** Everything as plain JSON; equal histories give equal snapshots. */
    snapshot(): Record<string, unknown>
  }
  /** Lets the real `gh` talk to this sandbox, over a Unix socket. */
  serveGh(options?: GhOptions): Promise<ServedGh>
  close(): Promise<void>
}

/** The token that stands for the default viewer. */
export const DEFAULT_TOKEN = "sandbox-token"

export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const seed = await loadSeed(options.seed ?? defaultSeed)
  const requests: LoggedRequest[] = []
  const planted = plantWorld(seed, options.now)
  let sinceSeed = begin(planted)
  const site: Site = {
    world: planted,
    ...surroundings(planted, seed, options.now),
    requests,
    lenient: options.lenient ?? false,
    now: options.now ?? (() => new Date()),
    downloadOrigin: () => downloadOrigin,
  }
  const api = createSite(site, "api")
  const downloads = createSite(site, "downloads")
  const [url, downloadOrigin] = await Promise.all([
    listen(api, options.port ?? 0),
    listen(downloads, 0),
  ])
  const closing = [() => close(api), () => close(downloads)]

  return {
    url,
    token: DEFAULT_TOKEN,
    requests,
    clearRequests: () => {
      requests.length = 0
    },
    get applied() {
      return site.world.applied
    },
    misbehave: (rule) => site.misbehaviour.add(rule),
    reset() {
      if (options.now) {
        // Seeds tell the time too, and the caller's clock may tell another one by now.
        site.world = plantWorld(seed, options.now)
        sinceSeed = begin(site.world)
      } else {
        undo(site.world, sinceSeed)
      }
      Object.assign(site, surroundings(site.world, seed, options.now))
      requests.length = 0
    },
    state: { snapshot: () => snapshot(site.world) },
    async serveGh(ghOptions = {}) {
      const served = await serveGh(createSite(site, "api"), DEFAULT_TOKEN, ghOptions)
      closing.push(served.close)
      return served
    },
    async close() {
      await Promise.all(closing.map((one) => one()))
    },
  }
}

function plantWorld(seed: Seed, now: SandboxOptions["now"]): World {
  const world = createWorld({
    clock: now ? clockFrom(now) : steppingClock(),
    webUrl: "https://github.com",
  })
  plantSeed(world, seed)
  return world
}

/** What a reset begins anew besides the world. */
function surroundings(
  world: World,
  seed: Seed,
  now: SandboxOptions["now"],
): Pick<Site, "limiter" | "misbehaviour" | "viewerOf"> {
  const tokens = tokensOf(world, seed)
  const limits = { ...DEFAULT_RATE_LIMIT, ...seed.rate_limit }
  return {
    limiter: createRateLimiter(limits, now ?? (() => new Date())),
    misbehaviour: createMisbehaviour(),
    viewerOf: (token) => tokens.get(token),
  }
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  const address = server.address() as AddressInfo
  return `http://127.0.0.1:${address.port}`
}

function tokensOf(world: World, seed: Seed): Map<string, Viewer> {
  const viewer = (login: string, scopes: readonly string[]): Viewer => ({
    account: requireAccount(world, login, "tokens"),
    scopes: new Set(scopes),
  })
  const login = seed.viewer ?? seed.users[0]?.login ?? ""
  return new Map([
    [DEFAULT_TOKEN, viewer(login, ALL_SCOPES)],
    [INSTALLATION.token, viewer(login, ALL_SCOPES)],
    ...(seed.tokens ?? []).map((one): [string, Viewer] => [
      one.token,
      viewer(one.login, one.scopes ?? ALL_SCOPES),
    ]),
  ])
}
