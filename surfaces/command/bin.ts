#!/usr/bin/env node
/** The `ghx` executable: connects the command to this process. */
import module from "node:module"
import { homedir } from "node:os"
import { delimiter, isAbsolute, join } from "node:path"

// From Node 22 on, a tenth less of each start. The folder for temporary files, Node's default, may belong to others.
const cache: unknown = Reflect.get(module, "enableCompileCache")
if (typeof cache === "function")
  cache(join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "ghx"))
const { exitCodes, main } = await import("./main.js")

// Programs such as git and gh are never those of the current folder, which may be a stranger's clone.
process.env.PATH = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute).join(delimiter)
// The same on Windows, which otherwise searches the current folder first.
process.env.NoDefaultCurrentDirectoryInExePath = "1"

const interruption = new AbortController()
// The first Ctrl-C aborts the call and prints its outcome; the second ends the process.
const interrupt = () => interruption.abort(new Error("interrupted"))
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, interrupt)

const { stdout, stderr } = process
stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader has closed the pipe, as `head` does.
  if (error.code === "EPIPE") process.exit(exitCodes.unread)
  const rest = "The command has run: before you repeat a write, check whether it was applied"
  stderr.write(`ghx: The output could not be written: ${error.message}. ${rest}\n`)
  process.exit(exitCodes.failed)
})
// There is nowhere left to print.
stderr.on("error", () => undefined)

process.exitCode = await main(process.argv.slice(2), {
  // Opened only when it is read.
  get stdin() {
    return process.stdin
  },
  stdout,
  stderr,
  interrupted: interruption.signal,
})
// Otherwise the process would wait for piped input.
if (interruption.signal.aborted) process.stdin.destroy()
