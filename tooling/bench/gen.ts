/**
 * Speed and memory of the compiler, as `pnpm gen` runs it, at 30, 70, 211 and 3,000 cards (copies with
 * other ids), next to the typescript-operations plugin alone on the same documents, and to the libraries
 * and the disk alone. Run: `make bench`.
 */
import { spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bundleCompiler } from "../build/compiler.js"
import { copyCards, isOverGraphql } from "./copies.js"

const project = join(import.meta.dirname, "../..")
const SIZES = (process.argv[2] ?? "30,70,211,3000").split(",").map(Number)

/** A project with `size` cards, and one of them. */
function projectOf(size: number): { root: string; path: string } {
  mkdirSync(join(project, ".cache"), { recursive: true })
  const root = mkdtempSync(join(project, ".cache/bench-"))
  // Only cards over GraphQL, because the plugin handles nothing else.
  const [first] = copyCards(root, size, isOverGraphql)
  return { root, path: `cards/${first?.card}` }
}

interface Run {
  /** CPU time, since the machine is seldom idle. */
  ms: number
  mb: number
  profile: string
}

const USED = `process.once("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  console.log("used " + (userCPUTime + systemCPUTime) / 1000 + " ms, " + Math.round(maxRSS / 1024) + " MB")
})`

/** Runs a script in its own process; time and peak memory are those of the whole process. */
function run(args: string[]): Run {
  const used = `data:text/javascript,${encodeURIComponent(USED)}`
  const options = { cwd: project, encoding: "utf8" } as const
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", used, ...args],
    options,
  )
  const output = stdout + stderr
  if (status !== 0) throw new Error(output)
  const [, ms, mb] = (/^used ([\d.]+) ms, (\d+) MB$/m.exec(output) ?? []).map(Number)
  if (ms === undefined || mb === undefined) throw new Error(output)
  return { ms, mb, profile: /^read .*$/m.exec(output)?.[0] ?? "" }
}

function best(times: number, work: () => Run): Run {
  return Array.from({ length: times }, work).reduce((a, b) => (a.ms <= b.ms ? a : b))
}

/** Milliseconds of one compilation in watch mode: the median of some saves, after the first few. */
async function watched(root: string, save: (edit: number) => void): Promise<number> {
  const args = [".cache/compiler/main.js", "--root", root, "--watch"]
  const watcher = spawn(process.execPath, args, {
    cwd: project,
    stdio: ["ignore", "ignore", "pipe"],
  })
  const times: number[] = []
  let output = ""
  for await (const text of watcher.stderr) {
    output += text
    const [, ms] = /compiled in (\d+) ms; watching/.exec(output) ?? []
    if (ms === undefined) continue
    output = ""
    times.push(Number(ms))
    if (times.length > 25) watcher.kill("SIGINT")
    else {
      // A save right after another of the same file is reported late.
      await new Promise((resolve) => setTimeout(resolve, 150))
      save(times.length)
    }
  }
  const sorted = times.slice(5).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

// The competitors are bundled, because transpiling them would take as long as their work.
const BESIDE = ".cache/bench-bundles"
await bundleCompiler(project, BESIDE, {
  floor: "tooling/bench/floor.ts",
  plugin: "tooling/bench/plugin.ts",
})

console.log("| cards | run | seconds of the processor | MB | ratio to the plugin alone |")
console.log("|---|---|---|---|---|")
const profiles: string[] = []
for (const size of SIZES) {
  const { root, path } = projectOf(size)
  try {
    const times = size > 1000 ? 1 : 3
    const plugin = best(times, () => run([`${BESIDE}/plugin.js`, root]))
    const row = (name: string, { ms, mb }: Run) =>
      console.log(
        `| ${size} | ${name} | ${(ms / 1000).toFixed(2)} | ${mb} | ${(ms / plugin.ms).toFixed(2)} |`,
      )
    row("typescript-operations plugin alone", plugin)
    const gen = (...args: string[]) =>
      run([".cache/compiler/main.js", "--root", root, "--profile", ...args])
    const cold = best(times, () => {
      for (const folder of [".cache", "generated"])
        rmSync(join(root, folder), { recursive: true, force: true })
      return gen()
    })
    row("cold", cold)
    row(
      "YAML, graphql-js and writing files alone",
      best(times, () => run([`${BESIDE}/floor.js`, root])),
    )
    row(
      "check, nothing changed",
      best(times, () => gen("--check")),
    )
    const text = readFileSync(join(root, path), "utf8")
    const save = (edit: number) => {
      const edited = text.replace(/description: .*/, `description: Show number ${edit}.`)
      writeFileSync(join(root, path), edited)
    }
    let edits = 0
    row(
      "one card edited",
      best(times, () => {
        edits += 1
        save(edits)
        return gen()
      }),
    )
    const ms = await watched(root, (edit) => save(edits + edit))
    console.log(
      `| ${size} | one card edited, watching | ${(ms / 1000).toFixed(3)} by the clock | | |`,
    )
    profiles.push(`${size} cards, cold: ${cold.profile}`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
console.log(`\nStages:\n${profiles.join("\n")}`)
