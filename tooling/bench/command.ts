/**
 * The cost of the `ghx` command: `--help`, `explain`, and a call to a sandbox in a process of its own, next
 * to bare Node, the same by a bare `fetch`, and the machine's `gh`. Each run is a process, and they take
 * turns. Run: `make bench ARGS=command`.
 */
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { createFolderWithPackage } from "../../test/installed.js"
import { startServedSandbox } from "./served-sandbox.js"
import { cellOf, inTurns, type Spent, spreadOf, timeProcess } from "./turns.js"

const ROUNDS = Number(process.argv[2] ?? 21)

const cwd = await createFolderWithPackage("command-bench")
const program = "node_modules/ghx/dist/surfaces/command/bin.js"
const sandbox = await startServedSandbox()
try {
  const { url, token, env: ofGh } = sandbox
  const { PATH } = process.env
  const env = { PATH, GHX_BASE_URL: url, GH_TOKEN: token }
  const query = JSON.stringify({ query: "{ viewer { login } }" })
  const fetched = `fetch("${url}/graphql", { method: "POST", body: '${query}', headers: { authorization: "Bearer ${token}" } }).then((one) => one.text())`
  const node = (...args: string[]) => [process.execPath, ...args]
  const view = [program, "run", "issue.view", "-R", "octocat/hello-world", "1"]
  const inside = ["-R", "octocat/hello-world", "--json", "number,title"]
  const hasGh = spawnSync("gh", ["--version"]).status === 0
  const withGh: Readonly<Record<string, readonly string[]>> = hasGh
    ? {
        "`gh issue view`": [
          "gh",
          "issue",
          "view",
          "1",
          "-R",
          "octocat/hello-world",
          "--json",
          "title",
        ],
      }
    : {}
  const cases = {
    "bare Node": node("-e", "0"),
    "`ghx --help`": node(program, "--help"),
    "`ghx capabilities explain`": node(program, "capabilities", "explain", "issue.view"),
    "a bare `fetch` of one GraphQL query": node("-e", fetched),
    ...withGh,
    "`ghx run issue.view`": node(...view),
    "`ghx run issue.view --jq .title`": node(...view, "--jq", ".title"),
    "the same with an expression that starts jq": node(...view, "--jq", ".title | length > 1"),
    "`ghx issue view`": node(program, "issue", "view", "1", "-R", "octocat/hello-world"),
    "`ghx run issue.list`": node(program, "run", "issue.list", ...inside),
    "`ghx issue list`": node(program, "issue", "list", ...inside),
  }
  const timed = Object.entries(cases).map(([name, command]) => {
    const own = command[0] === "gh" ? { PATH, ...ofGh } : env
    return [name, () => timeProcess(command, cwd, own)] as const
  })
  // The first request of a sandbox takes longer than those after it.
  for (const [, measure] of timed) measure()
  const runs = await inTurns(ROUNDS, Object.fromEntries(timed))
  const medianOf = (name: string, kind: keyof Spent) =>
    spreadOf((runs.get(name) ?? []).map((run) => run[kind])).middle
  console.log("| process | ms of CPU | ms by the clock | clock, to `gh` |\n|---|---|---|---|")
  for (const [name, all] of runs) {
    const [cpu, wall] = (["cpu", "wall"] as const).map((kind) =>
      cellOf(spreadOf(all.map((run) => run[kind]))),
    )
    const ratio = medianOf(name, "wall") / medianOf("`gh issue view`", "wall")
    console.log(`| ${name} | ${cpu} | ${wall} | ${hasGh ? ratio.toFixed(2) : "no gh here"} |`)
  }
  // From the same round, so that other load affects both alike.
  console.log("\n| of one round | ms of CPU | ms by the clock |\n|---|---|---|")
  for (const [name, other] of [
    ["`ghx --help`", "bare Node"],
    ["`ghx issue list`", "`ghx run issue.list`"],
    ["`ghx issue view`", "`ghx run issue.view`"],
    ["`ghx run issue.view --jq .title`", "`ghx run issue.view`"],
  ] as const) {
    const [more, clock] = (["cpu", "wall"] as const).map((kind) => {
      const others = runs.get(other) ?? []
      const all = (runs.get(name) ?? []).map((run, at) => run[kind] - (others[at]?.[kind] ?? 0))
      return cellOf(spreadOf(all), 1)
    })
    console.log(`| ${name}: more than ${other} | ${more} | ${clock} |`)
  }
} finally {
  await sandbox.close()
  rmSync(cwd, { recursive: true, force: true })
}
