/** `--record`: records writes in a file. Loaded if it is given. */
import { rmSync } from "node:fs"
import { type Client, recordingClient } from "../../runtime/index.js"
import { printNote, UsageError } from "./output/index.js"
import { claim, identityOf, keep } from "./task-file.js"
import type { Terminal } from "./terminal/index.js"

/**
 * A client that records its writes in a file, which is replaced atomically.
 *
 * @throws UsageError if the file exists already, or cannot be written
 */
export function recordingIn(
  file: string,
  inner: Client,
  terminal: Terminal,
): { readonly client: Client; end(): void } {
  // Before anything is sent, because records that cannot be written would be lost.
  claim("--record", file)
  let own = identityOf(file)
  const isOwn = () => own !== undefined && own === identityOf(file)
  const { client, recording } = recordingClient(inner, {
    onRecord(tasks) {
      if (!isOwn()) {
        const fix = "Its steps may have been run already. Record again, into a new file"
        throw new UsageError(`--record: ${file} was deleted`, fix)
      }
      keep("--record", file, tasks)
      own = identityOf(file)
    },
  })
  const end = () => printNote(ended(), terminal)
  const ended = () => {
    const count = recording.length
    if (!isOwn()) return `${file} was deleted, with the steps recorded so far`
    if (count === 0) {
      rmSync(file)
      return "nothing was recorded, so no file was written"
    }
    const steps = count === 1 ? "1 step" : `${count} steps`
    return `recorded ${steps} in ${file}. To run: ghx chain --steps @${file}`
  }
  return { client, end }
}
