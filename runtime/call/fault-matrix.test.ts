/**
 * Tries every fault, for a read and for a write that must not be repeated, with `gh` among the routes, over real
 * connections: a server counts the requests that reach it, and those that it may have applied. `test/faults/` tries
 * the routes of the cards.
 */
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { eventually } from "../../test/eventually.js"
import { needsGh, needsGhFor } from "../../test/needs.js"
import { some } from "../../test/some.js"
import { bindTree, createClient, type ResultEnvelope, type RouteType } from "../index.js"
import {
  anywhere,
  type GhDouble,
  type GithubDouble,
  type ReceivedRequest,
  type Reply,
  startGh,
  startGithub,
  testToken,
} from "../testing/index.js"

const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const issue = { __typename: "Issue", id: "I_1", url: "u", number: 1, title: "Bug", milestone: null }
const limited = { message: "You have exceeded a secondary rate limit." }

interface Fault {
  readonly reply?: Reply
  /** Nothing listens. */
  readonly refused?: boolean
  /** The client process is killed when its write arrives. */
  readonly killed?: boolean
  /** GitHub says that it applied nothing. */
  readonly rejects?: boolean
  /** This fault is impossible on the other routes. */
  readonly only?: RouteType[]
}

const faults: Record<string, Fault> = {
  "connection refused": { refused: true },
  "reset when the request arrives": { reply: { fault: "reset" } },
  "no answer in time": { reply: { fault: "hang" } },
  "500": { reply: { status: 500, body: {} } },
  "502": { reply: { status: 502, body: "<html>" } },
  "503 with Retry-After": { reply: { status: 503, body: {}, headers: { "retry-after": "0" } } },
  "429": { reply: { status: 429, body: {}, headers: { "retry-after": "0" } }, rejects: true },
  "403, secondary limit": { reply: { status: 403, body: limited }, rejects: true },
  "200, something went wrong": {
    only: ["graphql", "cli"],
    reply: {
      body: { errors: [{ message: "Something went wrong while executing your query. ID 1" }] },
    },
  },
  "a body that breaks off": { reply: { body: { data: {} }, fault: "cut" } },
  "a body of HTML": { reply: { body: "<html>Sign in</html>" } },
  "gh killed": { killed: true, only: ["cli"] },
}

let github: GithubDouble
let gh: GhDouble
let folder: string
let wrapper: string
/** An address at which nothing listens, nor can by chance. */
const closed = "http://127.0.0.1:2"
/** The route and number of the requests that fail. */
let faulty: { route: RouteType; fault: Fault; times: number }
/** Writes that reached a server and were not refused. */
let mayHaveRun = 0
let seen: RouteType[] = []
let calls = 0
/** The text that the current call writes. */
const written = () => `Hello ${calls}`

function routeOf({ path = "" }: ReceivedRequest): RouteType {
  return path.endsWith("/graphql") ? "graphql" : "rest"
}

async function answer(route: RouteType, request: ReceivedRequest): Promise<Reply> {
  const write = /^mutation/.test(request.query) || (route === "rest" && request.method === "POST")
  // A gh that was stopped may still send what an earlier call asked for.
  if (write && !JSON.stringify(request.body).includes(`"${written()}"`))
    return { status: 404, body: {} }
  seen.push(route)
  const meets =
    faulty.route === route &&
    faulty.times > 0 &&
    // gh first reads the issue; the fault only affects the write.
    (write || kind === "read")
  if (meets) faulty.times -= 1
  if (write && !(meets && faulty.fault.rejects)) mayHaveRun += 1
  if (meets && faulty.fault.killed) {
    process.kill(Number(await readFile(join(folder, "pid"), "utf8")), "SIGKILL")
  }
  if (meets && faulty.fault.reply) return faulty.fault.reply
  if (route === "rest") return { body: write ? { html_url: "u" } : issue }
  return write
    ? { body: { data: { addComment: { commentEdge: { node: { url: "u" } } } } } }
    : { body: { data: { repository: { hasIssuesEnabled: true, issue } } } }
}

let kind: "read" | "write"

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ghx-faults-"))
  wrapper = join(folder, "gh")
  github = await startGithub((request) => answer(routeOf(request), request))
  gh = await startGh((request) => answer("cli", request))
  await writeFile(wrapper, `#!/bin/sh\necho $$ > ${folder}/pid\nexec ${gh.path} "$@"\n`)
  await chmod(wrapper, 0o755)
})
beforeEach(() => {
  mayHaveRun = 0
  seen = []
})
afterAll(async () => {
  await Promise.all([github.close(), gh.close()])
  await rm(folder, { recursive: true, force: true })
})

/** `limit_ms` is for calls that must run out of time; other calls have no limit. */
async function run(routes: RouteType[], fault: Fault, times: number, limit_ms = 400) {
  calls += 1
  const [route = "graphql"] = routes
  faulty = { route, fault, times }
  const nowhere = fault.refused && route !== "cli"
  const noSocket = fault.refused && route === "cli"
  if (noSocket) await writeFile(join(folder, "config.yml"), "http_unix_socket: /nowhere.sock\n")
  const client = createClient({
    token: testToken,
    base_url: nowhere ? closed : github.url,
    routes,
    timeout_ms: fault.reply?.fault === "hang" ? limit_ms : 120_000,
    // Less than the minute that a limit without a header asks for.
    retry: { attempts: 3, total_ms: 55_000, backoff_ms: 1 },
    gh: {
      path: wrapper,
      env: {
        ...gh.env,
        GH_HOST: "github.com",
        GH_TOKEN: testToken,
        ...(noSocket && { GH_CONFIG_DIR: folder }),
      },
    },
  })
  const ghx = bindTree(anywhere, client)
  const options = { trace: true }
  if (kind === "read") return ghx.issue.view(input).run(options)
  return ghx.issue.comments.create({ ...input, body: written() }).run(options)
}

/** On a busy machine, a call that must time out gets a longer limit. */
function within(fault: Fault, attempt: (limit_ms: number) => Promise<void>): Promise<void> {
  const limits = fault.reply?.fault === "hang" ? [400, 3200, 25_600] : [400]
  return eventually(limits, (limit_ms) => {
    mayHaveRun = 0
    seen = []
    return attempt(limit_ms)
  })
}

const orders: RouteType[][] = [
  ["cli"],
  ["graphql", "rest", "cli"],
  ["rest", "cli"],
  ["cli", "graphql"],
]

/**
 * The next route only depends on whether a request was not sent, was refused, or has an unknown outcome. What gh makes
 * of a fault is tried with gh alone, because a gh process costs as much as a hundred requests.
 */
const outcomes = ["connection refused", "reset when the request arrives", "429"]
const isTried = (name: string, [first, ...others]: readonly RouteType[]) =>
  process.env.ALL === "1" || first !== "cli" || others.length === 0 || outcomes.includes(name)

const cases = orders.flatMap((routes) =>
  Object.entries(faults)
    .filter(
      ([name, { only }]) =>
        isTried(name, routes) &&
        (only === undefined || routes.slice(0, 1).some((route) => only.includes(route))),
    )
    .map(([name, fault]) => ({ name, fault, routes, order: routes.join(", ") })),
)

describe("a non-idempotent write", () => {
  beforeEach(() => {
    kind = "write"
  })

  test.for(cases)("runs at most once: $name over $order", async ({ fault, routes }, context) => {
    needsGhFor(routes, context)
    await within(fault, async (limit_ms) => {
      const envelope: ResultEnvelope<unknown> = await run(
        routes,
        fault,
        Number.POSITIVE_INFINITY,
        limit_ms,
      )
      expect(mayHaveRun).toBeLessThanOrEqual(1)
      if (envelope.ok) {
        // The write ran once, on a route after one that certainly did not apply it.
        expect(mayHaveRun).toBe(1)
        expect(fault.refused).toBe(true)
        expect(envelope.meta.route_used).not.toBe(routes[0])
        return
      }
      const outcome = envelope.error.details?.outcome
      if (mayHaveRun === 1) expect(outcome).toBe("unknown")
      // gh sends several requests and does not report which of them failed.
      else if (routes[0] === "cli") expect(outcome).toBe("unknown")
      else expect(outcome).toBe(fault.refused ? "not_sent" : "rejected")
      expect(envelope.error.retryable).toBe(outcome !== "unknown")
    })
  })

  test("does not fall back to another route after a rate limit", async () => {
    expect(await run(["graphql", "rest"], faults["429"] ?? {}, 99)).toMatchObject({
      ok: false,
      error: { code: "RATE_LIMIT", retryable: true, details: { outcome: "rejected" } },
      meta: { attempts: [{ route: "graphql", status: "error", error_code: "RATE_LIMIT" }] },
    })
    expect(seen).toEqual(["graphql", "graphql", "graphql"])
  })
})

describe("a read", () => {
  beforeEach(() => {
    kind = "read"
  })

  const survivable = cases.filter(({ fault, routes }) =>
    fault.killed || fault.rejects
      ? false
      : routes.length > 1 && !(fault.refused && routes[0] !== "cli"),
  )

  test.for(some(survivable, 2))(
    "falls back to the next route: $name over $order",
    async (each, context) => {
      needsGhFor(each.routes, context)
      const { fault, routes } = each
      await within(fault, async (limit_ms) => {
        const envelope: ResultEnvelope<unknown> = await run(
          routes,
          fault,
          Number.POSITIVE_INFINITY,
          limit_ms,
        )
        expect(envelope).toMatchObject({
          ok: true,
          data: { number: 1, title: "Bug" },
          meta: { route_used: routes[1], reason: "CARD_FALLBACK" },
        })
        expect(envelope.meta.attempts?.map(({ route, status }) => `${route} ${status}`)).toEqual([
          `${routes[0]} error`,
          `${routes[1]} success`,
        ])
      })
    },
  )

  const passing = cases.filter(
    ({ name, fault, routes }) =>
      routes.length === 1 &&
      !fault.refused &&
      !name.startsWith("403") &&
      // gh does not report headers, so every limit counts as one minute.
      !(routes[0] === "cli" && fault.rejects),
  )

  test.for(passing)(
    "is retried on the same route: $name once over $order",
    async (each, context) => {
      needsGhFor(each.routes, context)
      await within(each.fault, async (limit_ms) => {
        const envelope: ResultEnvelope<unknown> = await run(each.routes, each.fault, 1, limit_ms)
        expect(envelope).toMatchObject({ ok: true, meta: { route_used: each.routes[0] } })
        expect(seen).toHaveLength(2)
      })
    },
  )

  test("falls back to gh if no other route connects", async (context) => {
    needsGh(context)
    expect(await run(["graphql", "rest", "cli"], { refused: true }, 99)).toMatchObject({
      ok: true,
      meta: { route_used: "cli", attempts: [{}, {}, { route: "cli", status: "success" }] },
    })
  })

  test("stops retrying at the retry budget and reports when to retry", async () => {
    const reply = { status: 429, body: {}, headers: { "retry-after": "90" } }
    expect(await run(["rest"], { reply }, 99)).toMatchObject({
      error: { code: "RATE_LIMIT", retryable: true, details: { retry_after_ms: 90_000 } },
    })
    expect(seen).toHaveLength(1)
    seen = []
    await run(["rest"], faults["500"] ?? {}, 99)
    expect(seen).toHaveLength(3)
  })
})
