/** gh's commands, derived from the contracts: `ghx issue list --state closed -L 50`. */
import type * as commander from "commander"
import { isUnknownOption } from "./failures.js"
import {
  adviceForOption,
  type GhCommand,
  groups,
  helpTexts,
  isAbsent,
  isGroup as isGroupOfGh,
  isOfField,
  isStandIn,
  type Named,
  namedBy,
  optionsOf,
  stepsOf,
  subjectIn,
} from "./gh/index.js"
import type { Remote } from "./gh-calls.js"
import { commandOf, planned, takesH, usageOf } from "./gh-command.js"
import { commandOfLocal, handles, localGroups, localIn, refuseLocal, runLocal } from "./gh-local.js"
import { start } from "./gh-start.js"
import { unmarked } from "./input/index.js"
import { exitCodes } from "./output/index.js"
import type { LocalContext } from "./program-shared.js"
import type { Terminal } from "./terminal/index.js"

export { refuseMisspelt } from "./gh/index.js"

export const isGroup = async (word: string): Promise<boolean> =>
  localGroups.includes(word) || (await isGroupOfGh(word))

/**
 * @param root - settings that all commands share: output, and width of help
 * @param argv - the arguments after `ghx`
 * @param remote - set if the sender of the command is not at this machine
 */
export async function runCommand(
  argv: readonly string[],
  root: commander.Command,
  terminal: Terminal,
  remote?: Remote,
): Promise<number> {
  let exitCode: number = exitCodes.ok
  const done = (code: number) => {
    exitCode = code
  }
  const derived: LocalContext["derived"] = (words, own) => runDerived(words, root, own)
  const context = { terminal, done, derived }
  const local = localIn(argv)
  if (local && handles(local)) {
    const isDerived = (await stepsOf(local.words)) !== undefined
    if (remote && !isDerived) refuseLocal(local)
    if (!remote) {
      await runLocal(local, root, context)
      return exitCode
    }
  }
  if (local && !remote && local.rest.some(asksForHelp)) {
    const added = await commandOfLocal(local, root, context)
    if (!takesH(added) || local.rest.includes("--help"))
      terminal.stdout.write(`${added.helpInformation()}\n`)
  }
  const [group = "", word = "help"] = argv
  const gh = !remote && (await isAbsent(argv)) && (await import("./gh-itself.js")).ghFor(argv)
  if (gh) return (await import("./gh-itself.js")).runItself(gh, argv, terminal)
  if (localGroups.includes(group) && !groups().includes(group) && /^(?:-h|(?:--)?help)$/.test(word))
    return (await import("./gh-help.js")).groupHelp(argv, root, terminal)
  return runDerived(argv, root, terminal, remote)
}

async function runDerived(
  argv: readonly string[],
  root: commander.Command,
  terminal: Terminal,
  remote?: Remote,
): Promise<number> {
  const named = await namedBy(argv)
  if (!named) return (await import("./gh-help.js")).groupHelp(argv, root, terminal)
  const steps = await Promise.all(stepsFor(named).map(planned))
  const options = optionsOf(steps)
  const usage = async () => {
    const all = await Promise.all(named.steps.map(planned))
    return usageOf(named, all, optionsOf(all))
  }
  let exitCode: number = exitCodes.ok
  const off = new Set<string>()
  const texts = named.rest.some(asksForHelp) ? await helpTexts() : undefined
  const isRemote = remote !== undefined
  const command = commandOf(named, steps, options, root, { texts, isRemote }).action(
    async (words, given) => {
      const data = isRemote && given.jq === undefined ? named.steps[0]?.data : undefined
      const all = {
        ...(data !== undefined && { json: data }),
        ...unmarked(given),
        ...Object.fromEntries([...off].map((name) => [name, false])),
      }
      exitCode = await start(
        { named, steps, options, words: unmarked(words), given: all, usage, remote },
        terminal,
      )
    },
  )
  try {
    await command.parseAsync(apart(named.rest, command, off), { from: "user" })
    return exitCode
  } catch (error) {
    if (isUnknownOption(error)) {
      const subject = `'--${subjectIn(steps).toLowerCase().replaceAll("_", "-")}'`
      const advice = error.message.includes(subject)
        ? `It is an argument, not an option. ${await usage()}`
        : remote && /'(?:-F|--\w+-file)/.test(error.message)
          ? "Local files are not available here: pass the text itself"
          : await adviceForOption(named.words, error.message, await usage())
      // The error already contains a suggestion.
      const isSaid = advice.startsWith("Usage: ") && error.message.includes("Did you mean")
      if (!isSaid) terminal.stderr.write(`  fix: ${advice}\n`)
    }
    throw error
  }
}

/** Options that select no step, except for fields of `--json`. */
const selectsNothing = /^(?:-R|--repo|--json|-q|--jq|-L|--limit)(?:=|$)/

/** The steps that the words may select; the contracts of the others are not loaded. */
function stepsFor({ steps, rest }: Named): GhCommand {
  // A step that only a field selects has no options.
  const asksForFields = rest.some((word) => word.startsWith("--json"))
  const own = asksForFields ? steps : steps.filter((step) => !isOfField(step))
  if (rest.some((word) => word.startsWith("-") && !selectsNothing.test(word))) return own
  const likely = own.filter(
    (step) => isOfField(step) || !step.given || step.given.some((name) => isStandIn(name)),
  )
  // Without a default step, an error lists the options that select one.
  return likely.some(({ given }) => !given) ? likely : own
}

/** `--help`, and `-h` by itself or after other letters. */
const asksForHelp = (word: string): boolean => /^(?:--help|-\w*h)$/.test(word)

/**
 * Splits `-b=Text` and `--draft=false` as gh does. commander would treat the `=` as a part of the value, and rejects
 * values of switches.
 *
 * @param off - receives the switches that are turned off
 */
function apart(
  argv: readonly string[],
  { options }: commander.Command,
  off: Set<string>,
): string[] {
  const all: string[] = []
  let isValue = false
  for (const [at, word] of argv.entries()) {
    if (word === "--" && !isValue) return [...all, ...argv.slice(at)]
    const [, name = "", value_] =
      (!isValue && /^(--[\w-]+|-[A-Za-z])=(true|false)$/.exec(word)) || []
    const own = options.find(
      (one) => [one.long, one.short].includes(name) && one.isBoolean() && !one.negate,
    )
    if (own) {
      if (value_ === "true") all.push(name)
      else off.add(own.attributeName())
      continue
    }
    const [, letter, value = ""] = (!isValue && /^(-[A-Za-z])=(.*)$/s.exec(word)) || []
    all.push(...(letter === undefined ? [word] : [letter, value]))
    isValue =
      !isValue &&
      options.some(({ required, short, long }) => required && (short === word || long === word))
  }
  return all
}
