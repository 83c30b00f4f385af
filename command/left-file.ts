/** `--left`: what a chain has not carried out, in a file that `ghx chain` takes. Loaded where it is given. */
import { rmSync } from "node:fs"
import type { RemainingTask } from "../runtime/index.js"
import { tellNote } from "./output/index.js"
import { claim, identityOf, keep } from "./task-file.js"
import type { Terminal } from "./terminal/index.js"

/**
 * Claims a file for what will be left. Where nothing is, there is no file afterwards.
 *
 * @param all - the tasks as they stand there meanwhile, and for good where the process is killed
 * @throws UsageError where the file is there already, or cannot be written
 */
export function leftIn(
  file: string,
  all: readonly RemainingTask[],
  terminal: Terminal,
): { end(tasks: readonly RemainingTask[]): void } {
  claim("--left", file, all)
  const own = identityOf(file)
  return {
    end(tasks) {
      const isOwn = identityOf(file) === own
      if (!isOwn && tasks.length === 0) return
      if (!isOwn) {
        const beside = `${file}.${process.pid}`
        tellNote(`${file} was replaced meanwhile, and is left as it is`, terminal)
        return leftIn(beside, tasks, terminal).end(tasks)
      }
      if (tasks.length === 0) return rmSync(file, { force: true })
      keep("--left", file, tasks)
      const steps = tasks.length === 1 ? "1 step is" : `${tasks.length} steps are`
      const after = `ghx chain --steps @${file} carries out what is in it`
      tellNote(`${steps} left in ${file}: ${after}`, terminal)
      const unknown = tasks.flatMap(({ as, outcome }) => (outcome ? [as] : []))
      if (unknown.length === 0) return
      const names = unknown.join(", ")
      const look = `Look, then take "outcome" away in ${file}, or the step`
      tellNote(`nobody knows whether these were carried out: ${names}. ${look}`, terminal)
    },
  }
}
