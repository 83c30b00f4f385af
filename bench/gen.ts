/**
 * Speed and memory of the compiler, as `make gen` runs it, at 30, 70, 300 and 3,000 cards (copies with
 * other ids), beside the typescript-operations plugin alone on the same documents. Run: `make bench`.
 */
import { spawnSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"

const project = join(import.meta.dirname, "..")
const SIZES = (process.argv[2] ?? "30,70,300,3000").split(",").map(Number)

/** A project with `size` cards: the repository's own, copied under other domains. */
function projectOf(size: number): string {
  mkdirSync(join(project, ".cache"), { recursive: true })
  const root = mkdtempSync(join(project, ".cache/bench-"))
  cpSync(join(project, "schema"), join(root, "schema"), { recursive: true })
  cpSync(join(project, "operations/lookup"), join(root, "operations/lookup"), { recursive: true })
  cpSync(join(project, "cards/shared"), join(root, "cards/shared"), { recursive: true })
  const cards = readdirSync(join(project, "cards"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml"))
    // Both sides have to do with GraphQL only.
    .filter((path) => existsSync(join(project, "operations", path.replace(/yaml$/, "graphql"))))
    .sort()
  for (let index = 0; index < size; index += 1) {
    const card = cards[index % cards.length] ?? ""
    const copy = Math.floor(index / cards.length)
    const rename = (path: string) => (copy === 0 ? path : `copy${copy}_${path}`)
    const document = card.replace(/yaml$/, "graphql")
    const name = /(?:query|mutation) (\w+)/.exec(read(`operations/${document}`))?.[1] ?? ""
    const other = copy === 0 ? name : `Copy${copy}${name}`
    write(root, `cards/${rename(card)}`, read(`cards/${card}`))
    write(
      root,
      `operations/${rename(document)}`,
      read(`operations/${document}`).replace(new RegExp(`\\b${name}\\b`), other),
    )
  }
  return root
}

function read(path: string): string {
  return readFileSync(join(project, path), "utf8")
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

interface Run {
  ms: number
  mb: number
  profile: string
}

const PEAK = `process.once("exit", () => {
  console.log("peak " + Math.round(process.resourceUsage().maxRSS / 1024) + " MB")
})`

/** Runs a script in a process of its own; seconds and peak memory are the whole process's. */
function run(args: string[]): Run {
  const peak = `data:text/javascript,${encodeURIComponent(PEAK)}`
  const started = performance.now()
  const options = { cwd: project, encoding: "utf8" } as const
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", peak, ...args],
    options,
  )
  const ms = performance.now() - started
  const output = stdout + stderr
  if (status !== 0) throw new Error(output)
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
    const plugin = best(times, () => run(["--import", "tsx", "bench/plugin.ts", root]))
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
      "check, nothing changed",
      best(times, () => gen("--check")),
    )
    const card = join(root, "cards/issue/view.yaml")
    let edits = 0
    row(
      "one card edited",
      best(times, () => {
        edits += 1
        writeFileSync(
          card,
          read("cards/issue/view.yaml").replace(
            /description: .*/,
            `description: Show issue ${edits}.`,
          ),
        )
        return gen()
      }),
    )
    profiles.push(`${size} cards, cold: ${cold.profile}`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
console.log(`\nStages:\n${profiles.join("\n")}`)
