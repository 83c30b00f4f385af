/** The table of `make bench ARGS=budget`. */
import type { LoggedRequest } from "../../../sandbox/index.js"
import { spreadOf } from "../turns.js"
import type { Report } from "./plan.js"

/** One run with one tool. */
export interface Outcome {
  readonly requests: readonly LoggedRequest[]
  readonly reports: readonly Report[]
  /**
   * The number of slots for concurrent requests in use after a process was killed, and again after its leases have
   * expired.
   */
  readonly held: readonly number[]
  /** Minutes after the first request. */
  readonly killed_at: number
  readonly minutes: number
}

type MinuteLimit = "graphql_minute" | "rest_minute" | "creations_minute"
type Limits = Readonly<Record<MinuteLimit, number>>

const minute = 60_000
const names: Readonly<Record<MinuteLimit, string>> = {
  graphql_minute: "GraphQL points",
  rest_minute: "REST points",
  creations_minute: "creations",
}

const isRefused = ({ status, response }: LoggedRequest): boolean =>
  status === 403 || status === 429 || JSON.stringify(response ?? "").includes("RATE_LIMITED")

const begunAt = ({ requests }: Outcome) => Date.parse(requests[0]?.at ?? "")

/** Points of a limit that GitHub granted, by minute of the run. */
function used(outcome: Outcome, limit: MinuteLimit) {
  const begun = begunAt(outcome)
  return outcome.requests.flatMap((request) => {
    if (isRefused(request)) return []
    const { at, method, path } = request
    const time = (Date.parse(at) - begun) / minute
    const graphql = path === "/graphql"
    if (limit === "graphql_minute") return graphql ? { time, points: 1 } : []
    const creates = !graphql && method === "POST"
    if (limit === "rest_minute") return graphql ? [] : { time, points: creates ? 5 : 1 }
    return creates ? { time, points: 1 } : []
  })
}

function share(outcome: Outcome, limit: MinuteLimit, limits: Limits, from: number, to: number) {
  const within = used(outcome, limit).filter(({ time }) => time >= from && time < to)
  return percent(sum(within.map(({ points }) => points)) / (limits[limit] * (to - from)))
}

function mostInAMinute(outcome: Outcome, limit: MinuteLimit): number {
  const all = used(outcome, limit)
  let [first, points, most] = [0, 0, 0]
  for (const one of all) {
    points += one.points
    for (let old = all[first]; old && old.time <= one.time - 1; old = all[first]) {
      points -= old.points
      first += 1
    }
    most = Math.max(most, points)
  }
  return most
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
const meanOf = (all: readonly number[]) => sum(all) / all.length
const percent = (share: number) => `${Math.round(share * 100)} %`
const seconds = (ms: number) => (ms / 1000).toFixed(ms < 10_000 ? 1 : 0)

function jobsOf({ reports }: Outcome, priority: "interactive" | "batch"): number[] {
  return reports.flatMap((report) => report[priority])
}

/** A row for each measure, a column for each tool. */
export function tableOf(
  outcomes: readonly { readonly name: string; readonly outcome: Outcome }[],
  limits: Limits,
): string {
  const row = (label: string, cell: (outcome: Outcome) => string | number) =>
    `| ${[label, ...outcomes.map(({ outcome }) => cell(outcome))].join(" | ")} |`
  const usedOf = (limit: MinuteLimit) => (outcome: Outcome) => {
    const { killed_at, minutes } = outcome
    const of = (from: number, to: number) => share(outcome, limit, limits, from, to)
    const most = `at most ${mostInAMinute(outcome, limit)} of ${limits[limit]} in a minute`
    return `${of(0, minutes)} (${of(0, killed_at)}, ${of(killed_at, minutes)}); ${most}`
  }
  const took = (priority: "interactive" | "batch") => (outcome: Outcome) => {
    const all = jobsOf(outcome, priority)
    return `${seconds(meanOf(all))} s (median ${seconds(spreadOf(all).middle)}, ${all.length} jobs)`
  }
  const failures = ({ reports }: Outcome) => {
    const counts = new Map<string, number>()
    for (const [why, count] of reports.flatMap(({ failures }) => Object.entries(failures))) {
      counts.set(why, (counts.get(why) ?? 0) + count)
    }
    return [...counts].map(([why, count]) => `${count} × ${why}`).join(", ") || "0"
  }
  return [
    `| | ${outcomes.map(({ name }) => name).join(" | ")} |`,
    `|---|${"---|".repeat(outcomes.length)}`,
    row("requests", ({ requests }) => requests.length),
    row(
      "of them refused (403, 429, RATE_LIMITED)",
      ({ requests }) => requests.filter(isRefused).length,
    ),
    ...(Object.keys(names) as MinuteLimit[]).map((limit) =>
      row(`${names[limit]} used (before, after the store is killed)`, usedOf(limit)),
    ),
    row("interactive jobs took", took("interactive")),
    row("batch jobs took", took("batch")),
    row("interactive jobs, relative to batch jobs", (outcome) =>
      (meanOf(jobsOf(outcome, "interactive")) / meanOf(jobsOf(outcome, "batch"))).toFixed(2),
    ),
    row("jobs that failed", failures),
    row(
      "concurrency slots held after a process was killed, and once its leases had ended",
      ({ held }) => held.join(", ") || "not counted",
    ),
  ].join("\n")
}

/** The times of refused requests, and how often the store was too slow for these clocks. */
export function notesOn(outcome: Outcome): string[] {
  const begun = begunAt(outcome)
  const { requests, reports } = outcome
  return [
    ...requests.filter(isRefused).map(({ at, method, path }) => {
      const when = ((Date.parse(at) - begun) / minute).toFixed(2)
      return `refused in minute ${when}: ${method} ${path}`
    }),
    ...(Object.keys(names) as MinuteLimit[]).map((limit) => {
      const counts = Array.from({ length: outcome.minutes }, () => 0)
      for (const { time, points } of used(outcome, limit)) {
        counts[Math.floor(time)] = (counts[Math.floor(time)] ?? 0) + points
      }
      return `${names[limit]} used in each minute: ${counts.join(", ")}`
    }),
    `slow answers of the store, by process: ${reports.map(({ slow }) => slow).join(", ")}`,
  ]
}
