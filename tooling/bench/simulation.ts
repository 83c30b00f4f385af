/**
 * Simulates a day of a fleet under a virtual clock, with the functions that clients use to reserve and queue. Writes
 * the tables of docs/scale.md and its charts. Run: `make bench ARGS=simulation`.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { chart } from "./simulation/chart.js"
import { type Scenario, simulate } from "./simulation/fleet.js"

// Most objects of a simulation are garbage at the next event.
setFlagsFromString("--semi-space-growth-factor=4")

// Otherwise each of a thousand processes would warn about the outage.
process.emitWarning = () => undefined

const project = join(import.meta.dirname, "../..")
const page = join(project, "docs/scale.md")
const limit = 500

const scenario: Scenario = {
  tokens: 100,
  workers: 1_000,
  hours: Number(process.argv[2] ?? 24),
  interactive_per_hour: 60,
  outage: [6.2, 6.4],
  revoked: { hour: 12, tokens: 10 },
}
const { tokens, hours, revoked, outage = [0, 0] } = scenario

const begun = performance.now()
const { created, refused, unauthorized, waits, asked } = await simulate(scenario)
const took = (performance.now() - begun) / 1000

const live = (minute: number) =>
  tokens - (revoked && minute >= revoked.hour * 60 ? revoked.tokens : 0)
/** For each minute, the fleet's creations in the hour before it, relative to the limit of all live tokens. */
const shares = created.map((_, minute) => {
  const hour = created.slice(Math.max(0, minute - 59), minute + 1)
  return hour.reduce((sum, one) => sum + one, 0) / (limit * live(minute))
})
const total = created.reduce((sum, one) => sum + one, 0)
const possible = Array.from({ length: hours }, (_, hour) => live(hour * 60) * limit)

interface Waited {
  readonly at: number
  readonly ms: number
}
const percentile = (all: readonly Waited[], share: number) => {
  const sorted = all.map(({ ms }) => ms).sort((one, other) => one - other)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / 1000
}
const byHour = (all: readonly Waited[], hour: number) =>
  all.filter(({ at }) => Math.floor(at / 3_600_000) === hour)
const mean = (all: readonly Waited[]) =>
  all.reduce((sum, { ms }) => sum + ms, 0) / all.length / 1000
const seconds = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0))
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const whole = (value: number) => Math.round(value).toLocaleString("en-US")

const periods = [
  ["the whole day", 0, hours],
  ["before anything happens", 1, 6],
  ["the hour of the outage, and the next", 6, 8],
  ["after the tokens are revoked", 12, hours],
] as const
const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0)
const rows = periods.map(([name, from, to]) => {
  const made = sum(created.slice(from * 60, to * 60))
  const within = (all: readonly Waited[]) =>
    all.filter(({ at }) => at >= from * 3_600_000 && at < to * 3_600_000)
  const cells = (["interactive", "batch"] as const).map((priority) => {
    const all = within(waits[priority])
    return `${seconds(mean(all))}, ${seconds(percentile(all, 0.5))}, ${seconds(percentile(all, 0.99))}`
  })
  return `| ${[name, whole(made), percent(made / sum(possible.slice(from, to))), ...cells].join(" | ")} |`
})
const interactiveShare = mean(waits.interactive) / mean(waits.batch)
const table = [
  "| period | created | of the limit | interactive jobs wait s (mean, median, 99 %) | batch jobs wait s |",
  "|---|---|---|---|---|",
  ...rows,
  "",
  `Refused for a limit: **${refused}** of ${whole(waits.interactive.length + waits.batch.length)} requests. Requests with a revoked token: ${unauthorized}, until each worker that had it has moved on. Interactive jobs wait ${interactiveShare.toFixed(4)} of what batch jobs wait. The store was asked ${whole(asked)} times, ${(asked / hours / 3600).toFixed(0)} times a second.`,
]
console.log([...table, "", `${total} created; simulated in ${took.toFixed(0)} s.`].join("\n"))

const marks = [
  { at: outage[0], says: "store down" },
  ...(revoked ? [{ at: revoked.hour, says: `${revoked.tokens} tokens revoked` }] : []),
]
const x = { label: "hour of the day", most: hours, step: 2 }
const pictures = {
  "scale-throughput": chart({
    title: "Created in the last hour, of what live tokens may create",
    x,
    y: { label: "%", ticks: [0, 20, 40, 60, 80, 100] },
    lines: [
      {
        name: "created",
        color: "#0969da",
        points: shares.flatMap((share, minute) =>
          minute % 5 === 0 ? [[minute / 60, share * 100] as const] : [],
        ),
      },
    ],
    marks,
  }),
  "scale-waits": chart({
    title: "How long jobs wait before they are sent, 99 of 100",
    x,
    y: { label: "s", ticks: [0.1, 1, 10, 100, 1_000, 10_000], log: true },
    lines: (
      [
        ["interactive", "#1a7f37"],
        ["batch", "#bf8700"],
      ] as const
    ).map(([priority, color]) => ({
      name: priority,
      color,
      points: Array.from(
        { length: hours },
        (_, hour) => [hour + 0.5, percentile(byHour(waits[priority], hour), 0.99)] as const,
      ),
    })),
    marks,
  }),
}
for (const [name, svg] of Object.entries(pictures)) {
  writeFileSync(join(project, `docs/pictures/${name}.svg`), svg)
}
const [before, , after] = readFileSync(page, "utf8").split(
  /(?<=<!-- simulated -->\n)|(?=<!-- end -->)/,
)
writeFileSync(page, `${before}\n${table.join("\n")}\n\n${after}`)
