/**
 * What the `ghx` command costs beside bare Node, which it starts: `--help`, `explain`, and a call to a
 * sandbox in a process of its own, beside a bare `fetch` of the same. Each run is a process, and they take
 * turns. Run: `make bench ARGS=command`.
 */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createFolderWithPackage } from "../test/installed.js"

const ROUNDS = Number(process.argv[2] ?? 21)

const cwd = await createFolderWithPackage("command-bench")
const program = "node_modules/ghx/dist/command/bin.js"
// As the process ends: what is needed to find that out is the same in every run.
writeFileSync(
  join(cwd, "tell.cjs"),
  `process.on("exit", () => {
  const { user, system } = process.cpuUsage()
  require("fs").writeSync(2, "\\n" + JSON.stringify([performance.now(), (user + system) / 1000]))
})`,
)

const sandbox = spawn(process.execPath, [program, "sandbox"], {
  cwd,
  stdio: ["ignore", "pipe", "ignore"],
})
try {
  const [line] = await once(sandbox.stdout, "data")
  const { url, token } = JSON.parse(String(line))
  const env = { PATH: process.env.PATH, GHX_BASE_URL: url }
  const query = JSON.stringify({ query: "{ viewer { login } }" })
  const fetched = `fetch("${url}/graphql", { method: "POST", body: '${query}', headers: { authorization: "Bearer ${token}" } }).then((one) => one.text())`
  const view = ["run", "issue.view", "-R", "octocat/hello-world", "1"]
  const cases: Readonly<Record<string, readonly string[]>> = {
    "bare node": ["-e", "0"],
    "ghx --help": [program, "--help"],
    "ghx capabilities explain": [program, "capabilities", "explain", "issue.view"],
    "a bare fetch": ["-e", fetched],
    "ghx run issue.view": [program, ...view],
    "ghx run issue.view --jq": [program, ...view, "--jq", ".title"],
  }
  const runs = new Map(Object.keys(cases).map((name) => [name, [] as [number, number][]]))
  // The first request of a sandbox takes longer than those after it.
  measure([program, ...view], env)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, args] of Object.entries(cases)) runs.get(name)?.push(measure(args, env))
  }
  console.log(`${ROUNDS} rounds, Node ${process.versions.node}\n`)
  console.log(
    "| median, milliseconds | clock | more than bare | processor | more than bare |\n|---|---|---|---|---|",
  )
  const bare = runs.get("bare node") ?? []
  for (const [name, all] of runs) {
    const cells = [0, 1].flatMap((at) => {
      const [own, least] = [all, bare].map((some) => median(some.map((one) => one[at] ?? 0)))
      return [own ?? 0, (own ?? 0) - (least ?? 0)]
    })
    console.log(`| ${[name, ...cells.map((cell) => cell.toFixed(0))].join(" | ")} |`)
  }
} finally {
  sandbox.kill("SIGTERM")
  rmSync(cwd, { recursive: true, force: true })
}

/** One run: milliseconds as a clock tells them, and of the processor. */
function measure(args: readonly string[], env: NodeJS.ProcessEnv): [number, number] {
  const command = ["--require", "./tell.cjs", ...args]
  const { stderr } = spawnSync(process.execPath, command, { cwd, env, encoding: "utf8" })
  return JSON.parse(stderr.slice(stderr.lastIndexOf("\n")))
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
