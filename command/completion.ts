/** `ghx completion`: what a shell asks when somebody presses Tab, and the script by which it asks. */
import { type Command as Completed, RootCommand, ShellCompDirective, script } from "@bomb.sh/tab"
import type { Command } from "commander"
import { listCapabilities } from "../generated/calls.js"
import { contractOf } from "./input/index.js"
import type { Terminal } from "./terminal/index.js"

const shells = ["bash", "zsh", "fish"] as const

/** Prints what a shell reads at its start. */
export function printScript(shell: (typeof shells)[number], terminal: Terminal): void {
  terminal.stdout.write(`${heard(() => script(shell, "ghx", "ghx")).join("\n")}\n`)
}

/**
 * Answers a shell: what may stand in the place of the last word.
 *
 * @param words - those behind `ghx`, of which the last one is being typed
 */
export async function complete(
  words: readonly string[],
  program: Command,
  terminal: Terminal,
): Promise<void> {
  const lines = await listCapabilities()
  const ids = lines.map(({ id, description }) => [id, description] as const)
  const id = words.find((word) => lines.some((one) => one.id === word))
  const { properties = {} } = (await contractOf(id))?.input ?? {}
  const inputs = Object.entries(properties).map(
    ([name, { description = "" }]) => [`${name}=`, description] as const,
  )
  const root = new RootCommand()
  register(program, "", root, {
    id: ids,
    ids,
    input: inputs,
    shell: shells.map((one) => [one, ""]),
  })
  const answer = heard(() => root.parse([...words]))
  // Behind `key=` no space is wanted: the bit that says so, the library never sets.
  const isKey = answer.length > 1 && answer.slice(0, -1).every((line) => /^\w+=\t/.test(line))
  const directive = isKey
    ? `:${ShellCompDirective.ShellCompDirectiveNoFileComp | ShellCompDirective.ShellCompDirectiveNoSpace}`
    : answer.at(-1)
  terminal.stdout.write(`${[...answer.slice(0, -1), directive].join("\n")}\n`)
}

type Candidates = readonly (readonly [value: string, description: string])[]

/** Commands, options and arguments as commander knows them; `candidates` by the names of arguments. */
function register(
  command: Command,
  path: string,
  root: RootCommand,
  candidates: Readonly<Record<string, Candidates>>,
): void {
  for (const one of command.commands) {
    const name = `${path}${one.name()}`
    if (one.name() === "complete") continue
    const own = root.command(name, one.description())
    registerOptions(one, own)
    for (const argument of one.registeredArguments) {
      const known = candidates[argument.name()] ?? []
      own.argument(
        argument.name(),
        (give) => known.forEach((one) => void give(...one)),
        argument.variadic,
      )
    }
    register(one, `${name} `, root, candidates)
  }
}

function registerOptions(command: Command, own: Completed): void {
  for (const { long, short, description, required, argChoices = [] } of command.options) {
    const [name = "", alias] = [long?.slice(2), short?.slice(1)]
    if (required)
      own.option(
        name,
        description,
        (give) => argChoices.forEach((one) => void give(one, "")),
        alias,
      )
    else own.option(name, description, alias)
  }
}

/** What the library prints to the console. */
function heard(speak: () => void): string[] {
  const lines: string[] = []
  const { log } = console
  console.log = (line: string) => void lines.push(line)
  try {
    speak()
  } finally {
    console.log = log
  }
  return lines
}
