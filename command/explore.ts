/** `ghx explore`: a page of all capabilities, for as long as the command runs. */
import { type Explorer, type ExplorerOptions, startExplorer } from "../explorer/index.js"
import { exitCodes, print, UsageError } from "./output/index.js"
import { type Terminal, untilInterrupted } from "./terminal/index.js"

export async function explore(flags: ExplorerOptions, terminal: Terminal): Promise<number> {
  const { stdout } = terminal
  const { url, close } = await openExplorer(flags)
  if (stdout.isTTY) stdout.write(`The explorer, at ${url}\n\nCtrl-C ends it.\n`)
  else await print({ url }, terminal)
  await untilInterrupted(terminal)
  await close()
  return exitCodes.ok
}

/** @throws UsageError where it cannot be started: a port that is taken, a seed that is wrong, a package that is missing */
async function openExplorer(options: ExplorerOptions): Promise<Explorer> {
  try {
    return await startExplorer(options)
  } catch (error) {
    throw error instanceof Error ? new UsageError(error.message) : error
  }
}
