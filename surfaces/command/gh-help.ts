/** Help, usage and completion of derived commands. */
import type * as commander from "commander"
import { listCapabilities } from "../../generated/calls.js"
import type { CapabilitySummary } from "../../runtime/index.js"
import { Command } from "./commander.js"
import {
  within as commandsWithin,
  groups as groupsOfCapabilities,
  helpTexts,
  NAMED,
  namedBy,
  optionsOf,
  placeOf,
  propertiesOf,
  stepsOf,
  subjectOf,
  wordsFor,
} from "./gh/index.js"
import {
  commandOf,
  descriptionOf,
  formOf,
  headOf,
  inside,
  mainOf,
  namesOf,
  optionIn,
  planned,
  usageOf,
} from "./gh-command.js"
import { localCommands, localGroups, localWithin } from "./gh-local.js"
import { exitCodes, UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

export const groups = () => [...new Set([...groupsOfCapabilities(), ...localGroups])].sort()

export async function within(group: string): Promise<string[]> {
  return [...new Set([...(await commandsWithin(group)), ...localWithin(group)])].sort()
}

/** The command that the words name so far, with its options; undefined if they name none. */
export async function completableIn(argv: readonly string[], root: commander.Command) {
  const named = await namedBy(argv).catch((error: unknown) => {
    if (error instanceof UsageError) return undefined
    throw error
  })
  if (!named) return undefined
  const steps = await Promise.all(named.steps.map(planned))
  const options = optionsOf(steps)
  const main = mainOf(steps)
  const fields = main ? Object.keys(propertiesOf(main)) : []
  const enums = new Map(options.map(({ name, fills }) => [name, namesOf(fills[0].schema)]))
  const command = commandOf(named, steps, options, root, { texts: await helpTexts() })
  const completable = command.options.map((one) => {
    const name = one.long?.slice(2) ?? ""
    const own = name === "json" ? fields : (enums.get(name) ?? one.argChoices ?? [])
    const values = one.required || one.optional ? own : undefined
    return { name, short: one.short?.slice(1), description: one.description, values }
  })
  const repo = argv.find((_, at) => ["-R", "--repo"].includes(argv[at - 1] ?? ""))
  return {
    words: named.words,
    options: completable,
    /** The input of its first arguments. */
    subject: steps.map(subjectOf).find((name) => name !== undefined),
    /** The repository that the command line concerns; undefined if there is none. */
    place: () => placeOf(repo, [{ inputFor: () => ({}) }], steps),
  }
}

export async function groupHelp(
  [group = "", ...rest]: readonly string[],
  root: commander.Command,
  { stdout }: Terminal,
): Promise<number> {
  const command = inside(root, group).usage("<command> [options]")
  const all = new Map((await listCapabilities()).map(({ id, description }) => [id, description]))
  const { commandTexts } = await helpTexts()
  const paths = [...(await within(group))].sort((one, other) => depthOf(one) - depthOf(other))
  for (const path of paths) {
    const { id } = mainOf((await stepsOf(path)) ?? []) ?? {}
    const name = path.slice(group.length + 1)
    const own = new Command(name).helpOption(false)
    // Lists gh's own commands first.
    own.helpGroup(depthOf(path) > 2 ? "More commands:" : "Commands:")
    const text = localText(path) ?? commandTexts[path] ?? (id && all.get(id)) ?? ""
    command.addCommand(own.description(text))
  }
  command.addHelpText("after", `\nOptions of a command: ghx ${paths[0]} --help`)
  const other = rest.find((word) => !["help", "--help", "-h"].includes(word))
  if (other !== undefined)
    throw new UsageError(`ghx ${group} takes no ${other} by itself`, `See ghx ${group} --help`)
  stdout.write(command.helpInformation())
  return exitCodes.ok
}

function localText(path: string): string | undefined {
  const local = Object.hasOwn(localCommands, path) ? localCommands[path] : undefined
  return local?.added ? undefined : local?.description
}

const depthOf = (path: string): number => path.split(" ").length

/** `milestone list [--query --state --sort --direction]: List the milestones of a repository.` */
export async function lineAsCommand({ id, description }: CapabilitySummary): Promise<string> {
  const words = await wordsFor(id)
  const all = await Promise.all(((await stepsOf(words)) ?? []).map(planned))
  // `release view` without a tag shows the latest one.
  const unnamed = all.filter((step) => step.id === id && step.without?.includes(NAMED))
  const steps = unnamed.length > 0 ? unnamed : all
  // -L reads pages.
  const named = optionsOf(steps).filter(({ name }) => name !== "after")
  const options = named.map((option) => {
    const form = formOf(option.fills[0])
    // Other values follow from the name.
    return optionIn(option, steps, form?.startsWith("'{") ? ` ${form}` : "")
  })
  // `[--title] [--body]` takes more tokens.
  return `${[headOf(words, steps), ...options].join(" ").replaceAll("] [", " ")}: ${description}`
}

/** The purpose and the arguments of a command, in two lines; undefined if there is no such command. */
export async function usageFor(words: string): Promise<string | undefined> {
  const named = await stepsOf(words)
  if (!named) return undefined
  const steps = await Promise.all(named.map(planned))
  const usage = usageOf({ words }, steps, optionsOf(steps))
  return `${usage}\n${descriptionOf(words, mainOf(steps), await helpTexts())}`
}
