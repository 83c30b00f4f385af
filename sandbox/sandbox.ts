import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import {
  createLog,
  createMisbehaviour,
  createRateLimiter,
  type LoggedRequest,
  type Rule,
} from "./http/index.js"
import { type Invention, inventionOf } from "./invent/index.js"
import type { SandboxOptions } from "./options.js"
import { DEFAULT_TOKEN, type Origin, originOf } from "./origin.js"
import {
  applySeed,
  checkedToken,
  readAddition,
  type SeedAddition,
  type SeedToken,
  viewerOf,
} from "./seed/index.js"
import {
  close,
  createSite,
  type GhOptions,
  type ServedGh,
  type Site,
  serveGh,
} from "./server/index.js"
import { snapshot, worldOf } from "./snapshot/index.js"
import { type Applied, begin, copyWorld, undo } from "./tables/index.js"
import { clockOf, createTime, type Time } from "./time.js"

export interface Sandbox {
  /**
   * `http://127.0.0.1:PORT`. GraphQL is at `/graphql`, REST at the root; for clients of GitHub
   * Enterprise Server at `/api/graphql` and `/api/v3`.
   */
  readonly url: string
  /** A token of the default viewer, with all scopes. */
  readonly token: string
  /** The requests that arrived, in order: all of them, or the latest that `logLimit` keeps. */
  readonly requests: readonly LoggedRequest[]
  clearRequests(): void
  /** Every change that was carried out, by whichever interface: proof that none ran twice. */
  readonly applied: readonly Applied[]
  /**
   * Makes answers fail; returns a function that takes the rule away.
   * @throws TypeError for a rule that can never do what it says
   */
  misbehave(rule: Rule): () => void
  /**
   * Back to the seed, as though it had just been started: changes, log, rules, limits, tokens and
   * the time are what they were. It costs what has changed, not what the world holds.
   */
  reset(): void
  /**
   * Adds to the running world what a seed describes, under the rules of a seed and all or nothing:
   * `SeedError` says what is wrong and where. Users, organizations and repositories that are there
   * already are extended.
   *
   * @example
   * await sandbox.apply({
   *   repositories: [
   *     { owner: "octocat", name: "hello-world", issues: [{ title: "One more", author: "hubot" }] },
   *   ],
   * })
   */
  apply(seed: SeedAddition | string): Promise<void>
  /** Makes a token known, with all scopes unless given; one that is known has these from now on. */
  addToken(token: SeedToken): void
  /** Moves the time on: of changes, of the log and of the limits' windows. */
  advance(ms: number): void
  /**
   * Starts another sandbox, at an address of its own, whose world is equal to this one as it is
   * now and goes its own way. Its log and limits are fresh, it has no rules, and its `reset()`
   * goes back to here. It has to be closed like any other.
   */
  fork(options?: { port?: number }): Promise<Sandbox>
  readonly state: {
    /** Everything as plain JSON; equal histories give equal snapshots. */
    snapshot(): Record<string, unknown>
    /**
     * Makes the world, its clock and its tokens what they were when the snapshot was taken, here
     * or in another process. `applied` is empty then; log, limits and rules stay.
     *
     * @throws SnapshotError when it is broken or of another version of ghx; nothing has changed then
     */
    restore(snapshot: Record<string, unknown>): void
  }
  /** Lets the real `gh` talk to this sandbox, over a Unix socket. */
  serveGh(options?: GhOptions): Promise<ServedGh>
  close(): Promise<void>
}

export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const time = createTime(options.now ?? (() => new Date()))
  return serve(await originOf(options, time), options, time)
}

async function serve(origin: Origin, options: SandboxOptions, time: Time): Promise<Sandbox> {
  const log = createLog(options.logLimit)
  const start = { world: origin.world, ahead: time.ahead() }
  let journal = begin(start.world)
  let tokens = new Map(origin.tokens)
  const site: Site = {
    world: start.world,
    limiter: createRateLimiter(origin.limits, time.now),
    misbehaviour: createMisbehaviour(),
    log,
    lenient: options.lenient ?? false,
    invention: inventionFor(options.invent),
    viewerOf: (token) => viewerOf(site.world, tokens.get(token)),
    now: time.now,
    downloadOrigin: () => downloadOrigin,
  }
  const api = createSite(site, "api")
  const downloads = createSite(site, "downloads")
  const closing = [() => close(api), () => close(downloads)]
  const closeAll = async () => {
    await Promise.all(closing.map((one) => one()))
  }
  const origins = [listen(api, options.port ?? 0), listen(downloads, 0)] as const
  const [url, downloadOrigin] = await Promise.all(origins).catch(async (error: unknown) => {
    // Where one port is taken, the other server must not keep the process alive.
    await Promise.allSettled(origins)
    await closeAll()
    throw error
  })

  return {
    url,
    token: DEFAULT_TOKEN,
    requests: log.requests,
    clearRequests: log.clear,
    get applied() {
      return site.world.applied
    },
    misbehave: (rule) => site.misbehaviour.add(rule),
    reset() {
      time.setAhead(start.ahead)
      if (origin.plantAgain) {
        start.world = origin.plantAgain()
        journal = begin(start.world)
      } else {
        undo(start.world, journal)
      }
      site.world = start.world
      site.limiter = createRateLimiter(origin.limits, time.now)
      site.misbehaviour = createMisbehaviour()
      tokens = new Map(origin.tokens)
      log.clear()
    },
    async apply(seed) {
      const addition = await readAddition(seed)
      for (const [token, access] of applySeed(site.world, addition)) tokens.set(token, access)
    },
    addToken(given) {
      const { token, access } = checkedToken(site.world, given)
      tokens.set(token, access)
    },
    advance(ms) {
      const { clock } = site.world
      const latest = Math.max(clock.position(), time.now().getTime()) + ms
      if (!(ms >= 0 && latest < END_OF_TIME)) {
        throw new RangeError(`The sandbox cannot move its time by ${ms} milliseconds`)
      }
      const whole = Math.trunc(ms)
      time.advance(whole)
      clock.setTo(clock.position() + whole)
    },
    fork(forkOptions = {}) {
      const forked = createTime(options.now ?? (() => new Date()), time.ahead())
      const world = copyWorld(site.world, clockOf(options.now, forked))
      const { port: _, ...inherited } = options
      const { limits } = origin
      return serve({ world, tokens, limits }, { ...inherited, ...forkOptions }, forked)
    },
    state: {
      snapshot: () => snapshot(site.world, tokens),
      restore(given) {
        const { webUrl } = site.world
        const restored = worldOf(given, clockOf(options.now, time), webUrl)
        site.world = restored.world
        tokens = new Map(restored.tokens)
      },
    },
    async serveGh(ghOptions = {}) {
      const served = await serveGh(createSite(site, "api"), DEFAULT_TOKEN, ghOptions)
      closing.push(served.close)
      return served
    },
    close: closeAll,
  }
}

function inventionFor(invent: SandboxOptions["invent"] = false): Invention | undefined {
  if (invent === false) return undefined
  const { seed = 0, lists = {} } = invent === true ? {} : invent
  return inventionOf(seed, lists)
}

/** Times are written with four digits for the year. */
const END_OF_TIME = Date.parse("9999-01-01T00:00:00Z")

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  const address = server.address() as AddressInfo
  return `http://127.0.0.1:${address.port}`
}
