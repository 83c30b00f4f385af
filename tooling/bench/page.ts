/**
 * Writes docs/results.md from one run of the other scripts: adds a column to the goals, and replaces the tables.
 * Takes a quarter of an hour on an idle machine. Run: `make bench ARGS=page`.
 */
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { cpus, loadavg, totalmem } from "node:os"
import { join } from "node:path"
import { ownCards } from "./copies.js"

const project = join(import.meta.dirname, "../..")
const RESULTS = "docs/results.md"

interface Section {
  readonly title: string
  /** The meaning of the numbers, for users. A section without it is measured for its goals only. */
  readonly says?: string
  /** The script, with its arguments. */
  readonly runs: readonly string[]
}

const sections: readonly Section[] = [
  {
    title: "A call",
    says: "Reads one issue from a local server, compared with Octokit and a bare `gh` process; then the time of calls that are refused before anything is sent.",
    runs: ["tooling/bench/call.ts"],
  },
  {
    title: "Client time",
    runs: ["tooling/bench/young.ts"],
  },
  {
    title: "Start-up",
    says: "The installed package, also with 1,000 additional capabilities, compared with `@octokit/core`.",
    runs: ["tooling/bench/start.ts", "41"],
  },
  {
    title: "The command",
    says: "Processes of each kind, against a sandbox in another process; median and quartiles.",
    runs: ["tooling/bench/command.ts"],
  },
  {
    title: "The MCP server and the sandbox",
    runs: ["tooling/bench/servers.ts"],
  },
  {
    title: "In a browser",
    says: "Minified sizes in kB, with nothing excluded. The first columns are for a single-file bundle, which contains every optional feature. The other columns are for split code: the files that a page loads up to the result of its first call, each compressed by itself. esbuild includes nested namespaces as a whole, so import from `ghx/issue` there.",
    runs: ["tooling/bench/bundles.ts"],
  },
  {
    title: "The compiler",
    runs: ["tooling/bench/gen.ts"],
  },
  {
    title: "A job over a connection",
    says: "Lists 100 issues, then labels and closes each; the sandbox answers each request after 80 ms. Octokit runs without its throttling plugin, which waits a second after each write. GitHub asks for writes one after the other, and refuses more than 100 requests at once.",
    runs: ["tooling/bench/triage.ts"],
  },
  {
    title: "Package size",
    says: "The contents of the package. A call reads a few files of the first two rows.",
    runs: ["tooling/build/check-package.ts"],
  },
]

/** A number of the page. */
interface Cell {
  readonly section: string
  /** The beginning of the row. */
  readonly row: string
  /** The index of the cell after the row's name. If the cell has a ratio, it is the ratio that counts. */
  readonly cell: number
}

/** A bound for one number of the page, or for how much it exceeds another one. */
interface Goal extends Cell {
  readonly what: string
  readonly most: number
  readonly unit: string
  readonly over?: Cell
}

const young = (what: string, row: string, cell: number, most: number): Goal => ({
  what,
  most,
  unit: "× octokit.graphql",
  section: "Client time",
  row: `| ${row} |`,
  cell,
})
const own = "ghx.issue.view"
const start = { section: "Start-up", cell: 3 }
const command = { section: "The command", cell: 1 }
const servers = "The MCP server and the sandbox"
const browser = "In a browser"
const lazyPage = (bundler: string): Goal => ({
  what: `a page with \`ghx/lazy\`, first call (${bundler})`,
  // 60 bytes for each capability beyond the first.
  most: 45 + Math.round(0.06 * (ownCards().length - 1)),
  unit: "kB gzipped",
  section: browser,
  row: `| \`createGhx\` of \`ghx/lazy\` | ${bundler} |`,
  cell: 3,
})
const compiler = (what: string, row: string, cell: number, most: number, unit: string): Goal => ({
  what: `compiler, ${what}`,
  most,
  unit,
  section: "The compiler",
  row: `| ${row} |`,
  cell,
})

const goals: readonly Goal[] = [
  young("CPU of the first call", own, 0, 2),
  young("calls 2 to 10", own, 1, 1.2),
  young("calls 11 to 100", own, 2, 1.2),
  young("hot call", own, 4, 1.1),
  young("hot call, your own Octokit", `${own}, your own Octokit`, 4, 1.5),
  young("hot chain of ten", "a chain of ten", 4, 4.5),
  young("allocated by a hot call", own, 6, 1.12),
  { what: "import", most: 0.6, unit: "× @octokit/core", ...start, row: "| import ghx |" },
  {
    what: "import and first call",
    most: 1.25,
    unit: "× @octokit/core",
    ...start,
    row: "| import and first call of ghx |",
  },
  {
    what: "import with 1,000 more capabilities",
    most: 3,
    unit: "ms more",
    section: "Start-up",
    row: "| import ghx with 1000 more |",
    cell: 2,
    over: { section: "Start-up", row: "| import ghx |", cell: 2 },
  },
  {
    what: "first `startSandbox`",
    most: 150,
    unit: "ms of CPU",
    section: servers,
    row: "| first `startSandbox`",
    cell: 0,
  },
  {
    what: "`ghx mcp`, first answer over bare Node",
    most: 90,
    unit: "ms",
    section: servers,
    row: "| the same, over bare Node",
    cell: 1,
  },
  {
    what: "`ghx run`, to `gh`",
    most: 2.5,
    unit: "× of wall time",
    section: "The command",
    row: "| `ghx run issue.view` |",
    cell: 2,
  },
  {
    what: "`--jq`",
    most: 40,
    unit: "ms more",
    ...command,
    row: "| `ghx run issue.view --jq .title`: ",
  },
  {
    what: "`ghx --help`",
    most: 40,
    unit: "ms over bare Node",
    ...command,
    row: "| `ghx --help`: ",
  },
  {
    what: "`ghx issue list`",
    most: 0,
    unit: "ms over `ghx run issue.list`",
    ...command,
    row: "| `ghx issue list`: ",
  },
  ...["esbuild", "rollup", "rolldown", "vite"].map(lazyPage),
  {
    what: "each further capability of a page with `ghx/lazy` (esbuild)",
    most: 60,
    unit: "bytes gzipped",
    section: browser,
    row: "| `ghx/lazy`, each of 1000 more | esbuild |",
    cell: 3,
  },
  {
    what: "one capability in one file (esbuild)",
    most: 45,
    unit: "kB gzipped",
    section: browser,
    row: "| `view` of `ghx/issue`, bound to a token | esbuild |",
    cell: 1,
  },
  compiler("315 cards cold", "315 | cold", 1, 2, "× the plugin alone"),
  compiler("1,000 cards cold", "1000 | cold", 1, 3.5, "× the plugin alone"),
  compiler("3,000 cards cold", "3000 | cold", 1, 3.5, "× the plugin alone"),
  compiler("315 cards, one edited", "315 | one card edited", 0, 0.6, "s"),
  compiler("315 cards, a save while watching", "315 | one card edited, watching", 0, 0.03, "s"),
  {
    what: "label and close 100 issues, in a chain",
    most: 6,
    unit: "requests",
    section: "A job over a connection",
    row: "| ghx, a list and a chain |",
    cell: 0,
  },
]

const began = { load: loadavg()[0] ?? 0, date: new Date().toISOString().slice(0, 10) }
const outputs = new Map<string, string>()
for (const { title, runs } of sections) {
  console.error(`${title} …`)
  outputs.set(title, outputOf(runs))
}
const results = readFileSync(join(project, RESULTS), "utf8")
const history = "<!-- tooling/bench/page.ts adds a column for each run -->\n"
const tables = "<!-- tooling/bench/page.ts replaces what follows -->\n"
for (const place of [history, tables])
  if (!results.includes(place)) throw new Error(`${RESULTS} has no line ${place}`)
const [before = "", rest = ""] = results.split(history)
const [earlier = ""] = rest.split(tables)
writeFileSync(
  join(project, RESULTS),
  `${before}${history}\n${table(earlier)}\n\n${tables}\n${newestTables()}\n`,
)

function outputOf([script = "", ...args]: readonly string[]): string {
  const command = ["--import", "tsx", script, ...args]
  const options = { cwd: project, encoding: "utf8", maxBuffer: 2 ** 26 } as const
  const stdio = ["ignore", "pipe", "inherit"] as const
  const printed = execFileSync(process.execPath, command, { ...options, stdio: [...stdio] })
  return tablesIn(printed)
}

/** The tables in a script's output. */
function tablesIn(printed: string): string {
  const blocks = printed.split(/\n(?!\|)/).map((block) => block.slice(block.search(/^\|/m)))
  return blocks.filter((block) => block.startsWith("|")).join("\n\n")
}

function newestTables(): string {
  const [{ model = "an unknown processor" } = {}] = cpus()
  const machine = `${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${began.date}`
  const text = sections.flatMap(({ title, says, runs }) => {
    if (says === undefined) return []
    const [, name] = /^tooling\/bench\/(.*)\.ts$/.exec(runs[0] ?? "") ?? []
    const command = name === undefined ? "make check-package" : `make bench ARGS=${name}`
    return [`## ${title}\n\n\`${command}\`: ${says}\n\n${outputs.get(title)}`]
  })
  const head = `The tables below are of the newest run: ${machine}, with a load of ${began.load.toFixed(1)} when it began.`
  return [head, ...text].join("\n\n")
}

/** The goals with the columns of earlier runs and one of this run. A goal that has changed begins anew. */
function table(earlier: string): string {
  const [head = "", , ...rows] = earlier.trim().split("\n")
  const columns = head.split("|").length - 4
  const lines = goals.map((goal) => {
    const { what, most, unit, over } = goal
    const measured = Number((numberOf(goal) - (over ? numberOf(over) : 0)).toFixed(2))
    const name = `| ${what} | ${most} ${unit} |`
    const known = rows.find((row) => row.startsWith(name)) ?? name + " |".repeat(columns)
    return `${known} ${measured}${measured <= most ? "" : " ✗"} |`
  })
  return [`${head} ${began.date} |`, `|${"---|".repeat(columns + 3)}`, ...lines].join("\n")
}

function numberOf({ section, row, cell }: Cell): number {
  const line = outputs
    .get(section)
    ?.split("\n")
    .find((one) => one.startsWith(row))
  // A row's name may span several cells.
  const cells = row.endsWith("|") ? line?.slice(row.length) : line?.slice(line.indexOf("|", 2) + 1)
  const text = cells?.split("|")[cell]
  const found = Number(/-?[\d.]+/.exec(text?.split(";").at(-1) ?? "")?.[0])
  if (Number.isNaN(found)) throw new Error(`No number for ${row} in ${section}`)
  return found
}
