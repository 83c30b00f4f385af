/** Tests that if something that a call needs is missing, one error names it with the fix. */
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type ClientOptions, executeTask, type ResultEnvelope, type RouteType } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { standsForItsKindOverGh } from "./all.js"
import { type Card, cards, titled, tokenFor } from "./cards.js"
import { type Clone, makeClone } from "./clone.js"
import { ghThatWorks } from "./gh-that-works.js"
import { needsGhFor } from "./needs.js"
import { forCatalogue } from "./small-fixture.js"
import { some } from "./some.js"

let sandbox: Sandbox
let folder: string
/** The environment that makes gh use the sandbox, without a token of its own. */
let ghEnv: Record<string, string>
/** The environment that makes gh use a socket without a listener. */
let severedEnv: Record<string, string>
/** An address at which no server can listen. */
const nowhere = "http://127.0.0.1:2"
const missingGh = "/nowhere/gh"
let oldGh: string
let workingGh: string
let clone: Clone

beforeAll(async () => {
  sandbox = await startSandbox(forCatalogue)
  folder = await mkdtemp(join(tmpdir(), "ghx-surroundings-"))
  const { GH_TOKEN: _, ...env } = (await sandbox.serveGh()).env
  ghEnv = env
  await writeFile(join(folder, "config.yml"), "http_unix_socket: /nowhere.sock\n")
  severedEnv = { ...env, GH_CONFIG_DIR: folder }
  clone = makeClone()
  workingGh = ghThatWorks(folder)
  oldGh = join(folder, "gh")
  const knowsNothing =
    'case "$1" in --version) exit 0;; esac; echo "unknown flag: --new" >&2; exit 1'
  await writeFile(oldGh, `#!/bin/sh\n${knowsNothing}\n`)
  await chmod(oldGh, 0o755)
})
beforeEach(() => sandbox.reset())
afterAll(async () => {
  await sandbox.close()
  clone.remove()
  await rm(folder, { recursive: true, force: true })
})

/** The call of a card's example, over one route or those of the card. */
function call(
  { capability_id, examples = [] }: Card,
  options: ClientOptions,
  route?: RouteType,
): Promise<ResultEnvelope<unknown>> {
  const task = { task: capability_id as string, input: examples[0]?.input ?? {} }
  const env = { ...options.gh?.env, ...clone.env }
  const client = {
    base_url: sandbox.url,
    retry: false,
    ...options,
    gh: { path: workingGh, cwd: clone.cwd, ...options.gh, env },
  } as const
  return executeTask(task, client, { trace: true, ...(route && { route }) })
}

/** Over gh, only one card of each kind is called. */
const each = titled(some(cards.filter(standsForItsKindOverGh), 2)).map((one) => ({
  ...one,
  tried: one.routes.filter((route) => route !== "cli" || standsForItsKindOverGh(one.card)),
}))
/** Each route alone, and all routes in the card's order. */
const ways = (routes: readonly RouteType[]) => [...routes, undefined]
const withGh = each.filter(({ tried }) => tried.includes("cli"))

/** The error of a call that must fail, with its code and a `fix` that contains this text. */
function expectError(envelope: ResultEnvelope<unknown>, code: string, fix: RegExp): void {
  expect(envelope).toMatchObject({
    ok: false,
    error: { code, details: { fix: expect.stringMatching(fix) } },
  })
}

describe("without a token", () => {
  it.for(each)(
    "$id returns AUTH with a fix, and sends nothing",
    async ({ card, routes, tried: alone }, context) => {
      needsGhFor(routes, context)
      for (const route of ways(alone)) {
        const result = await call(card, { gh: { env: ghEnv } }, route)
        expectError(result, "AUTH", /TOKEN|gh auth login/)
        const tried = result.meta.attempts?.filter(({ status }) => status !== "skipped")
        expect(tried).toEqual([])
      }
      expect(sandbox.requests).toEqual([])
    },
  )
})

describe("with an expired token", () => {
  it.for(each)(
    "$id returns AUTH after one attempt",
    async ({ card, routes, tried: alone }, context) => {
      needsGhFor(routes, context)
      // The client's token belongs to its own host; for gh, the socket is another host.
      const gh = { env: { ...ghEnv, GH_TOKEN: "expired" } }
      for (const route of ways(alone)) {
        const result = await call(card, { token: "expired", gh }, route)
        expectError(result, "AUTH", /valid token/)
        expect(result.meta.attempts).toMatchObject([{ status: "error", error_code: "AUTH" }])
        if (card.effect !== "read") {
          expect(result).toMatchObject({
            error: { details: { outcome: expect.not.stringMatching("unknown") } },
          })
        }
      }
      expect(sandbox.applied).toEqual([])
    },
  )
})

describe("offline", () => {
  it.for(each)(
    "$id returns NETWORK with a fix, over each route",
    async ({ card, routes, tried: alone }, context) => {
      needsGhFor(routes, context)
      const gh = { env: severedEnv }
      for (const base_url of [nowhere, "https://github.invalid"]) {
        // gh has an address of its own.
        const asks = base_url === nowhere ? alone : alone.filter((route) => route !== "cli")
        for (const route of ways(asks)) {
          const result = await call(card, { base_url, token: "t", gh }, route)
          expectError(result, "NETWORK", /network/)
          // gh does not report which of its requests failed.
          const certain = !(route ? [route] : routes).includes("cli")
          if (certain) expect(result).toMatchObject({ error: { retryable: true } })
          expect(result.meta.attempts).toHaveLength(route ? 1 : routes.length)
        }
      }
      expect(sandbox.requests).toEqual([])
    },
  )
})

describe("on an Enterprise Server", () => {
  let cloneThere: Clone
  beforeAll(() => {
    cloneThere = makeClone("ghes.test")
  })
  afterAll(() => cloneThere.remove())

  it.for(each)(
    "$id sends its requests to /api/v3 and /api/graphql",
    async ({ card, tried }, context) => {
      needsGhFor(tried, context)
      for (const route of tried) {
        const base_url = route === "cli" ? "https://ghes.test" : `${sandbox.url}/api/v3`
        const env = { ...ghEnv, GH_HOST: "ghes.test" }
        sandbox.reset()
        expect(
          await call(
            card,
            { base_url, token: tokenFor(card, sandbox), gh: { env, cwd: cloneThere.cwd } },
            route,
          ),
        ).toMatchObject({
          ok: true,
          meta: { route_used: route },
        })
        for (const { path, headers } of sandbox.requests) {
          // Logs are downloaded from another host.
          expect(path).toMatch(/^\/(?:api\/(?:graphql$|v3\/|uploads\/)|rest\/)/)
          if (route === "cli") expect(headers.host).toBe("ghes.test")
        }
      }
    },
  )
})

describe("without a usable gh", () => {
  it.each(each)(
    "$id falls back to its other routes and returns their errors",
    async ({ card, routes }) => {
      const options = { token: tokenFor(card, sandbox), gh: { path: missingGh, env: ghEnv } }
      expect(await call(card, options, "cli")).toMatchObject({
        error: { code: "ADAPTER_UNSUPPORTED" },
      })
      expect(sandbox.requests).toEqual([])
      const [other] = routes.filter((route) => route !== "cli")
      if (!other) return
      for (const order of [routes, routes.toReversed()]) {
        expect(await call(card, { ...options, routes: order })).toMatchObject({ ok: true })
        sandbox.reset()
        const forget = sandbox.injectFault({ status: 429 })
        expect(await call(card, { ...options, routes: order })).toMatchObject({
          error: { code: "RATE_LIMIT", details: { retry_after_ms: 60_000 } },
        })
        forget()
        expectError(
          await call(card, { ...options, routes: order, token: "expired" }),
          "AUTH",
          /valid/,
        )
        expectError(
          await call(card, { base_url: sandbox.url, routes: order, gh: options.gh }),
          "AUTH",
          /TOKEN/,
        )
        sandbox.reset()
      }
    },
  )

  it.each(withGh)(
    "$id over cli returns ADAPTER_UNSUPPORTED and says to install gh",
    async ({ card }) => {
      const options = { token: tokenFor(card, sandbox), gh: { path: missingGh, env: ghEnv } }
      expectError(await call(card, options, "cli"), "ADAPTER_UNSUPPORTED", /Install gh/)
    },
  )

  it.each(withGh)(
    "$id falls back to another route if gh is too old, and over cli says to update gh",
    async ({ card, routes }) => {
      const options = { token: tokenFor(card, sandbox), gh: { path: oldGh, env: ghEnv } }
      expectError(await call(card, options, "cli"), "ADAPTER_UNSUPPORTED", /Update gh/)
      expect(sandbox.requests).toEqual([])
      const [other] = routes.filter((route) => route !== "cli")
      if (!other) return
      expect(await call(card, { ...options, routes: ["cli", other] })).toMatchObject({
        ok: true,
        meta: { route_used: other, reason: "CAPABILITY_LIMIT" },
      })
    },
  )
})
