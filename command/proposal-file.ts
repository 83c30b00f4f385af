/** `--propose`: what would be changed is noted in a file. Loaded where it is given. */
import { rmSync } from "node:fs"
import { type Client, proposingClient } from "../runtime/index.js"
import { tellNote, UsageError } from "./output/index.js"
import { claim, identityOf, keep } from "./task-file.js"
import type { Terminal } from "./terminal/index.js"

/**
 * A client that notes its writes in a file of its own, which is whole at every moment.
 *
 * @throws UsageError where the file is there already, or cannot be written
 */
export function proposingIn(
  file: string,
  inner: Client,
  terminal: Terminal,
): { readonly client: Client; end(): void } {
  // Before anything is sent: what could not be kept afterwards would be lost.
  claim("--propose", file)
  let own = identityOf(file)
  const isOwn = () => own !== undefined && own === identityOf(file)
  const { client, proposal } = proposingClient(inner, {
    onProposed(tasks) {
      if (!isOwn()) {
        const fix = "What is in it may be carried out already: begin again, with a new file"
        throw new UsageError(`--propose: ${file} was taken away`, fix)
      }
      keep("--propose", file, tasks)
      own = identityOf(file)
    },
  })
  const end = () => tellNote(ended(), terminal)
  const ended = () => {
    const count = proposal.length
    if (!isOwn()) return `${file} was taken away, with what was proposed until then`
    if (count === 0) {
      rmSync(file)
      return "nothing is proposed, and no file is written"
    }
    const steps = count === 1 ? "1 step is" : `${count} steps are`
    return `${steps} proposed in ${file}: ghx chain --steps @${file} carries out what is in it`
  }
  return { client, end }
}
