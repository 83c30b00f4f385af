/** Finds the command that the words of a command line name. */
import { registry } from "../../../generated/registry.js"
import { knownIn, knownOf } from "../../../runtime/index.js"
import { UsageError } from "../output/index.js"
import { absent, absentOptions, aliases, commands, type GhCommand } from "./table/index.js"

export interface Named {
  /** The words of the command, as typed. */
  readonly words: string
  readonly steps: GhCommand
  /** The words after it. */
  readonly rest: readonly string[]
}

/** Whether a word begins a command. */
export function isGroup(word: string): boolean {
  const begins = (path: string, end: string) => path.startsWith(`${word}${end}`)
  return (
    adviceFor([word]) !== undefined ||
    Object.keys(commands).some((path) => begins(path, " ")) ||
    [...knownIn(registry).keys()].some((id) => begins(id, "."))
  )
}

/**
 * The named command; undefined for a group of commands.
 *
 * @throws UsageError if there is no such command
 */
export async function namedBy(argv: readonly string[]): Promise<Named | undefined> {
  const end = argv.findIndex((word) => word.startsWith("-"))
  const leading = end < 0 ? argv : argv.slice(0, end)
  for (let length = leading.length; length > 0; length -= 1) {
    const words = leading.slice(0, length).join(" ")
    const steps = stepsOf(words)
    if (steps) return { words, steps, rest: argv.slice(length) }
  }
  const [group = "", another] = leading
  const names = within(group)
  if ((another ?? "help") === "help" && names.length > 0) return undefined
  const advice = adviceFor(leading)
  if (advice !== undefined) throw new UsageError(`ghx has no ${leading.join(" ")}: ${advice}`)
  const typed = `${group} ${another}`
  const { suggestionsFor } = await import("../../../runtime/suggestions/index.js")
  const near = suggestionsFor(typed, names)
  const listed = near.length > 0 ? near : names
  throw new UsageError(
    `ghx has no command ${typed}`,
    `${near.length > 0 ? "Did you mean" : "Available:"} ${listed.map((name) => `ghx ${name}`).join(", ")}`,
  )
}

/** Advice for a command of gh that ghx does not have. */
export function adviceFor(words: readonly string[]): string | undefined {
  for (let length = words.length; length > 0; length -= 1) {
    const name = words.slice(0, length).join(" ")
    if (Object.hasOwn(absent, name)) return absent[name]
  }
  return undefined
}

/** Advice for an unknown option. */
export function adviceForOption(words: string, message: string, usage: string): string {
  const [, option = ""] = /'(-[\w-]+)/.exec(message) ?? []
  const found = absentOptions.find(
    ([names, where]) => names.includes(option) && (where === undefined || where.includes(words)),
  )
  return found ? found[2] : usage
}

/** The steps of a command; undefined if there is no such command. */
export function stepsOf(typed: string): GhCommand | undefined {
  const words = typed.replace(/ (\w+)$/, (_, word: string) => ` ${aliases[word] ?? word}`)
  if (Object.hasOwn(commands, words)) return commands[words]
  const id = words.replaceAll(" ", ".").replaceAll("-", "_")
  return knownOf(registry, id) ? [{ id }] : undefined
}

/** The command for a capability: gh's, if it has one. */
export function wordsFor(id: string): string {
  const isMain = (steps: GhCommand) => steps.find(({ given }) => given === undefined)?.id === id
  const ofGh = Object.entries(commands).find(([, steps]) => isMain(steps))
  return ofGh?.[0] ?? id.replaceAll(".", " ").replaceAll("_", "-")
}

/** Whether the command also exists in gh. */
export const isOfGh = ({ steps }: Named): boolean => Object.values(commands).includes(steps)

/** The first words of commands. */
export function groups(): string[] {
  const paths = [
    ...Object.keys(commands),
    ...[...knownIn(registry).keys()].map((id) => id.replace(".", " ")),
  ]
  return [...new Set(paths.map((path) => path.split(" ")[0] ?? ""))].sort()
}

/**
 * Refuses a word that is most similar to one that commands of gh begin with.
 *
 * @param others - other commands
 * @throws UsageError
 */
export async function refuseMisspelt(word: string, others: readonly string[]): Promise<void> {
  const { suggestionsFor } = await import("../../../runtime/suggestions/index.js")
  const [meant] = suggestionsFor(word, [...groups(), ...others])
  if (meant === undefined || others.includes(meant)) return
  throw new UsageError(`unknown command '${word}'`, `Did you mean ghx ${meant}?`)
}

/** The commands that begin with a word. */
export function within(group: string): string[] {
  const named = new Set(Object.values(commands).flatMap((steps) => steps.map(({ id }) => id)))
  const own = [...knownIn(registry).keys()]
    .filter((id) => !named.has(id))
    .map((id) => id.replaceAll(".", " ").replaceAll("_", "-"))
  return [...Object.keys(commands), ...own].filter((path) => path.startsWith(`${group} `)).sort()
}
