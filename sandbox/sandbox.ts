import { rmSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { createFaults, createLog, createRateLimiter, createSecondaryLimiter } from "./http/index.js"
import { type Origin, originOf } from "./origin.js"
import type { Sandbox, SandboxOptions, SeedApp } from "./public/index.js"
import { applySeed, checkedToken, readAddition, viewerOf, workflowByScript } from "./seed/index.js"
import {
  close,
  createSite,
  createTls,
  DEFAULT_TOKEN,
  environmentOf,
  type Listener,
  type Site,
  serveGh,
} from "./server/index.js"
import { snapshot, storeOf } from "./snapshot/index.js"
import { ALL_PERMISSIONS, type App, botOfApp, progress } from "./state/index.js"
import { type Synthesizer, synthesizerOf } from "./synthesize/index.js"
import { begin, copyStore, type Store, timestamp, undo } from "./tables/index.js"
import { clockOf, createTime, type Time } from "./time.js"
import { createWebhooks, type Listeners } from "./webhooks.js"

export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  checkOptions(options)
  const time = createTime(options.now ?? (() => new Date()))
  return serve(await originOf(options, time), options, time)
}

/** @throws TypeError for an unknown option, or a value of the wrong type */
function checkOptions(options: SandboxOptions): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError("startSandbox takes options: `{ seed, port }`")
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(known, name)) {
      const names = Object.keys(known).join(", ")
      throw new TypeError(`startSandbox has no option \`${name}\`; it has ${names}`)
    }
    const types = known[name as keyof SandboxOptions]
    if (value !== undefined && !types.split(" or ").includes(typeof value)) {
      throw new TypeError(`startSandbox takes \`${name}\` as ${types}, not ${typeof value}`)
    }
  }
  const { port = 0, lenient = false, webhook } = options
  if (typeof lenient === "string" && lenient !== "list") {
    throw new TypeError(`startSandbox takes \`lenient\` as boolean or "list", not "${lenient}"`)
  }
  if (webhook !== undefined && !(URL.canParse(webhook) && /^https?:/i.test(webhook))) {
    throw new TypeError(
      `startSandbox takes \`webhook\` as a URL that begins with http:// or https://, not ${webhook}`,
    )
  }
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return
  throw new TypeError(`startSandbox takes \`port\` as a whole number from 0 to 65535, not ${port}`)
}

const known: Readonly<Record<keyof SandboxOptions, string>> = {
  seed: "object or string",
  port: "number",
  https: "boolean",
  now: "function",
  log_limit: "object",
  webhook: "string",
  lenient: "boolean or string",
  synthesize: "boolean or object",
  generic: "boolean",
}

async function serve(origin: Origin, options: SandboxOptions, time: Time): Promise<Sandbox> {
  const log = createLog(options.log_limit)
  const position = () => time.now().getTime()
  const start = { store: origin.store, ahead: time.ahead(), position: position() }
  let journal = begin(start.store)
  let tokens = new Map(origin.tokens)
  const secondaryLimiter = () => {
    const { secondary } = origin.limits
    return secondary && createSecondaryLimiter(secondary, position)
  }
  const catchUp = () => {
    const { clock } = site.store
    clock.setTo(position())
    progress(site.store)
  }
  const listeners: Listeners = new Set()
  const webhooks = createWebhooks({
    ...{ store: () => site.store, app: () => site.app(), apiUrl: () => url, listeners },
  })
  const heard = (store: Store): Store => Object.assign(store, { committed: webhooks.committed })
  const site: Site = {
    store: heard(start.store),
    deliveries: webhooks,
    limiter: createRateLimiter(origin.limits, time.now),
    secondary: secondaryLimiter(),
    faults: createFaults(),
    log,
    lenient: Boolean(options.lenient),
    warn: options.lenient === "list" ? warnOnce() : () => {},
    generic: options.generic ?? false,
    synthesizer: synthesizerFor(options.synthesize),
    viewerOf(token) {
      const access = tokens.get(token)
      if (access?.grant && Date.parse(access.grant.expires_at) <= position()) return undefined
      return viewerOf(site.store, access)
    },
    app: () => appOf(origin.app, tokens.get(DEFAULT_TOKEN)?.login ?? ""),
    mint(login, grant) {
      let number = 1
      while (tokens.has(`ghs_sandboxInstallation${number}`)) number += 1
      const token = `ghs_sandboxInstallation${number}`
      const expires_at = timestamp(new Date(position() + TOKEN_LIFETIME_MS))
      tokens.set(token, { login, scopes: [], grant: { ...grant, expires_at } })
      return { token, expires_at }
    },
    revoke: (token) => tokens.delete(token),
    now: time.now,
    catchUp: options.now && catchUp,
    downloadOrigin: () => downloadOrigin,
    gitFolder: {},
  }
  const tls = options.https ? await createTls() : undefined
  const api = createSite(site, "api", tls?.listen)
  const downloads = createSite(site, "downloads", tls?.listen)
  // git does not send or unpack objects that the folder has, so it may have none from before a reset.
  const removeGitFolder = () => {
    const { path } = site.gitFolder
    delete site.gitFolder.path
    if (path !== undefined) rmSync(path, { recursive: true, force: true })
  }
  const closing = [
    () => close(api).then(removeGitFolder),
    () => close(downloads),
    async () => tls?.removeFile(),
  ]
  const closeAll = async () => {
    webhooks.clear()
    await Promise.all(closing.map((one) => one()))
  }
  if (options.port === undefined) for (const server of [api, downloads]) letExit(server)
  const scheme = tls ? "https" : "http"
  const origins = [listen(scheme, api, options.port ?? 0), listen(scheme, downloads, 0)] as const
  const [url, downloadOrigin] = await Promise.all(origins).catch(async (error: unknown) => {
    // If one port is taken, the other server must not keep the process alive.
    await Promise.allSettled(origins)
    await closeAll()
    throw error
  })

  return {
    url,
    token: DEFAULT_TOKEN,
    ...(tls && { ca_file: tls.caFile }),
    env(tool, { token = DEFAULT_TOKEN } = {}) {
      return environmentOf(tool, { url, token, caFile: tls?.caFile })
    },
    requests: log.requests,
    clearRequests: log.clear,
    get applied() {
      return site.store.applied
    },
    injectFault: (fault) => site.faults.add(fault),
    reset() {
      time.setAhead(start.ahead)
      if (origin.plantAgain && position() !== start.position) {
        start.position = position()
        start.store = origin.plantAgain()
        journal = begin(start.store)
      } else {
        undo(start.store, journal)
      }
      site.store = heard(start.store)
      removeGitFolder()
      webhooks.clear()
      site.limiter = createRateLimiter(origin.limits, time.now)
      site.secondary = secondaryLimiter()
      site.faults = createFaults()
      // Auth strategies keep an installation's token for an hour.
      const ofInstallations = [...tokens].filter(([, { grant }]) => grant)
      if (ofInstallations.length > 0) botOfApp(site.store)
      tokens = new Map([...origin.tokens, ...ofInstallations])
      log.clear()
    },
    async apply(seed) {
      const addition = await readAddition(seed)
      for (const [token, access] of applySeed(site.store, addition)) tokens.set(token, access)
    },
    workflow: (name) => workflowByScript(() => site.store, name),
    addToken(given) {
      const { token, access } = checkedToken(site.store, given)
      tokens.set(token, access)
    },
    advance(ms) {
      if (typeof ms !== "number") {
        throw new TypeError(`sandbox.advance takes milliseconds as a number, not ${typeof ms}`)
      }
      const { clock } = site.store
      const latest = Math.max(clock.position(), time.now().getTime()) + ms
      if (!(ms >= 0 && latest < END_OF_TIME)) {
        throw new RangeError(`The sandbox cannot move its time by ${ms} milliseconds`)
      }
      const whole = Math.trunc(ms)
      time.advance(whole)
      clock.setTo(clock.position() + whole)
      progress(site.store)
    },
    fork(forkOptions = {}) {
      const forked = createTime(options.now ?? (() => new Date()), time.ahead())
      const store = copyStore(site.store, clockOf(options.now, forked))
      const { port: _, ...inherited } = options
      const { limits, app } = origin
      return serve({ store, tokens, limits, app }, { ...inherited, ...forkOptions }, forked)
    },
    state: {
      snapshot: () => snapshot(site.store, tokens),
      restore(given) {
        const { webUrl } = site.store
        const restored = storeOf(given, clockOf(options.now, time), webUrl)
        site.store = heard(restored.store)
        removeGitFolder()
        webhooks.clear()
        tokens = new Map(restored.tokens)
      },
    },
    onWebhook(listener) {
      listeners.add(listener)
      void webhooks.ready(true)
      return () => void listeners.delete(listener)
    },
    async serveGh(ghOptions = {}) {
      const served = await serveGh(createSite(site, "api"), DEFAULT_TOKEN, ghOptions, url)
      closing.push(served.close)
      return served
    },
    close: closeAll,
    [Symbol.asyncDispose]: closeAll,
  }
}

/** Warns once, because a client repeats itself. */
function warnOnce(): (what: string) => void {
  let isDone = false
  return (what) => {
    if (isDone) return
    isDone = true
    process.emitWarning(
      `The sandbox ignores ${what}. \`requests\` of the sandbox list further ones as \`ignored\`.`,
      "SandboxWarning",
    )
  }
}

/** By default, the App is installed on the account of the default token. */
function appOf({ id, public_key, installations }: SeedApp, viewer: string): App {
  const given = installations ?? [{ account: viewer }]
  return {
    id: id ?? null,
    publicKey: public_key ?? null,
    installations: given.map(({ account, repositories, permissions }, index) => ({
      id: index + 1,
      login: account,
      repositories: repositories ?? null,
      permissions: { ...(permissions ?? ALL_PERMISSIONS), metadata: "read" },
    })),
  }
}

function synthesizerFor(synthesize: SandboxOptions["synthesize"] = false): Synthesizer | undefined {
  if (synthesize === false) return undefined
  const { seed = 0, lists = {} } = synthesize === true ? {} : synthesize
  return synthesizerOf(seed, lists)
}

const TOKEN_LIFETIME_MS = 3_600_000

/** Timestamps have four digits for the year. */
const END_OF_TIME = Date.parse("9999-01-01T00:00:00Z")

/** Lets the process end while the server listens, and while clients keep connections open. */
function letExit(server: Listener): void {
  server.unref()
  server.on("connection", (socket) => socket.unref())
}

async function listen(scheme: string, server: Listener, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  const address = server.address() as AddressInfo
  return `${scheme}://127.0.0.1:${address.port}`
}
