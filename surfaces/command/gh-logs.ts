/** Prints the logs of all jobs of a run, for a person or a program that reads lines. */
import { GhxError } from "../../runtime/index.js"
import { withClient } from "./client.js"
import { linesOf, logView } from "./gh/index.js"
import { lookupsWith } from "./lookups.js"
import { exitCodes } from "./output/index.js"
import type { Call, RunFlags } from "./run.js"
import type { Terminal } from "./terminal/index.js"

/** @param call - the download of the archive */
export function showLogs(
  { id, input, host }: Call,
  flags: RunFlags,
  terminal: Terminal,
): Promise<number> {
  return withClient({ ...flags, host }, terminal, async (client) => {
    const envelope = await lookupsWith(client, terminal)(id, input)
    if (!envelope.ok) throw new GhxError(envelope)
    const { unzipSync, strFromU8 } = await import("fflate")
    const files = Object.entries(unzipSync(Object(envelope.data).archive))
    const texts = files.map(([path, bytes]) => ({ path, text: strFromU8(bytes) }))
    terminal.stdout.write(linesOf(logView, { items: texts }))
    return exitCodes.ok
  })
}
