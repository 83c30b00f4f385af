/**
 * Speed and memory of the compiler, as `pnpm gen` runs it, on copies of the repository's cards, next to the
 * typescript-operations plugin alone on the same documents, and to the libraries and the disk alone. Each cold run
 * has a new folder. Run: `make bench ARGS=gen`.
 */
import { spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bundleCompiler } from "../build/compiler.js"
import { copyCards, isOverGraphql } from "./copies.js"

const project = join(import.meta.dirname, "../..")
const SIZES = (process.argv[2] ?? "57,315,1000,3000").split(",").map(Number)
const BESIDE = ".cache/bench-bundles"

mkdirSync(join(project, ".cache"), { recursive: true })
// Removed at the end: on some disks, new files take ten times as long after others were removed.
const folder = mkdtempSync(join(project, ".cache/bench-"))
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))

/** A new project with `size` cards, and one of them. */
function projectOf(size: number): { root: string; path: string } {
  const root = mkdtempSync(join(folder, "project-"))
  // Only cards over GraphQL, because the plugin handles nothing else.
  const [first] = copyCards(root, size, isOverGraphql)
  return { root, path: join(root, `cards/${first?.card}`) }
}

/** Seconds by the clock and of the processor, and peak memory, of a whole process. */
interface Run {
  readonly wall: number
  readonly cpu: number
  readonly mb: number
  readonly profile: string
}

const USED = `process.once("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  console.log("used " + (userCPUTime + systemCPUTime) / 1e6 + " s, " + Math.round(maxRSS / 1024) + " MB")
})`

function run(...args: string[]): Run {
  const used = `data:text/javascript,${encodeURIComponent(USED)}`
  const options = { cwd: project, encoding: "utf8" } as const
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", used, ...args],
    options,
  )
  const wall = (performance.now() - start) / 1000
  const output = stdout + stderr
  const [, cpu, mb] = (/^used ([\d.]+) s, (\d+) MB$/m.exec(output) ?? []).map(Number)
  if (status !== 0 || cpu === undefined || mb === undefined) throw new Error(output)
  return { wall, cpu, mb, profile: /^read .*$/m.exec(output)?.[0] ?? "" }
}

const gen = (root: string, ...args: string[]) =>
  run(".cache/compiler/main.js", "--root", root, "--profile", ...args)
const plugin = (root: string) => run(`${BESIDE}/plugin.js`, root)

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Seconds from a save to the report of its compilation in watch mode: the median, after the first few. */
async function watched(root: string, save: () => void): Promise<number> {
  const args = [".cache/compiler/main.js", "--root", root, "--watch"]
  const watcher = spawn(process.execPath, args, {
    cwd: project,
    stdio: ["ignore", "ignore", "pipe"],
  })
  const times: number[] = []
  let saved = 0
  let output = ""
  for await (const text of watcher.stderr) {
    output += text
    if (!/compiled in \d+ ms; watching/.test(output)) continue
    output = ""
    times.push((performance.now() - saved) / 1000)
    if (times.length > 25) watcher.kill("SIGINT")
    else {
      // A save right after another of the same file is reported late.
      await new Promise((resolve) => setTimeout(resolve, 150))
      save()
      saved = performance.now()
    }
  }
  if (times.length <= 25) throw new Error(`The watching compiler stopped:\n${output}`)
  return median(times.slice(5))
}

/** The plugin and the compiler, one after the other in new folders. Calls `then` with the last folder. */
async function measure(size: number, then: (root: string, path: string, row: Row) => unknown) {
  const pairs: { readonly plugin: Run; readonly cold: Run }[] = []
  const rounds = size > 1000 ? 2 : 5
  let last = projectOf(size)
  for (let round = 1; round <= rounds; round += 1) {
    if (round > 1) last = projectOf(size)
    pairs.push({ plugin: plugin(last.root), cold: gen(last.root) })
  }
  const plugins = pairs.map(({ plugin }) => plugin)
  const colds = pairs.map(({ cold }) => cold)
  const row = rowOf(size, median(plugins.map(({ wall }) => wall)))
  row("typescript-operations plugin alone", plugins)
  row("cold", colds, median(pairs.map(({ plugin, cold }) => cold.wall / plugin.wall)))
  await then(last.root, last.path, row)
  console.error(`${size} cards, cold: ${colds.at(-1)?.profile}`)
}

type Row = ReturnType<typeof rowOf>

const rowOf =
  (size: number, plugin: number) =>
  (name: string, runs: readonly Run[], ratio = median(runs.map(({ wall }) => wall)) / plugin) => {
    const cells = [
      median(runs.map(({ wall }) => wall)).toFixed(2),
      ratio.toFixed(2),
      median(runs.map(({ cpu }) => cpu)).toFixed(2),
      median(runs.map(({ mb }) => mb)).toFixed(0),
    ]
    console.log(`| ${size} | ${name} | ${cells.join(" | ")} |`)
  }

// The competitor is bundled, because transpiling it would take as long as its work.
await bundleCompiler(project, BESIDE, { plugin: "tooling/bench/plugin.ts" })

console.log("| cards | run | seconds | ratio to the plugin alone | seconds of the processor | MB |")
console.log("|---|---|---|---|---|---|")
for (const size of SIZES) {
  await measure(size, async (root, path, row) => {
    const three = (work: () => Run) => Array.from({ length: 3 }, work)
    row(
      "check, nothing changed",
      three(() => gen(root, "--check")),
    )
    const text = readFileSync(path, "utf8")
    let edits = 0
    const save = () => {
      edits += 1
      writeFileSync(path, text.replace(/description: .*/, `description: Show number ${edits}.`))
    }
    row(
      "one card edited",
      three(() => {
        save()
        return gen(root)
      }),
    )
    const seconds = await watched(root, save)
    console.log(`| ${size} | one card edited, watching | ${seconds.toFixed(3)} | | | |`)
  })
}
