/**
 * `--unfinished`: writes the unfinished tasks of a chain to a file that `ghx chain` accepts. Loaded if it
 * is given.
 */
import { randomUUID } from "node:crypto"
import { rmSync } from "node:fs"
import type { UnfinishedTask } from "../../runtime/index.js"
import { printNote } from "./output/index.js"
import { claim, identityOf, keep } from "./task-file.js"
import type { Terminal } from "./terminal/index.js"

/**
 * Claims a file for unfinished tasks. If there are none at the end, the file is removed.
 *
 * @param all - the initial contents, which remain if the process is killed
 * @throws UsageError if the file exists already, or cannot be written
 */
export function unfinishedIn(
  file: string,
  all: readonly UnfinishedTask[],
  terminal: Terminal,
): { end(tasks: readonly UnfinishedTask[]): void } {
  claim("--unfinished", file, all)
  const own = identityOf(file)
  return {
    end(tasks) {
      const isOwn = identityOf(file) === own
      if (!isOwn && tasks.length === 0) return
      if (!isOwn) {
        const beside = `${file}.${randomUUID()}`
        printNote(`${file} was changed by another process and is left as it is`, terminal)
        return unfinishedIn(beside, tasks, terminal).end(tasks)
      }
      if (tasks.length === 0) return rmSync(file, { force: true })
      keep("--unfinished", file, tasks)
      const steps = tasks.length === 1 ? "1 unfinished step" : `${tasks.length} unfinished steps`
      printNote(`${steps} in ${file}. To continue: ghx chain --steps @${file}`, terminal)
      const unknown = tasks.flatMap(({ as, outcome }) => (outcome ? [as] : []))
      if (unknown.length === 0) return
      const names = unknown.join(", ")
      const look = `Check on GitHub, then remove "outcome", or the step, from ${file}`
      printNote(`unknown whether these were applied: ${names}. ${look}`, terminal)
    },
  }
}
