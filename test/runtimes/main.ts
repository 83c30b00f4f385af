/**
 * Tests the package from its tarball, installed by npm, in every supported runtime: each sub-path is imported, and a
 * few calls go to a sandbox, with the same answers everywhere. npm downloads missing runtimes into
 * `.cache/runtimes/`, some 700 MB. Run: `make runtimes`.
 */
import { execFile, spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import { build } from "esbuild"
import { startSandbox } from "ghx/sandbox"
import { entriesOf } from "../entries.js"

const run = promisify(execFile)
const root = join(import.meta.dirname, "../..")
const home = join(root, ".cache/runtimes")
const project = join(home, "project")
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const entries = entriesOf(manifest, root)
/** Programs that need processes and files, with the entries below them. */
const ofProcesses = ["ghx/durable", "ghx/issue-chain", "ghx/sandbox"]

const smoke = (names: readonly string[], end: string) => `${names
  .map((name, index) => `import * as entry${index} from "${name}"`)
  .join("\n")}
import { chain, createExecutor, createGhx } from "ghx"

export async function smoke(options) {
  const said = []
  const ghx = createGhx(options)
  const at = { owner: "octocat", repo: "hello-world" }
  const issue = { ...at, issue_number: 1 }
  said.push([${names.map((_, index) => `Object.keys(entry${index}).length > 0`)}].every(Boolean))
  const viewed = await ghx.issue.view(issue)
  said.push(viewed.ok && [viewed.data.title, viewed.meta.route_used])
  const { results } = await chain(ghx.issue.view(issue), ghx.repo.view(at))
  said.push(results.map((one) => one.ok && (one.data.title ?? one.data.default_branch)))
  const listed = await ghx.issue.view(issue).run({ route: "rest" })
  said.push(listed.ok && [listed.data.title, listed.meta.route_used])
  const lost = await ghx.issue.view({ ...at, issue_number: 999 })
  said.push(lost.ok || lost.error.code)
  const { execute, explain } = createExecutor(options)
  const named = await execute("issue.list", { ...at, first: 1 })
  said.push(named.ok && named.data.total_count, (await explain("pr.merge")).ok)
  const bad = await execute("issue.view", { ...at, number: 1 })
  said.push(bad.ok || bad.error.message)
  return said
}
${end}
`

const main = `const { GHX_URL: base_url, GHX_TOKEN: token } = process.env
console.log(JSON.stringify(await smoke({ base_url, token })))
process.exit()`

const worker = `export default {
  async fetch(_, env) {
    return Response.json(await smoke({ base_url: env.GHX_URL, token: env.GHX_TOKEN }))
  },
}`

const required = `const { createGhx } = require("ghx")
for (const name of ${JSON.stringify(entries)}) require(name)
const { GHX_URL: base_url, GHX_TOKEN: token } = process.env
createGhx({ base_url, token }).user.me().then((me) => console.log(me.ok && me.data.login))
`

const github = await startSandbox()
const env = { ...process.env, GHX_URL: github.url, GHX_TOKEN: github.token }

/** The output of a command in the project. */
async function printed(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(program, args, { cwd: project, env })
  return stdout.trim()
}

/** Installs packages into their own folder, unless they are there already. */
async function installed(name: string, packages: readonly string[]): Promise<string> {
  const folder = join(home, name)
  if (!existsSync(join(folder, "node_modules"))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "package.json"), '{ "private": true }')
    await run("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: folder })
  }
  return join(folder, "node_modules")
}

const platform = `${process.platform}-${process.arch}`
const runtimes: Readonly<Record<string, Runtime>> = {
  "Node, this one": { program: async () => process.execPath, answer: inNode },
  "Node 22": { program: () => nodeOf("22"), answer: inNode },
  "Node 24": { program: () => nodeOf("24"), answer: inNode },
  "Node 26": { program: () => nodeOf("26"), answer: inNode },
  Bun: {
    program: async () => join(await installed("bun", ["bun@1"]), ".bin/bun"),
    answer: (bun) => printed(bun, ["smoke.mjs"]),
  },
  Deno: {
    program: async () => join(await installed("deno", ["deno@2"]), ".bin/deno"),
    answer: (deno) =>
      printed(deno, ["run", "--allow-all", "--node-modules-dir=manual", "smoke.mjs"]),
  },
  workerd: {
    program: async () => join(await installed("workerd", ["workerd@1"]), ".bin/workerd"),
    answer: inWorkerd,
  },
}

interface Runtime {
  /** Returns the path of the runtime, and downloads it if necessary. */
  readonly program: () => Promise<string>
  /** The output of the program in that runtime. */
  readonly answer: (program: string) => Promise<string>
}

async function nodeOf(version: string): Promise<string> {
  const modules = await installed(`node-${version}`, [`node-${platform}@${version}`])
  return join(modules, `node-${platform}`, "bin/node")
}

/** The program, and two features of Node alone: `require` of modules, and the compiler. */
async function inNode(node: string): Promise<string> {
  const [major = 0, minor = 0] = (await printed(node, ["-p", "process.versions.node"]))
    .split(".")
    .map(Number)
  const canRequire = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
  if (!canRequire) throw new Error(`Node ${major}.${minor} cannot require modules`)
  const login = await printed(node, ["--disable-warning=ExperimentalWarning", "required.cjs"])
  if (login !== "octocat") throw new Error(`require says ${login}`)
  const ghx = join(project, "node_modules/ghx/dist/surfaces/command/bin.js")
  const compiled = await printed(node, [ghx, "gen"])
  if (!/^(?:1 capability|Nothing changed)/.test(compiled)) throw new Error(compiled)
  return printed(node, ["smoke.mjs"])
}

/** workerd has no builtins of Node: a bundle that imports one does not start. */
async function inWorkerd(workerd: string): Promise<string> {
  await build({
    absWorkingDir: project,
    entryPoints: ["worker.mjs"],
    outfile: "worker.bundle.mjs",
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    external: ["lru-cache"],
    // The paths of this repository would lead to the sources instead of the package.
    tsconfigRaw: {},
    allowOverwrite: true,
  })
  const port = await freePort()
  writeFileSync(join(project, "worker.capnp"), configOf(port))
  const child = spawn(workerd, ["serve", "worker.capnp"], { cwd: project, stdio: "inherit" })
  try {
    return await answerOf(`http://127.0.0.1:${port}`)
  } finally {
    child.kill()
  }
}

const configOf = (port: number) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.bundle.mjs", esModule = embed "worker.bundle.mjs")],
      compatibilityDate = "2025-01-01",
      bindings = [
        (name = "GHX_URL", text = ${JSON.stringify(github.url)}),
        (name = "GHX_TOKEN", text = ${JSON.stringify(github.token)}),
      ],
    )),
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`

async function answerOf(url: string): Promise<string> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const response = await fetch(url).catch(() => undefined)
    if (response) return response.text()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error("workerd did not listen within ten seconds")
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0))
    })
  })
}

async function installProject(): Promise<void> {
  rmSync(project, { recursive: true, force: true })
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }')
  const packages = [join(root, ".cache/built/ghx.tgz")]
  await run("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: project })
  writeFileSync(join(project, "smoke.mjs"), smoke(entries, main))
  const ofWorkers = entries.filter(
    (name) => !ofProcesses.some((one) => `${name}/`.startsWith(`${one}/`)),
  )
  writeFileSync(join(project, "worker.mjs"), smoke(ofWorkers, worker))
  writeFileSync(join(project, "required.cjs"), required)
  await printed(process.execPath, ["node_modules/ghx/dist/surfaces/command/bin.js", "init"])
}

await installProject()
const answers = new Map<string, string>()
for (const [name, { program, answer }] of Object.entries(runtimes)) {
  try {
    const path = await program()
    const [version = ""] = (await printed(path, ["--version"])).split("\n")
    answers.set(`${name} (${version})`, await answer(path))
  } catch (error) {
    answers.set(name, `failed: ${String(error)}`)
  }
}
const [expected = ""] = answers.values()
console.log(
  `${entries.length} sub-paths; ${ofProcesses.join(", ")} are left out of workerd.\n${expected}`,
)
for (const [name, answer] of answers) {
  const isSame = answer === expected && !answer.startsWith("failed")
  console.log(`${name}: ${isSame ? "the same" : answer}`)
  if (!isSame) process.exitCode = 1
}
await github.close()
