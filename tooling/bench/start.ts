/**
 * The cost of a process up to its first answer: the package from its tarball, as it is and with 1,000
 * synthetic capabilities, next to @octokit/core. Each run is a process of its own, and they take turns.
 * Run: `make bench ARGS=start`.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { operation as issueView } from "../../generated/operations/issue/view.js"
import { ROOT } from "../../test/projects.js"
import { pack } from "../build/pack.js"
import { startAnsweringServer } from "./answering-server.js"
import { writePackageWithMore } from "./more-capabilities.js"

const ROUNDS = Number(process.argv[2] ?? 21)
const MANY = 1000

const cwd = mkdtempSync(join(tmpdir(), "ghx-start-"))
const input = JSON.stringify({ owner: "octocat", repo: "hello-world", issue_number: 1 })
const server = await startAnsweringServer()
const options = (name: string) => JSON.stringify({ [name]: server.url })

const octokit = 'const { Octokit } = await import("@octokit/core")'
const ghx = (name: string) => `const { createGhx } = await import("${name}")`
const callOctokit = `await new Octokit({ ...${options("baseUrl")}, auth: "t" }).graphql(${JSON.stringify(issueView.document)}, ${input})`
const callGhx = `const result = await createGhx({ ...${options("base_url")}, token: "t" }).issue.view(${input})
if (!result.ok) throw new Error(result.error.message)`

const IMPORTED = "import @octokit/core"
const CALLED = "import and first call of @octokit/core"
const scripts = {
  [IMPORTED]: octokit,
  "import ghx": ghx("ghx"),
  [`import ghx with ${MANY} more`]: ghx("ghx-many"),
  [CALLED]: `${octokit}\n${callOctokit}`,
  "import and first call of ghx": `${ghx("ghx")}\n${callGhx}`,
  [`import and first call of ghx with ${MANY} more`]: `${ghx("ghx-many")}\n${callGhx}`,
}

/** Milliseconds of one run: elapsed, and CPU time. */
interface Run {
  readonly clock: number
  readonly processor: number
}

try {
  const tarball = await install()
  const runs = new Map(Object.keys(scripts).map((name) => [name, [] as Run[]]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, script] of Object.entries(scripts)) runs.get(name)?.push(measure(script))
  }
  console.log(`${tarball}, ${ROUNDS} rounds, Node ${process.versions.node}\n`)
  console.log("| median, milliseconds | clock | ratio | processor | ratio |\n|---|---|---|---|---|")
  for (const [name, all] of runs) {
    const bare = runs.get(name.includes("call") ? CALLED : IMPORTED) ?? []
    const cells = (["clock", "processor"] as const).map((kind) => {
      const [ours, theirs] = [median(all, kind), median(bare, kind)]
      return `${ours.toFixed(1)} | ${(ours / theirs).toFixed(2)}`
    })
    console.log(`| ${[name, ...cells].join(" | ")} |`)
  }
  for (const name of ["import ghx", "import and first call of ghx"]) {
    const [own, many] = [name, `${name} with ${MANY} more`].map((each) => runs.get(each) ?? [])
    const more = many?.map((run, round) => run.processor - (own?.[round]?.processor ?? 0)) ?? []
    const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(more, share).toFixed(1))
    console.log(
      `${name}: ${MANY} more cost ${middle} ms of the processor (quartiles ${low}, ${high})`,
    )
  }
} finally {
  await server.close()
  rmSync(cwd, { recursive: true, force: true })
}

/** A project with the package from its tarball, and another one with many more capabilities. */
async function install(): Promise<string> {
  const npm = (args: readonly string[]) =>
    execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
  writeFileSync(join(cwd, "package.json"), '{ "private": true, "type": "module" }')
  const { filename, size, entryCount } = pack(ROOT, cwd)
  npm(["install", "--prefer-offline", `./${filename}`, "@octokit/core@7.0.7"])
  await writePackageWithMore(MANY, join(cwd, "node_modules/ghx-many"))
  return `${filename}: ${entryCount} files, ${(size / 1e6).toFixed(2)} MB`
}

/** The time from the first import to the end of a script, in its own process. */
function measure(script: string): Run {
  const timed = `const start = performance.now()
const before = process.cpuUsage()
${script}
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ clock: performance.now() - start, processor: (user + system) / 1000 }))`
  const args = ["--input-type=module", "-e", timed]
  return JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: "utf8" }))
}

function median(all: readonly Run[], kind: keyof Run): number {
  return quantile(
    all.map((run) => run[kind]),
    0.5,
  )
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
