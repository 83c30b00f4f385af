import { cwd } from "node:process"
import type { GhxError } from "../../runtime/index.js"
import { CommanderError } from "./commander.js"
import {
  DisplayError,
  exitCodeOf,
  exitCodes,
  Interrupted,
  printError,
  UsageError,
} from "./output/index.js"
import { addOwnCapabilities } from "./own-capabilities.js"
import { ownCommands, programOf, rootOf } from "./program.js"
import type { Terminal } from "./terminal/index.js"

/**
 * The `ghx` command.
 *
 * @param argv - the arguments after `ghx`
 * @returns the exit code: `docs/command.md` has the table
 */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.ok
  const done = (code: number) => {
    exitCode = code
  }
  try {
    const [first, ...others] = argv
    // The compiler is about to rewrite these files, so they may be broken.
    if (first !== "gen" && first !== "init") await addOwnCapabilities(cwd())
    const words = first === "help" && others.length > 0 ? [...others, "--help"] : argv
    const derived = mayBeDerived(words) ? await import("./as-gh.js") : undefined
    if (derived?.isGroup(words[0] ?? "")) {
      await derived.runCommand(words, rootOf(terminal), terminal, done)
    } else {
      await derived?.refuseMisspelt(words[0] ?? "", ownCommands)
      await programOf(terminal, done).parseAsync(argv, { from: "user" })
    }
    return exitCode
  } catch (error) {
    return toldOf(error, terminal)
  }
}

/** Whether it could be a command that is derived from the capabilities: `issue list`, but not `run issue.list`. */
function mayBeDerived([first = "", second = ""]: readonly string[]): boolean {
  const isOwn = ownCommands.includes(first)
  const isRunOfGh = first === "run" && /^[a-z]+$/.test(second)
  return first !== "" && !first.startsWith("-") && (!isOwn || isRunOfGh)
}

function toldOf(error: unknown, terminal: Terminal): number {
  // Commander has printed the error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  if (error instanceof UsageError) {
    const { message, fix } = error
    printError({ message, ...(fix !== undefined && { details: { fix } }) }, terminal)
    return exitCodes.usage
  }
  if (error instanceof DisplayError) {
    // gh nests them: `.author.login`, `.labels[].name`.
    const isNested = /index string with .*"(?:login|name)"/.test(error.message)
    const own = isNested ? "People and labels are texts here: .author, .labels[]. " : ""
    const fix = `${own}The call itself was carried out; do not repeat it if it is a write`
    printError({ message: error.message, details: { fix } }, terminal)
    return exitCodes.failed
  }
  if (isRefusal(error)) {
    const { error: told } = error.envelope
    printError(told, terminal)
    return exitCodeOf(told)
  }
  if (error instanceof Interrupted) {
    const { message, outcome } = error
    printError({ message, ...(outcome && { details: { outcome } }) }, terminal)
    return exitCodes.interrupted
  }
  throw error
}

/** A call that failed, by its name: its class is the runtime's, which `--help` does without. */
function isRefusal(error: unknown): error is GhxError {
  return error instanceof Error && error.name === "GhxError" && "envelope" in error
}
