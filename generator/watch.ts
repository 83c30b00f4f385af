import { watch } from "chokidar"
import type { CompiledCard } from "./compile-card.js"
import { type RunOptions, run } from "./run.js"

/** Compiles a project, and again whenever one of its inputs changes, until interrupted. */
export async function watchProject(project: string, options: RunOptions): Promise<void> {
  const cards = new Map<string, CompiledCard>()
  const compile = () => {
    const start = performance.now()
    run(project, options, cards)
    process.stderr.write(`compiled in ${(performance.now() - start).toFixed(0)} ms; watching\n`)
  }
  compile()
  const inputs = ["cards", "operations", "schema/github-schema.graphql"]
  const watcher = watch(inputs, { cwd: project, ignoreInitial: true })
  let scheduled: NodeJS.Timeout | undefined
  watcher.on("all", () => {
    // Editors write a file in several steps: the last one counts.
    clearTimeout(scheduled)
    scheduled = setTimeout(compile, 10)
  })
  await new Promise((resolve) => process.once("SIGINT", resolve))
  await watcher.close()
}
