/**
 * The cost of a process' first sandbox, and the MCP server's time to its first response, next to bare Node.
 * Each run is a process of plain Node, and they take turns. Run: `make bench ARGS=servers`.
 */
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createFolderWithPackage } from "../../test/installed.js"
import { cellOf, inTurns, type Spent, spreadOf } from "./turns.js"

const ROUNDS = Number(process.argv[2] ?? 21)
const project = join(import.meta.dirname, "../..")

const cwd = await createFolderWithPackage("servers-bench")
symlinkSync(join(project, "schema"), join(cwd, "node_modules/ghx/schema"))
const bin = "node_modules/ghx/dist/surfaces/command/bin.js"

const query = JSON.stringify({ query: "{ viewer { login } }" })
writeFileSync(
  join(cwd, "sandbox.js"),
  `const spent = (work) => async () => {
  const [start, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { wall: performance.now() - start, cpu: (user + system) / 1000 }
}
let sandbox
const started = await spent(async () => {
  const { startSandbox } = await import("ghx/sandbox")
  sandbox = await startSandbox()
})()
const ask = async () => {
  const headers = { authorization: "Bearer " + sandbox.token }
  await (await fetch(sandbox.url + "/graphql", { method: "POST", headers, body: '${query}' })).text()
}
// The client has its own first time.
await (await fetch(sandbox.url + "/meta")).text()
const first = await spent(ask)()
const second = await spent(ask)()
await sandbox.close()
console.log(JSON.stringify([started, first, second]))
`,
)
// Written at exit. That takes the same time in every run.
writeFileSync(
  join(cwd, "tell.cjs"),
  `process.on("exit", () => {
  const { user, system } = process.cpuUsage()
  require("fs").writeSync(2, "\\n" + (user + system) / 1000)
})`,
)

const greeting = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  },
})

/** The time from the start of a process to its first line of output. */
async function toFirstLine(args: readonly string[], input: string): Promise<Spent> {
  const start = performance.now()
  const env = { PATH: process.env.PATH, GH_TOKEN: "t" }
  const child = spawn(process.execPath, ["--require", "./tell.cjs", ...args], { cwd, env })
  let output = ""
  child.stderr.on("data", (text) => {
    output += text
  })
  child.stdin.write(input)
  await once(child.stdout, "data")
  const wall = performance.now() - start
  child.stdin.end()
  await once(child, "close")
  return { wall, cpu: Number(output.slice(output.lastIndexOf("\n"))) }
}

try {
  const sandboxes: Spent[][] = []
  const runs = await inTurns(ROUNDS, {
    "bare Node prints a line": () => toFirstLine(["-e", "console.log(1)"], ""),
    "`ghx mcp` answers its first message": () => toFirstLine([bin, "mcp"], `${greeting}\n`),
    sandbox() {
      const printed = execFileSync(process.execPath, ["sandbox.js"], { cwd, encoding: "utf8" })
      sandboxes.push(JSON.parse(printed))
      return { wall: 0, cpu: 0 }
    },
  })
  console.log("| of a process | ms of CPU | ms by the clock |\n|---|---|---|")
  const row = (name: string, all: readonly Spent[]) => {
    const cells = (["cpu", "wall"] as const).map((kind) =>
      cellOf(spreadOf(all.map((run) => run[kind]))),
    )
    console.log(`| ${[name, ...cells].join(" | ")} |`)
  }
  const names = ["first `startSandbox`, import included", "its first GraphQL request", "its second"]
  for (const [at, name] of names.entries()) {
    row(
      name,
      sandboxes.flatMap((one) => one[at] ?? []),
    )
  }
  for (const [name, all] of runs) if (name !== "sandbox") row(name, all)
  const [bare = [], mcp = []] = [...runs.values()]
  const more = (kind: keyof Spent) =>
    cellOf(spreadOf(mcp.map((run, round) => run[kind] - (bare[round]?.[kind] ?? 0))))
  console.log(`| the same, over bare Node | ${more("cpu")} | ${more("wall")} |`)
} finally {
  rmSync(cwd, { recursive: true, force: true })
}
