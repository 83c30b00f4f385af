/** `ghx explore`: serves a page about all capabilities until the command ends. */
import { type ExplorerOptions, startExplorer } from "../explorer/index.js"
import { asUsage, exitCodes, print } from "./output/index.js"
import { type Terminal, untilInterrupted } from "./terminal/index.js"

export async function explore(flags: ExplorerOptions, terminal: Terminal): Promise<number> {
  const { stdout } = terminal
  const { url, close } = await startExplorer(flags).catch(asUsage(Error))
  if (stdout.isTTY) stdout.write(`The explorer, at ${url}\n\nCtrl-C ends it.\n`)
  else await print({ url }, terminal)
  await untilInterrupted(terminal)
  await close()
  return exitCodes.ok
}
