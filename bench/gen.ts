/**
 * Speed and memory of the compiler at 30, 300 and 3,000 cards (copies with other ids), beside
 * the typescript-operations plugin alone on the same documents. Run: `make bench`.
 */
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { cardPaths, writeCopy } from "./copies.js"

const project = join(import.meta.dirname, "..")
const SIZES = (process.argv[2] ?? "30,300,3000").split(",").map(Number)

/** A project with `size` cards: the repository's own, copied under other domains. */
function projectOf(size: number): string {
  mkdirSync(join(project, ".cache"), { recursive: true })
  const root = mkdtempSync(join(project, ".cache/bench-"))
  cpSync(join(project, "schema"), join(root, "schema"), { recursive: true })
  cpSync(join(project, "operations/lookup"), join(root, "operations/lookup"), { recursive: true })
  // Both sides have to do with GraphQL only.
  const cards = cardPaths({ withDocument: true })
  for (let index = 0; index < size; index += 1) {
    writeCopy(root, cards[index % cards.length] ?? "", Math.floor(index / cards.length))
  }
  return root
}

interface Run {
  ms: number
  mb: number
  profile: string
}

/** Runs a script in a process of its own; seconds and peak memory are the whole process's. */
function run(script: string, args: string[]): Run {
  const started = performance.now()
  const output = execFileSync(
    process.execPath,
    ["--import", "tsx", join(project, "bench/measured.ts"), join(project, script), ...args],
    { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
  )
  const ms = performance.now() - started
  const mb = Number(/peak (\d+) MB/.exec(output)?.[1])
  return { ms, mb, profile: /^read .*$/m.exec(output)?.[0] ?? "" }
}

function best(times: number, work: () => Run): Run {
  return Array.from({ length: times }, work).reduce((a, b) => (a.ms <= b.ms ? a : b))
}

console.log("| cards | run | seconds | MB | ratio to the plugin alone |")
console.log("|---|---|---|---|---|")
const profiles: string[] = []
for (const size of SIZES) {
  const root = projectOf(size)
  try {
    const times = size > 1000 ? 1 : 3
    const plugin = best(times, () => run("bench/plugin.ts", [root]))
    const row = (name: string, { ms, mb }: Run) =>
      console.log(
        `| ${size} | ${name} | ${(ms / 1000).toFixed(2)} | ${mb} | ${(ms / plugin.ms).toFixed(2)} |`,
      )
    row("typescript-operations plugin alone", plugin)
    const gen = (...args: string[]) =>
      run("generator/main.ts", ["--root", root, "--profile", ...args])
    const cold = best(times, () => {
      for (const folder of [".cache", "generated"])
        rmSync(join(root, folder), { recursive: true, force: true })
      return gen()
    })
    row("cold", cold)
    row(
      "check, nothing changed",
      best(times, () => gen("--check")),
    )
    const card = join(root, "cards/issue/view.yaml")
    const text = readFileSync(card, "utf8")
    let edits = 0
    row(
      "one card edited",
      best(times, () => {
        edits += 1
        writeFileSync(card, text.replace(/description: .*/, `description: Show issue ${edits}.`))
        return gen()
      }),
    )
    profiles.push(`${size} cards, cold: ${cold.profile}`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
console.log(`\nStages:\n${profiles.join("\n")}`)
