#!/usr/bin/env node
/** What `ghx` starts: the command, connected to this process. */
import { main } from "./main.js"
import { exitCodes } from "./output/index.js"

const interruption = new AbortController()
// The first Ctrl-C ends what is under way and says how it stands; the second one ends the process.
process.once("SIGINT", () => interruption.abort(new Error("interrupted")))
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Whoever read has read enough, as `head` does.
  if (error.code === "EPIPE") process.exit(exitCodes.unread)
  throw error
})

const { stdin, stdout, stderr } = process
process.exitCode = await main(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  interrupted: interruption.signal,
})
