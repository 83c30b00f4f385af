/** Prints the logs of all jobs of a run, for a person or a program that reads lines. */
import { buffer } from "node:stream/consumers"
import { filesOf } from "./archive.js"
import { dataOf, linesOf, logView } from "./gh/index.js"
import { asking } from "./lookups.js"
import { exitCodes } from "./output/index.js"
import type { Call, RunFlags } from "./run.js"
import { forTerminal, type Terminal } from "./terminal/index.js"

/** Steps are printed in their order, so all of them are in memory. */
const MOST_BYTES = 2 ** 28

export function showLogs(
  { id, input, host }: Call,
  flags: RunFlags,
  terminal: Terminal,
): Promise<number> {
  return asking({ ...flags, host }, terminal, async (ask) => {
    const { archive } = Object(await dataOf(ask(id, input)))
    const fix = "Print the log of one job: --job ID"
    const files = await filesOf("The log of the run", archive, fix, MOST_BYTES)
    const items: { path: string; text: string }[] = []
    for (const { path, open } of files)
      items.push({ path: asBytes(path), text: (await buffer(await open())).toString("latin1") })
    const lines = Buffer.from(linesOf(logView, { items }), "latin1")
    const { stdout } = terminal
    stdout.write(forTerminal(lines, stdout))
    return exitCodes.ok
  })
}

/** A character for each byte, so that logs pass unchanged whatever their encoding is. */
const asBytes = (text: string) => Buffer.from(text).toString("latin1")
