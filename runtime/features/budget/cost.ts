/** The cost of requests against GitHub's limits, and the limits that responses report. */
import { type Failure, header, type ResponseHeaders } from "../../errors/index.js"
import type { Sending } from "../../traffic/index.js"
import {
  type BudgetCost,
  type BudgetObservation,
  type BudgetOptions,
  type BudgetWindow,
  batchShare,
  type Priority,
} from "./store.js"

const hour = 3_600_000

// A second longer than GitHub's minute, for two reasons: processes that count alone while the store is down do not
// know exactly when others spend, and a killed process reports no answer.
const minute = 61_000
const hourOfContent = 3_601_000

type Resource = "graphql" | "core" | "search" | "code_search"

const primaries: Record<Resource, BudgetWindow> = {
  graphql: { name: "graphql_hour", ms: hour, limit: 5_000, points: 1, resource: "graphql" },
  core: { name: "core_hour", ms: hour, limit: 5_000, points: 1, resource: "core" },
  search: { name: "search_minute", ms: minute, limit: 30, points: 1, resource: "search" },
  code_search: {
    name: "code_search_minute",
    ms: minute,
    limit: 10,
    points: 1,
    resource: "code_search",
  },
}

/** https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits */
const secondary = {
  graphql: { name: "graphql_minute", ms: minute, limit: 2_000 },
  rest: { name: "rest_minute", ms: minute, limit: 900 },
}
const creations: readonly Omit<BudgetWindow, "points">[] = [
  { name: "creations_minute", ms: minute, limit: 80 },
  { name: "creations_hour", ms: hourOfContent, limit: 500 },
]
const usual = { concurrency: 100 }

/** Every window, for diagnostics. */
export const allWindows: readonly BudgetWindow[] = [
  ...[...Object.values(primaries), ...Object.values(secondary), ...creations].map((window) => ({
    ...window,
    points: 0,
  })),
]

export function costOf(
  sending: Sending,
  priority: Priority,
  limits: BudgetOptions["limits"] = {},
): BudgetCost {
  const { concurrency } = { ...usual, ...limits }
  const own: Readonly<Record<string, number>> = limits
  const windows = windowsOf(sending).map((window) => {
    return { ...window, limit: own[window.name] ?? window.limit }
  })
  if (priority === "interactive") return { windows, concurrency, priority }
  // Batch requests also count in separate windows, which have only a share of the limit.
  const shares = windows.map((window) => ({
    ...window,
    name: `${window.name}:batch`,
    share: batchShare,
  }))
  return { windows: [...windows, ...shares], concurrency, priority }
}

function windowsOf(sending: Sending): BudgetWindow[] {
  const { channel, writes } = sending
  const points = writes ? 5 : 1
  const created = creationsOf(sending)
  const limited = (points: number) => creations.map((window) => ({ ...window, points }))
  // `gh` itself chooses between REST and GraphQL.
  if (channel === "gh") {
    return [
      primaries.graphql,
      primaries.core,
      { ...secondary.graphql, points },
      { ...secondary.rest, points },
      ...(created > 0 ? limited(created) : []),
    ]
  }
  // Reading the limits costs nothing of the primary limit.
  const free = sending.url?.endsWith("/rate_limit") && { points: 0 }
  return [
    { ...primaries[resourceOf(sending)], points: hourlyPoints(sending), ...free },
    { ...secondary[channel], points },
    ...(created > 0 ? limited(created) : []),
  ]
}

function resourceOf({ channel, url = "" }: Sending): Resource {
  if (channel === "graphql") return "graphql"
  const [, search] = /\/search\/(\w+)/.exec(url) ?? []
  return search === undefined ? "core" : search === "code" ? "code_search" : "search"
}

/** https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api */
function hourlyPoints({ operation, body }: Sending): number {
  if (!operation) return 1
  const { merged = [{ operation, variables: Object(Object(body).variables) }] } = operation
  const requests = merged.map(({ operation: { requests: [fixed, each] = [0, 0] }, variables }) => {
    const { first = 0 }: { first?: unknown } = variables
    return fixed + each * Number(first)
  })
  return Math.max(1, Math.round(requests.reduce((sum, one) => sum + one, 0) / 100))
}

/** The number of objects that a request creates: one for each mutation of a merged document that adds something. */
function creationsOf({ channel, method, writes, body }: Sending): number {
  if (!writes) return 0
  if (channel === "rest") return method === "POST" ? 1 : 0
  if (channel === "gh") return 1
  const { query } = Object(body)
  return String(query).match(/\b(?:add|create|submit)[A-Z]\w*\s*\(/g)?.length ?? 0
}

interface ObservedResponse {
  readonly failure?: Failure | undefined
  readonly headers?: ResponseHeaders | undefined
}

/** The limits that a response of GitHub reports. */
export function observationOf(
  sending: Sending,
  { failure, headers = {} }: ObservedResponse,
): BudgetObservation | undefined {
  const number = (name: string) => {
    const text = header(headers, name)
    return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined
  }
  const own = resourceOf(sending)
  const primary = primaries[own]
  const limit = number("x-ratelimit-limit")
  const remaining = number("x-ratelimit-remaining")
  const reset = number("x-ratelimit-reset")
  const counted =
    limit !== undefined &&
    remaining !== undefined &&
    reset !== undefined &&
    (header(headers, "x-ratelimit-resource") ?? own) === own
  // GitHub's clock if the response has a date: the local clock may be wrong.
  const date = Date.parse(header(headers, "date") ?? "")
  const left = counted ? reset * 1000 - (Number.isNaN(date) ? Date.now() : date) : 0
  const limited = failure?.code === "RATE_LIMIT" && failure.outcome !== "not_sent"
  const pause = limited && remaining !== 0 ? (failure.details?.retry_after_ms ?? minute) : undefined
  if (pause === undefined && !counted) return undefined
  return {
    ...(pause !== undefined && { pause_ms: Math.min(pause, hour) }),
    ...(counted && {
      primary: {
        resource: own,
        window: primary.name,
        ms: primary.ms,
        limit,
        used: limit - remaining,
        reset_ms: Math.min(Math.max(0, left), primary.ms),
      },
    }),
  }
}
