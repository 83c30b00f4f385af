/** The totals of the sessions relative to gh, and their limits. */
import type { Tool } from "./jobs.js"
import type { Session } from "./session.js"

export interface Total {
  readonly tool: Tool
  readonly isPrimed: boolean
  readonly passed: number
  readonly of: number
  readonly turns: number
  readonly calls: number
  readonly requests: number
  readonly context: number
  readonly written: number
  readonly read: number
  readonly lookedUp: number
  /** The number of calls of each job. */
  readonly callsOfJobs: readonly number[]
}

export function totalOf({ tool, isPrimed, context, jobs }: Session): Total {
  const sum = (count: (job: Session["jobs"][number]) => number) =>
    jobs.reduce((all, job) => all + count(job), 0)
  return {
    tool,
    isPrimed,
    passed: jobs.filter(({ isDone }) => isDone).length,
    of: jobs.length,
    turns: sum((job) => job.turns + job.lookedUp.turns),
    calls: sum((job) => job.calls + job.lookedUp.calls),
    requests: sum((job) => job.requests),
    context,
    written: sum((job) => job.written),
    read: sum((job) => job.read),
    lookedUp: sum((job) => job.lookedUp.written + job.lookedUp.read),
    callsOfJobs: jobs.map((job) => job.calls + job.lookedUp.calls),
  }
}

const names: Readonly<Record<Tool, string>> = {
  gh: "`gh` in a shell",
  shell: "`ghx` in a shell",
  commands: "`ghx mcp --commands`",
  mcp: "`ghx mcp --tasks`",
  exec: "`ghx exec`",
}

const tokensOf = ({ context, written, read, lookedUp }: Total) =>
  context + written + read + lookedUp

/** The value that a share of the counts does not exceed. */
function quantile(counts: readonly number[], share: number): number {
  const sorted = [...counts].sort((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0
}

/** The base of all ratios: gh on its best path. */
const baseOf = (totals: readonly Total[]) =>
  totals.find(({ tool, isPrimed }) => tool === "gh" && isPrimed)

export function report(totals: readonly Total[]): string {
  const base = baseOf(totals)
  const row = (one: Total) => {
    const { passed, of, turns, calls, requests, context, written, read, lookedUp } = one
    const ratio = (count: (one: Total) => number) =>
      base ? ` (${(count(one) / count(base)).toFixed(2)})` : ""
    return [
      names[one.tool],
      `${passed} of ${of}`,
      turns,
      `${calls}${ratio((each) => each.calls)}`,
      `${quantile(one.callsOfJobs, 0.5)}, ${quantile(one.callsOfJobs, 0.95)}`,
      `${requests}${ratio((each) => each.requests)}`,
      context,
      lookedUp,
      written,
      read,
      `${tokensOf(one)}${ratio(tokensOf)}`,
    ].join(" | ")
  }
  const table = (title: string, rows: readonly Total[]) => [
    `**${title}**\n`,
    "| tool | right | turns | calls | calls of a job: median, p95 | requests | context | looked up | written | read | tokens in all |",
    "|---|---|---|---|---|---|---|---|---|---|---|",
    ...rows.map((one) => `| ${row(one)} |`),
    "",
  ]
  return [
    ...table(
      "Best path: the skill or the tools are in the context",
      totals.filter((one) => one.isPrimed),
    ),
    ...table(
      "No prior knowledge: each name is looked up once",
      totals.filter((one) => !one.isPrimed),
    ),
  ].join("\n")
}

/** The rows of docs/agent-costs.md: their names, and the sessions that they show. */
const onPage: readonly [string, Tool, isPrimed: boolean][] = [
  ["`gh`", "gh", true],
  ["`ghx` in a shell, with the skill", "shell", true],
  ["… without it: gh's commands, and `ghx explain` for the rest", "shell", false],
  ["`ghx mcp -R --commands`", "commands", true],
  ["… with one `explain` for each name that gh does not have", "commands", false],
  ["`ghx mcp -R --tasks`", "mcp", true],
  ["`ghx exec`, with the skill and the signatures", "exec", true],
]

/** The table of docs/agent-costs.md, which users read. */
export function pageTable(totals: readonly Total[]): string {
  const rows = onPage.map(([name, tool, isPrimed]) => {
    const one = totals.find((each) => each.tool === tool && each.isPrimed === isPrimed)
    if (!one) throw new Error(`No session with ${tool}`)
    const { turns, calls, requests, context, lookedUp, written, read } = one
    const cells = [turns, calls, requests, context, lookedUp, written, read, tokensOf(one)]
    const texts = cells.map((cell) => (cell === 0 ? "" : ` ${cell.toLocaleString("en")}`))
    return `| ${[name, ...texts].join(" |")} |\n`
  })
  return [
    "| | turns | commands | requests | tokens in context | looked up | written | read | in all |\n",
    "|---|---|---|---|---|---|---|---|---|\n",
    ...rows,
  ].join("")
}

/** Maximum numbers of tokens, calls and requests for each tool: on its best path, and without prior knowledge. */
const limits: Readonly<Record<Exclude<Tool, "gh">, readonly [best: Limit, unprimed: Limit]>> = {
  shell: [
    { tokens: 1_300, calls: 14, requests: 20 },
    { tokens: 975, calls: 16, requests: 20 },
  ],
  commands: [
    { tokens: 1_045, calls: 13, requests: 19 },
    { tokens: 1_250, calls: 15, requests: 19 },
  ],
  mcp: [
    { tokens: 1_700, calls: 14, requests: 19 },
    { tokens: 3_230, calls: 22, requests: 19 },
  ],
  exec: [
    { tokens: 2_160, calls: 13, requests: 20 },
    { tokens: 2_870, calls: 22, requests: 20 },
  ],
}

interface Limit {
  readonly tokens: number
  readonly calls: number
  readonly requests: number
}

/** Exceeded limits and failed jobs, a sentence each. */
export function problemsOf(totals: readonly Total[]): string[] {
  const base = baseOf(totals)
  return totals.flatMap((one) => {
    const { tool, isPrimed, passed, of } = one
    const name = `${names[tool]}, ${isPrimed ? "best path" : "no prior knowledge"}`
    const undone = passed < of ? [`${name}: ${of - passed} of ${of} jobs are not done right`] : []
    if (tool === "gh") return undone
    const limit = limits[tool][isPrimed ? 0 : 1]
    const counted = { tokens: tokensOf(one), calls: one.calls, requests: one.requests }
    const past = (["tokens", "calls", "requests"] as const).flatMap((what) =>
      counted[what] > limit[what]
        ? [`${name}: ${counted[what]} ${what}, at most ${limit[what]}`]
        : [],
    )
    const knowsGh = tool === "shell" || tool === "commands"
    const isDear = knowsGh && !isPrimed && base && tokensOf(one) > tokensOf(base)
    return [...undone, ...past, ...(isDear ? [`${name}: more tokens than gh`] : [])]
  })
}
