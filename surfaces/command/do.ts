/** `ghx do`: plain command lines, run as one. */
import { dryRunClient } from "../../runtime/index.js"
import { type Connection, withClient } from "./client.js"
import { likeSummary, runLines as run, summaryOf } from "./exec/index.js"
import { type GuardFlags, guardsOf } from "./guards.js"
import { commandLinesIn, namedRepository, readText, usualHost } from "./input/index.js"
import {
  exitCodes,
  Interrupted,
  ofPrograms,
  onlyOnce,
  print,
  printNote,
  statusOf,
} from "./output/index.js"
import type { OptionValues } from "./program-shared.js"
import { commandsAt, mayWrite } from "./remote.js"
import { forReader, type Terminal } from "./terminal/index.js"

type LinesFlags = Omit<Connection, "guards" | "host"> & GuardFlags & OptionValues<"repo", "dryRun">

export async function runLines(
  text: string,
  flags: LinesFlags,
  terminal: Terminal,
): Promise<number> {
  const commands = commandLinesIn(await readText("LINES", text, terminal))
  const { host } = namedRepository(flags.repo) ?? {}
  const connection = { ...flags, host, guards: await guardsOf(flags) }
  const { interrupted: signal, stdout } = terminal
  return withClient(connection, terminal, async (given) => {
    const dry = flags.dryRun ? dryRunClient(given) : undefined
    const client = dry?.client ?? given
    const execute = commandsAt(
      { repository: flags.repo, host: host ?? usualHost() },
      terminal.refusals ?? ofPrograms,
    )
    const noted = onlyOnce((note) => printNote(note, terminal))
    let isImitated = false
    const shown = (line: string) => {
      isImitated ||= likeSummary.test(line)
      statusOf(terminal.stderr).clear()
      stdout.write(`${forReader(line, stdout)}\n`)
    }
    const refused = (line: string) =>
      line.startsWith("✗ ") && terminal.stderr.write(`${forReader(line, terminal.stderr)}\n`)
    const context = { client, execute, noted, mayWrite, print: dry ? refused : shown }
    const { writes, failed, done, exitCode } = await run(commands, context, signal)
    if (dry) {
      await print(dry.requests, terminal)
      return failed > 0 ? exitCodes.failed : exitCodes.ok
    }
    const summary = summaryOf(writes, failed === 0, isImitated)
    if (summary !== "") shown(summary)
    if (signal.aborted) throw new Interrupted()
    if (failed === 0) return exitCode
    return done > 0 ? exitCodes.partial : exitCodes.failed
  })
}
