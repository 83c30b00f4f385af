/** gh's commands, derived from the contracts: `ghx issue list --state closed -L 50`. */
import type * as commander from "commander"
import { listCapabilities } from "../../generated/calls.js"
import type { CapabilitySummary } from "../../runtime/index.js"
import { Command, CommanderError } from "./commander.js"
import {
  adviceForOption,
  commandTexts,
  namedBy,
  optionsOf,
  placeOf,
  propertiesOf,
  stepsOf,
  subjectIn,
  subjectOf,
  thingsOf,
  within,
  wordsFor,
} from "./gh/index.js"
import {
  commandOf,
  descriptionOf,
  inside,
  mainOf,
  namesOf,
  planned,
  usageOf,
} from "./gh-command.js"
import { type Remote, start } from "./gh-start.js"
import { UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

export { groups, isGroup, refuseMisspelt, within } from "./gh/index.js"

/** An option for shell completion. */
export interface Completable {
  readonly name: string
  readonly short: string | undefined
  readonly description: string
  readonly takesValue: boolean
  readonly values: readonly string[]
}

export interface Completing {
  readonly words: string
  readonly options: readonly Completable[]
  /** The input of its first arguments. */
  readonly subject: string | undefined
  /** The repository that the command line concerns; undefined if there is none. */
  place(): Promise<{ readonly owner: string; readonly repo: string } | undefined>
}

/** The command that the words name so far, with its options; undefined if they name none. */
export async function completableIn(
  argv: readonly string[],
  root: commander.Command,
): Promise<Completing | undefined> {
  const named = await namedBy(argv).catch((error: unknown) => {
    if (error instanceof UsageError) return undefined
    throw error
  })
  if (!named) return undefined
  const steps = await Promise.all(named.steps.map(planned))
  const options = optionsOf(steps)
  const main = mainOf(steps)
  const fields = main ? Object.keys(propertiesOf(main)) : []
  const values = new Map(options.map(({ name, fills }) => [name, namesOf(fills[0].schema)]))
  const command = commandOf(named, steps, options, root)
  const completable = command.options.map((one) => {
    const name = one.long?.slice(2) ?? ""
    const own = name === "json" ? fields : (values.get(name) ?? one.argChoices ?? [])
    const takesValue = one.required || one.optional
    return {
      name,
      short: one.short?.slice(1),
      description: one.description,
      takesValue,
      values: takesValue ? own : [],
    }
  })
  const repo = argv.find((_, at) => ["-R", "--repo"].includes(argv[at - 1] ?? ""))
  return {
    words: named.words,
    options: completable,
    subject: steps.map(subjectOf).find((name) => name !== undefined),
    place: () => placeOf(repo, thingsOf([], steps), steps),
  }
}

/**
 * @param root - settings that all commands share: output, and width of help
 * @param argv - the arguments after `ghx`
 * @param remote - set if the sender of the command is not at this machine
 */
export async function runCommand(
  argv: readonly string[],
  root: commander.Command,
  terminal: Terminal,
  done: (exitCode: number) => void,
  remote?: Remote,
): Promise<void> {
  const named = await namedBy(argv)
  if (!named) return groupHelp(argv, root, terminal)
  const steps = await Promise.all(named.steps.map(planned))
  const options = optionsOf(steps)
  const off = new Set<string>()
  const command = commandOf(named, steps, options, root, remote !== undefined).action(
    async (words, given) => {
      const all = { ...given, ...Object.fromEntries([...off].map((name) => [name, false])) }
      done(await start(named, steps, options, words, all, terminal, remote))
    },
  )
  try {
    await command.parseAsync(apart(named.rest, command, off), { from: "user" })
  } catch (error) {
    const isUnknown = error instanceof CommanderError && error.code === "commander.unknownOption"
    if (isUnknown) {
      const usage = usageOf(named, steps, options)
      const subject = `'--${subjectIn(steps).toLowerCase().replaceAll("_", "-")}'`
      const advice = error.message.includes(subject)
        ? `It is an argument, not an option. ${usage}`
        : adviceForOption(named.words, error.message, usage)
      // The error already contains a suggestion.
      const isSaid = advice.startsWith("Usage: ") && error.message.includes("Did you mean")
      if (!isSaid) terminal.stderr.write(`  fix: ${advice}\n`)
    }
    throw error
  }
}

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
    const [, long, value_] = (!isValue && /^(--[\w-]+)=(true|false)$/.exec(word)) || []
    const own = options.find((one) => one.long === long && one.isBoolean() && !one.negate)
    if (own) {
      if (value_ === "true") all.push(String(long))
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

/** Lists the commands of a group. */
async function groupHelp(
  [group = "", ...rest]: readonly string[],
  root: commander.Command,
  { stdout }: Terminal,
): Promise<void> {
  const command = inside(root, group).usage("<command> [options]")
  const all = new Map((await listCapabilities()).map(({ id, description }) => [id, description]))
  const paths = [...within(group)].sort((one, other) => depthOf(one) - depthOf(other))
  for (const path of paths) {
    const { id } = mainOf(stepsOf(path) ?? []) ?? {}
    const name = path.slice(group.length + 1)
    const own = new Command(name).helpOption(false)
    // Lists gh's own commands first.
    own.helpGroup(depthOf(path) > 2 ? "More commands:" : "Commands:")
    command.addCommand(own.description(commandTexts[path] ?? all.get(id ?? "") ?? ""))
  }
  command.addHelpText("after", `\nOptions of a command: ghx ${paths[0]} --help`)
  const other = rest.find((word) => !["help", "--help", "-h"].includes(word))
  if (other === undefined) stdout.write(command.helpInformation())
  else throw new UsageError(`ghx ${group} takes no ${other} by itself`, `See ghx ${group} --help`)
}

const depthOf = (path: string): number => path.split(" ").length

/** `milestone list [--query --state --sort --direction]: List the milestones of a repository.` */
export async function lineAsCommand({ id, description }: CapabilitySummary): Promise<string> {
  const words = wordsFor(id)
  const steps = await Promise.all((stepsOf(words) ?? []).map(planned))
  const options = optionsOf(steps).map(({ name }) => `--${name}`)
  const named = [words, subjectIn(steps)].filter((one) => one !== "").join(" ")
  const given = options.length > 0 ? ` [${options.join(" ")}]` : ""
  return `${named}${given}: ${description}`
}

/** The purpose and the arguments of a command, in two lines; undefined if there is no such command. */
export async function usageFor(words: string): Promise<string | undefined> {
  const named = stepsOf(words)
  if (!named || !words.includes(" ")) return undefined
  const steps = await Promise.all(named.map(planned))
  const usage = usageOf({ words, steps: named, rest: [] }, steps, optionsOf(steps))
  return `${usage}\n${descriptionOf(words, mainOf(steps))}`
}
