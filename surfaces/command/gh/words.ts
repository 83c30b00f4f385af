/** Finds the command that the words of a command line name. */
import { registry } from "../../../generated/registry.js"
import { knownIn, knownOf } from "../../../runtime/index.js"
import { UsageError } from "../output/index.js"
import {
  aliases,
  allCommands,
  commandsLike,
  derivedStep,
  firstWords,
  type GhCommand,
  isOfState,
  loadAbsent,
} from "./table/index.js"

export interface Named {
  /** The words of the command, as typed. */
  readonly words: string
  readonly steps: GhCommand
  /** Whether the command also exists in gh. */
  readonly isOfGh: boolean
  readonly rest: readonly string[]
}

const loadSuggestions = () => import("../../../runtime/suggestions/index.js")

/** Whether a word begins a command, or one of gh's that ghx does not have. */
export async function isGroup(word: string): Promise<boolean> {
  const isKnown = firstWords.includes(word) || ids().some((id) => id.startsWith(`${word}.`))
  return isKnown || (await adviceFor([word])) !== undefined
}

const ids = () => [...knownIn(registry).keys()]

/**
 * The named command; undefined for a group of commands.
 *
 * @throws UsageError if there is no such command
 */
export async function namedBy(argv: readonly string[]): Promise<Named | undefined> {
  const leading = leadingIn(argv)
  for (const [words, length] of beginningsOf(leading)) {
    const found = await commandOf(words)
    if (found) return { words, ...found, rest: argv.slice(length) }
  }
  const [group = "", another] = leading
  const names = await within(group)
  if ((another ?? "help") === "help" && names.length > 0) return undefined
  const advice = await adviceFor(leading)
  if (advice !== undefined) throw new UsageError(`ghx has no ${leading.join(" ")}: ${advice}`)
  const typed = `${group} ${another}`
  const { suggestionsFor } = await loadSuggestions()
  const inner = names.filter((name) => name.startsWith(`${typed} `))
  const near = inner.length > 0 ? [] : suggestionsFor(typed, names)
  const listed = [near, inner, names].find((some) => some.length > 0) ?? []
  throw new UsageError(
    `ghx has no command ${inner.length > 0 ? leading.slice(0, 3).join(" ") : typed}`,
    `${near.length > 0 ? "Did you mean" : "Available:"} ${listed.map((name) => `ghx ${name}`).join(", ")}`,
  )
}

/** Whether only gh has the command that the words begin with. */
export async function isAbsent(argv: readonly string[]): Promise<boolean> {
  const leading = leadingIn(argv)
  const [first = ""] = leading
  for (const [words] of beginningsOf(leading)) if (await commandOf(words)) return false
  if ((await adviceFor(leading)) === undefined) return false
  // A group of which gh has more commands than ghx, such as `ghx repo`.
  return leading.length > 1 || (await within(first)).length === 0
}

/** Advice for a command of gh that ghx does not have. */
async function adviceFor(words: readonly string[]): Promise<string | undefined> {
  const { absent } = await loadAbsent()
  const found = beginningsOf(words).find(([name]) => Object.hasOwn(absent, name))
  const advice = found && absent[found[0]]
  const variable = elsewhere(words)
  if (!variable) return advice
  return advice?.replace(/^install gh, .*it(?=;|$)/, `gh does not run it with ${variable}`)
}

/** Groups that concern this machine alone; the others would reach another GitHub than that of the environment. */
const ofMachine = /^(?:alias|config|extension)$/

/** The variable of another server, with which gh may not run a command. */
export const elsewhere = ([group = ""]: readonly string[]): string | undefined =>
  ["GHX_BASE_URL", "GITHUB_API_URL"].find((name) => process.env[name] && !ofMachine.test(group))

function leadingIn(argv: readonly string[]): readonly string[] {
  const end = argv.findIndex((word) => word.startsWith("-"))
  return end < 0 ? argv : argv.slice(0, end)
}

/** All words, all but the last, and so on, each with their number. */
const beginningsOf = (words: readonly string[]): [words: string, length: number][] =>
  words.map((_, at) => [words.slice(0, words.length - at).join(" "), words.length - at])

export async function adviceForOption(
  words: string,
  message: string,
  usage: string,
): Promise<string> {
  const { absentOptions } = await loadAbsent()
  const [, option = ""] = /'(-[\w-]+)/.exec(message) ?? []
  const own = absentOptions.filter(([options]) => options.split(" ").includes(option))
  const found =
    own.find(([, , commands]) => commands?.split(", ").includes(words)) ??
    own.find(([, , commands]) => commands === undefined)
  return found?.[1] ?? usage
}

async function commandOf(typed: string): Promise<Pick<Named, "steps" | "isOfGh"> | undefined> {
  const words = typed.replace(/ (\w+)$/, (_, word: string) => ` ${aliases[word] ?? word}`)
  const commands = await commandsLike(words)
  const steps = Object.hasOwn(commands, words) && commands[words]
  if (steps) return { steps, isOfGh: true }
  const id = words.replaceAll(" ", ".").replaceAll("-", "_")
  return knownOf(registry, id) ? { steps: [derivedStep(id)], isOfGh: false } : undefined
}

/** The steps of a command; undefined if there is no such command. */
export const stepsOf = async (words: string): Promise<GhCommand | undefined> =>
  (await commandOf(words))?.steps

/** The command for a capability: gh's, if it has one. */
export async function wordsFor(id: string): Promise<string> {
  // A command that makes several such calls at once shows something else: `pr status`.
  const isMain = (steps: GhCommand) => {
    const [main, ...others] = steps.filter(({ given }) => given === undefined)
    return (
      main?.id === id && !others.some((other) => other.id === id && other.without === undefined)
    )
  }
  const ofGh = Object.entries(await allCommands()).find(([, steps]) => isMain(steps))
  return ofGh?.[0] ?? wordsOf(id)
}

const wordsOf = (id: string) => id.replaceAll(".", " ").replaceAll("_", "-")

/** The command for a capability; if a command of that name has it, the one named like the given one. */
export async function wordsLike(words: string, id: string): Promise<string> {
  const same = words.replace(/^\S+/, id.replace(/\..*/, ""))
  const steps = await stepsOf(same)
  return steps?.some((step) => step.id === id) ? same : wordsFor(id)
}

export function groups(): string[] {
  const ofIds = ids().map((id) => id.replace(/\..*/, ""))
  return [...new Set([...firstWords, ...ofIds])].sort()
}

/**
 * Refuses a word that is most similar to one that commands of gh begin with.
 *
 * @param others - other commands
 * @throws UsageError
 */
export async function refuseMisspelt(word: string, others: readonly string[]): Promise<void> {
  const { suggestionsFor } = await loadSuggestions()
  const [meant] = suggestionsFor(word, [...groups(), ...others])
  if (meant === undefined || others.includes(meant)) return
  throw new UsageError(`unknown command '${word}'`, `Did you mean ghx ${meant}?`)
}

export async function within(group: string): Promise<string[]> {
  const commands = await allCommands()
  const steps = Object.values(commands).flat()
  const named = new Set<string>(steps.filter((one) => !isOfState(one)).map(({ id }) => id))
  const own = ids()
    .filter((id) => !named.has(id))
    .map(wordsOf)
  return [...Object.keys(commands), ...own].filter((path) => path.startsWith(`${group} `)).sort()
}
