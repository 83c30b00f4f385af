import { adviseOption, exitCodeFor } from "./failures.js"
import { exitCodes, UsageError } from "./output/index.js"
import { addOwnCapabilities, noteUnloaded } from "./own-capabilities.js"
import { ownCommands, programOf } from "./program.js"
import { rootOf } from "./root.js"
import type { Terminal } from "./terminal/index.js"

export { exitCodes }

/**
 * The `ghx` command.
 *
 * @param argv - the arguments after `ghx`
 * @returns the exit code: `docs/command.md` has the table
 */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const exitCode = await run(argv, terminal)
  if (exitCode === exitCodes.usage && argv[0] !== "gen") await noteUnloaded(process.cwd(), terminal)
  return exitCode
}

async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.ok
  const done = (code: number) => {
    exitCode = code
  }
  try {
    const [first] = argv
    if (first?.startsWith("--help=")) {
      const { isStartedAsGh, startedAsGh } = await import("../../runtime/features/gh/process.js")
      if (isStartedAsGh(argv)) throw new UsageError(startedAsGh)
    }
    // The compiler will rewrite these files, so they may be broken now.
    if (first !== "gen" && first !== "init") await addOwnCapabilities(process.cwd())
    const words = withOptions(argv)
    const derived = mayBeDerived(words) ? await import("./as-gh.js") : undefined
    if (derived && (await derived.isGroup(words[0] ?? ""))) {
      return await derived.runCommand(words, rootOf(terminal), terminal)
    }
    await derived?.refuseMisspelt(words[0] ?? "", ownCommands)
    await programOf({ terminal, done }, words[0]).parseAsync(words, { from: "user" })
    return exitCode
  } catch (error) {
    if (argv[0] === "api") await adviseOption(error, "api", terminal)
    return exitCodeFor(error, terminal)
  }
}

/** Short commands, and gh's commands that are options of other commands. */
function withOptions(argv: readonly string[]): readonly string[] {
  const [first = "", ...others] = argv
  // With a client id, the token is from the web.
  if (first === "login" && others.some((one) => /^--client-id(?:=|$)/.test(one)))
    return ["auth", ...argv]
  const long = Object.hasOwn(short, first) ? short[first] : undefined
  if (long) return [...long, ...others]
  if (first === "help" && others.length > 0) return [...others, "--help"]
  return first === "version" ? ["--version", ...others] : argv
}

/** `auth login` alone is that of gh in a browser, if gh is installed. */
const short: Readonly<Record<string, readonly string[]>> = {
  login: ["auth", "login", "--with-token"],
  logout: ["auth", "logout"],
  whoami: ["run", "user.me", "--jq", ".login"],
}

/** Whether it may be a command derived from the capabilities: `issue list`, but not `run issue.list`. */
function mayBeDerived([first = "", second = ""]: readonly string[]): boolean {
  const isOwn = ownCommands.includes(first)
  const isRunOfGh = first === "run" && /^[a-z]+$/.test(second)
  return first !== "" && !first.startsWith("-") && (!isOwn || isRunOfGh)
}
