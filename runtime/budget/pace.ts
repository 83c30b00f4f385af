/** Requests within a budget; loaded by the first request of a client that has one. */
import { type Failure, header } from "../errors/index.js"
import type { Http, HttpAnswer, HttpRequest } from "../http/index.js"
import { type Scope, sleep } from "../timing/index.js"
import { memoryBudget } from "./memory.js"
import type {
  BudgetCost,
  BudgetLease,
  BudgetObservation,
  BudgetOptions,
  BudgetStore,
  BudgetWindow,
  Reservation,
} from "./store.js"

const hour = 3_600_000
const minute = 60_000

// A store that does not answer is one that is down: nobody waits longer for it than for GitHub.
const patience_ms = 1_000
const down_ms = 5_000

/** Sends each request when the budget of its token allows it, or says at once when that will be. */
export function budgeted(
  http: Http,
  given: BudgetOptions,
  timeout_ms: number,
  tokenOf: () => Promise<string>,
): Http {
  const store = safely(given.store)
  const { priority = "interactive", max_wait_ms = timeout_ms } = given
  return {
    async send(request, scope) {
      const token = await hashed(await tokenOf())
      const cost = costOf(request, priority)
      // What holds a place longer than its request may take has died.
      const lease = { id: crypto.randomUUID(), ms: timeout_ms + 5_000 }
      const refusal = await turn(store, token, cost, lease, scope, max_wait_ms)
      if (refusal) return { ok: false, failure: refusal, headers: {} }
      let answer: HttpAnswer | undefined
      try {
        answer = await http.send(request, scope)
        return answer
      } finally {
        const seen = answer && observationOf(request, answer)
        // The next request must not overtake a pause; the caller of this one need not wait for more.
        if (seen?.pause_ms !== undefined) await store.observe(token, seen)
        else if (seen) void store.observe(token, seen)
        void store.release(token, lease.id)
      }
    },
  }
}

/** Waits for a place; why there is none in time. */
async function turn(
  store: BudgetStore,
  token: string,
  cost: BudgetCost,
  lease: BudgetLease,
  { signal, ends }: Scope,
  max_wait_ms: number,
): Promise<Failure | undefined> {
  const last = Math.min(performance.now() + max_wait_ms, ends ?? Number.POSITIVE_INFINITY)
  while (!signal?.aborted) {
    const answer = await store.reserve(token, cost, lease)
    if (answer.ok) {
      if (!signal?.aborted) return undefined
      void store.release(token, lease.id)
      break
    }
    const { window, wait_ms } = answer
    if (wait_ms === undefined) return tooMuch(window)
    if (performance.now() + wait_ms > last) return tooLate(window, wait_ms)
    // Those who wait for the same moment do not all come at it.
    await sleep(wait_ms + Math.random() * Math.min(50, wait_ms / 4 + 5), signal)
  }
  // What is aborted sends nothing, and says so itself.
  return undefined
}

function tooLate(window: string, wait_ms: number): Failure {
  const retry_after_ms = Math.ceil(wait_ms)
  return {
    code: "RATE_LIMIT",
    message: `Not sent: the budget (${window}) allows this request in ${Math.ceil(wait_ms / 1000)} s, later than the call may take`,
    transient: true,
    outcome: "not_sent",
    details: { retry_after_ms },
  }
}

function tooMuch(window: string): Failure {
  return {
    code: "RATE_LIMIT",
    message: `Not sent: the request costs more than the budget (${window}) ever allows`,
    transient: false,
    outcome: "not_sent",
    details: { fix: "Send fewer operations in one document, or raise the limit" },
  }
}

/** https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits */
export function costOf(request: HttpRequest, priority: "interactive" | "batch"): BudgetCost {
  const { channel, writes } = request
  const points = writes ? 5 : 1
  const created = creationsOf(request)
  const windows: BudgetWindow[] = [
    primaryOf(request),
    channel === "graphql"
      ? { name: "graphql_minute", ms: minute, limit: 2_000, points }
      : { name: "rest_minute", ms: minute, limit: 900, points },
  ]
  if (created > 0) {
    windows.push(
      { name: "creations_minute", ms: minute, limit: 80, points: created },
      { name: "creations_hour", ms: hour, limit: 500, points: created },
    )
  }
  return { windows, concurrency: 100, priority }
}

function primaryOf({ channel, url }: HttpRequest): BudgetWindow {
  const [, search] = channel === "rest" ? (/\/search\/(\w+)/.exec(url) ?? []) : []
  if (search === "code")
    return { name: "code_search_minute", ms: minute, limit: 10, points: 1, resource: "code_search" }
  if (search !== undefined)
    return { name: "search_minute", ms: minute, limit: 30, points: 1, resource: "search" }
  const resource = channel === "graphql" ? "graphql" : "core"
  // Asking for the limits costs nothing of the primary one.
  const points = url.endsWith("/rate_limit") ? 0 : 1
  return { name: `${resource}_hour`, ms: hour, limit: 5_000, points, resource }
}

/** How much content a request creates: each mutation of a merged document that adds something is one. */
function creationsOf({ channel, method, writes, body }: HttpRequest): number {
  if (!writes) return 0
  if (channel === "rest") return method === "POST" ? 1 : 0
  const { query } = Object(body)
  return String(query).match(/\b(?:add|create|submit)[A-Z]\w*\s*\(/g)?.length ?? 0
}

function observationOf(request: HttpRequest, answer: HttpAnswer): BudgetObservation | undefined {
  const { headers, elsewhere } = answer
  if (elsewhere) return undefined
  const number = (name: string) => {
    const text = header(headers, name)
    return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined
  }
  const primary = primaryOf(request)
  const limit = number("x-ratelimit-limit")
  const remaining = number("x-ratelimit-remaining")
  const reset = number("x-ratelimit-reset")
  const failure = answer.ok ? request.failureIn?.(answer.body, headers) : answer.failure
  const resource = header(headers, "x-ratelimit-resource")
  const counted =
    limit !== undefined &&
    remaining !== undefined &&
    reset !== undefined &&
    (resource ?? primary.resource) === primary.resource
  // GitHub's own clock, where it says: this machine's may be wrong.
  const date = Date.parse(header(headers, "date") ?? "")
  const left = counted ? reset * 1000 - (Number.isNaN(date) ? Date.now() : date) : 0
  const limited = failure?.code === "RATE_LIMIT" && failure.outcome !== "not_sent"
  const pause = limited && remaining !== 0 ? (failure.details?.retry_after_ms ?? minute) : undefined
  if (pause === undefined && !counted) return undefined
  return {
    ...(pause !== undefined && { pause_ms: Math.min(pause, hour) }),
    ...(counted && {
      primary: {
        resource: primary.resource ?? "",
        window: primary.name,
        ms: primary.ms,
        limit,
        used: limit - remaining,
        reset_ms: Math.min(Math.max(0, left), primary.ms),
      },
    }),
  }
}

/** A store that is down is replaced by the memory of the process until it answers again; nobody waits for it. */
function safely(store: BudgetStore): BudgetStore {
  const memory = memoryBudget()
  let down_until = Number.NEGATIVE_INFINITY
  let warned = false
  const ask = async <T>(from: (store: BudgetStore) => Promise<T>): Promise<T> => {
    if (performance.now() >= down_until) {
      let timer: ReturnType<typeof setTimeout> | undefined
      try {
        const late = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error("no answer within a second")), patience_ms)
        })
        return await Promise.race([from(store), late])
      } catch (error) {
        down_until = performance.now() + down_ms
        if (!warned) {
          warned = true
          const reason = error instanceof Error ? error.message : String(error)
          const message = `The store of the rate budget does not work (${reason}); each process counts for itself until it does`
          globalThis.process?.emitWarning?.(message, "GhxBudgetWarning")
        }
      } finally {
        clearTimeout(timer)
      }
    }
    return from(memory)
  }
  return {
    reserve: (...given) => ask<Reservation>((one) => one.reserve(...given)),
    release: (...given) => ask((one) => one.release(...given)),
    observe: (...given) => ask((one) => one.observe(...given)),
  }
}

const hashes = new Map<string, string>()

/** A store never sees a token. */
async function hashed(token: string): Promise<string> {
  const known = hashes.get(token)
  if (known !== undefined) return known
  const bytes = new TextEncoder().encode(`ghx budget ${token}`)
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  // Tokens that are renewed hourly must not make it grow for ever.
  if (hashes.size >= 100) hashes.clear()
  hashes.set(token, hash)
  return hash
}
