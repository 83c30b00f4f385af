/**
 * Writes docs/performance.md from one run of the other scripts, and the results beside the goals of decision 60.
 * Takes a quarter of an hour on an idle machine. Run: `make bench ARGS=page`.
 */
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { cpus, loadavg, totalmem } from "node:os"
import { join } from "node:path"

const project = join(import.meta.dirname, "../..")
const GOALS = "docs/decisions/0060-measurements-and-goals.md"

interface Section {
  readonly title: string
  /** The meaning of the numbers, for users. */
  readonly says: string
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
    says: "The same call with a `fetch` that responds immediately, so that only client time remains: for the first calls of a process, for later calls, and after warm-up. Each cell has the median, the quartiles, and the ratio to octokit.graphql. Unlike Octokit, ghx also validates the input, chooses a route, sets a deadline and creates an envelope; it sends without Octokit's library. Its first call includes loading code that the import does not load. With an Octokit passed by the caller, calls take longer, because that Octokit builds requests and parses bodies itself.",
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
    says: "From the start of a process; median and quartiles.",
    runs: ["tooling/bench/servers.ts"],
  },
  {
    title: "In a browser",
    says: "Minified sizes in kB, with nothing excluded. The first columns are for a single-file bundle, which contains every optional feature. The other columns are for split code: the files that a page loads up to the result of its first call, each compressed by itself. esbuild includes nested namespaces as a whole, so import from `ghx/issue` there.",
    runs: ["tooling/bench/bundles.ts"],
  },
  {
    title: "Type checking",
    says: "The work of the TypeScript compiler for the types of ghx. Each file calls every capability once and reads its result. TypeScript 5.4 is the oldest supported version.",
    runs: ["tooling/bench/types.ts"],
  },
  {
    title: "The compiler",
    says: "Compiles copies of this repository's cards under different ids, compared with only `@graphql-codegen/typescript-operations` on the same documents; both are bundled. The compiler also checks cards, compiles expressions and writes modules, docs and catalog.",
    runs: ["tooling/bench/gen.ts", "57,250,1000"],
  },
  {
    title: "A plan",
    says: "Plans, compared with one bare request over a `fetch` that responds immediately.",
    runs: ["tooling/bench/plan.ts"],
  },
  {
    title: "The sandbox",
    says: "The first GraphQL request of a process, compared with building GitHub's whole schema with graphql-js.",
    runs: ["tooling/bench/first-request.ts"],
  },
  {
    title: "Large sandboxes",
    says: "The same requests with 100, 1,000 and 20,000 issues. Lists and searches use indexes; phrases, persons and dates are checked per row.",
    runs: ["tooling/bench/sandbox.ts"],
  },
  {
    title: "Package size",
    says: "The contents of the package. A call reads a few files of the first two rows.",
    runs: ["tooling/build/check-package.ts"],
  },
]

/** A bound for one number of the page. */
interface Goal {
  readonly what: string
  readonly most: number
  readonly unit: string
  readonly section: string
  /** The beginning of the row. */
  readonly row: string
  /** The index of the cell after the row's name. If the cell has a ratio, the goal is for the ratio. */
  readonly cell: number
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

const goals: readonly Goal[] = [
  young("CPU of the first call", own, 0, 2),
  young("calls 2 to 10", own, 1, 1.2),
  young("calls 11 to 100", own, 2, 1.2),
  young("hot call", own, 4, 1.1),
  young("hot call, your own Octokit", `${own}, your own Octokit`, 4, 1.5),
  young("hot chain of ten", "a chain of ten", 4, 4.5),
  young("allocated by a hot call (38 kB of 34)", own, 6, 1.12),
  {
    what: "first `startSandbox`",
    most: 150,
    unit: "ms of CPU",
    section: "The MCP server and the sandbox",
    row: "| first `startSandbox`",
    cell: 0,
  },
  {
    what: "`ghx mcp`, first answer over bare Node",
    most: 90,
    unit: "ms",
    section: "The MCP server and the sandbox",
    row: "| the same, over bare Node",
    cell: 1,
  },
  {
    what: "`ghx run`, to `gh`",
    most: 2.5,
    unit: "× of wall time",
    section: "The command",
    row: "| `ghx run issue.view`",
    cell: 2,
  },
  {
    what: "a page with `ghx/lazy`, first call (Rollup)",
    most: 45,
    unit: "kB gzipped",
    section: "In a browser",
    row: "| `createGhx` of `ghx/lazy` | rollup |",
    cell: 3,
  },
  {
    what: "one capability in one file (esbuild)",
    most: 45,
    unit: "kB gzipped",
    section: "In a browser",
    row: "| `view` of `ghx/issue`, bound to a token | esbuild |",
    cell: 1,
  },
  {
    what: "compiler, 1,000 cards cold",
    most: 2,
    unit: "× the plugin alone",
    section: "The compiler",
    row: "| 1000 | cold |",
    cell: 2,
  },
]

const began = { load: loadavg()[0] ?? 0, date: new Date().toISOString().slice(0, 10) }
const outputs = new Map<string, string>()
for (const { title, runs } of sections) {
  console.error(`${title} …`)
  outputs.set(title, outputOf(runs))
}
writeFileSync(join(project, "docs/performance.md"), page())
const decision = readFileSync(join(project, GOALS), "utf8")
const marked =
  /(?<=<!-- tooling\/bench\/page\.ts writes the table below -->\n\n).*?(?=\n\n<!-- end -->)/s
if (!marked.test(decision)) throw new Error(`${GOALS} has no place for the table`)
writeFileSync(join(project, GOALS), decision.replace(marked, table))

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

function page(): string {
  const [{ model = "an unknown processor" } = {}] = cpus()
  const machine = `${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${began.date}`
  const text = sections.map(({ title, says, runs }) => {
    const [, name] = /^tooling\/bench\/(.*)\.ts$/.exec(runs[0] ?? "") ?? []
    const command = name === undefined ? "make check-package" : `make bench ARGS=${name}`
    return `## ${title}\n\n\`${command}\`: ${says}\n\n${outputs.get(title)}`
  })
  return `# Performance

\`make bench ARGS=page\` wrote this page from one run: ${machine}, with a load of ${began.load.toFixed(1)} when it began. Ratios to a public tool in the same run are more reliable than absolute times; between runs, short times vary by up to a third. [Decision 60](decisions/0060-measurements-and-goals.md) has goals and earlier measurements, and [chains.md](chains.md#what-it-saves) has requests, points, bytes and time of whole jobs.

${text.join("\n\n")}
`
}

function table(): string {
  const rows = goals.map((goal) => {
    const { what, most, unit } = goal
    const measured = numberOf(goal)
    return `| ${what} | ${most} ${unit} | ${measured} | ${measured <= most ? "met" : "missed"} |`
  })
  const head = `| ${began.date} | goal | measured | |\n|---|---|---|---|`
  return [head, ...rows].join("\n")
}

function numberOf({ section, row, cell }: Goal): number {
  const line = outputs
    .get(section)
    ?.split("\n")
    .find((one) => one.startsWith(row))
  // A row's name may span several cells.
  const cells = row.endsWith("|") ? line?.slice(row.length) : line?.slice(line.indexOf("|", 2) + 1)
  const text = cells?.split("|")[cell]
  const found = Number(/[\d.]+/.exec(text?.split(";").at(-1) ?? "")?.[0])
  if (Number.isNaN(found)) throw new Error(`No number for ${row} in ${section}`)
  return found
}
