import { existsSync, readFileSync } from "node:fs"
import { join, sep } from "node:path"
import { watch } from "chokidar"
import type { RememberedCard } from "./generate.js"
import { readInputs } from "./read/files.js"
import { CONTRACTS_PATH, SCHEMA_PATH } from "./read/inputs.js"
import { compile, type RunOptions } from "./run.js"
import { Stopwatch } from "./stopwatch.js"

/** Compiles a project, and again whenever one of its inputs changes, until interrupted. */
export async function watchProject(project: string, options: RunOptions): Promise<void> {
  const inputs = readInputs(project)
  const state = { ...inputs, cards: new Map(inputs.cards), operations: new Map(inputs.operations) }
  const cards = new Map<string, RememberedCard>()
  const compileNow = async () => {
    const start = performance.now()
    await compile(project, state, options, cards, new Stopwatch())
    process.stderr.write(`compiled in ${(performance.now() - start).toFixed(0)} ms; watching\n`)
  }
  const update = (changed: string) => {
    const path = changed.split(sep).join("/")
    const file = join(project, path)
    const text = existsSync(file) ? readFileSync(file, "utf8") : undefined
    if (path === SCHEMA_PATH) state.schema = text ?? ""
    else if (path === CONTRACTS_PATH && text !== undefined) state.contracts = text
    else {
      const files = path.startsWith("cards/") ? state.cards : state.operations
      if (text === undefined) files.delete(path)
      else files.set(path, text)
    }
  }

  await compileNow()
  const watched = ["cards", "operations", SCHEMA_PATH, CONTRACTS_PATH]
  const ignored = (path: string) => path.split(sep).at(-1)?.startsWith(".") ?? false
  const watcher = watch(watched, { cwd: project, ignoreInitial: true, ignored })
  const pending = new Set<string>()
  let scheduled: NodeJS.Timeout | undefined
  watcher.on("all", (event, path) => {
    if (event === "addDir" || event === "unlinkDir") return
    pending.add(path)
    // Editors write a file in several steps: the last one counts.
    clearTimeout(scheduled)
    scheduled = setTimeout(async () => {
      for (const one of pending) update(one)
      pending.clear()
      await compileNow()
    }, 10)
  })
  await new Promise((resolve) => process.once("SIGINT", resolve))
  await watcher.close()
}
