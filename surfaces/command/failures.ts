import type { GhxError } from "../../runtime/index.js"
import { CommanderError } from "./commander.js"
import {
  CommandError,
  DisplayError,
  exitCodeOf,
  exitCodes,
  Interrupted,
  printError,
} from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

export const isUnknownOption = (error: unknown): error is CommanderError =>
  error instanceof CommanderError && error.code === "commander.unknownOption"

/** Says below commander's error about an unknown option of a command what to use instead. */
export async function adviseOption(error: unknown, words: string, { stderr }: Terminal) {
  if (!isUnknownOption(error)) return
  const { adviceForOption } = await import("./gh/index.js")
  const advice = await adviceForOption(words, error.message, `See ghx ${words} --help`)
  stderr.write(`  fix: ${advice}\n`)
}

/** Prints an error, and returns its exit code. Errors of ghx itself are thrown on. */
export function exitCodeFor(error: unknown, terminal: Terminal): number {
  // Commander has printed the error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  if (error instanceof CommandError) {
    const { code, message, fix, exitCode } = error
    printError({ code, message, ...(fix !== undefined && { details: { fix } }) }, terminal)
    return exitCode
  }
  if (error instanceof DisplayError) {
    // gh nests them: `.author.login`, `.labels[].name`.
    const isNested = /index string with .*"(?:login|name)"/.test(error.message)
    const own = isNested ? "People and labels are strings: .author, .labels[]. " : ""
    const fix = `${own}The call itself succeeded; do not repeat it if it is a write`
    printError({ message: error.message, details: { fix } }, terminal)
    return exitCodes.failed
  }
  if (isRefusal(error)) {
    const { error: failure } = error.envelope
    printError(failure, terminal)
    return exitCodeOf(failure)
  }
  if (error instanceof Interrupted) {
    const { message, outcome } = error
    printError({ message, ...(outcome && { details: { outcome } }) }, terminal)
    return exitCodes.interrupted
  }
  if (Object(error).syscall === "uv_cwd") {
    const fix = "Change to another folder with cd"
    printError({ message: "the current folder has been removed", details: { fix } }, terminal)
    return exitCodes.failed
  }
  throw error
}

/**
 * Whether an error is a failed call. Compared by name, because the class is the runtime's, which `--help` does not
 * load.
 */
function isRefusal(error: unknown): error is GhxError {
  return error instanceof Error && error.name === "GhxError" && "envelope" in error
}
