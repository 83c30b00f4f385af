/** `ghx completion`: the shell scripts, and the completions that they request. */
import { type Command as Completed, RootCommand, ShellCompDirective, script } from "@bomb.sh/tab"
import type { Command } from "commander"
import { listCapabilities } from "../../generated/calls.js"
import { contractOf } from "./input/index.js"
import type { Terminal } from "./terminal/index.js"

const shells = ["bash", "zsh", "fish"] as const

export function printScript(shell: (typeof shells)[number], terminal: Terminal): void {
  const text = heard(() => script(shell, "ghx", "ghx")).join("\n")
  terminal.stdout.write(`${shell === "bash" ? mended(text) : text}\n`)
}

/**
 * Fixes the library's script for bash. The original evaluates typed text, even `$(…)`, and ignores that bash only
 * replaces the part after `=`.
 */
function mended(text: string): string {
  const all = `requestComp="ghx complete -- \${words[@]:1}"`
  const quoted = `requestComp="ghx complete -- $(printf '%q ' "\${words[@]:1:$((cword - 1))}" "$cur")"`
  const empty = /\n {4}# Add an empty parameter[^\n]*\n {4}if [^\n]*\n[^\n]*\n {4}fi\n/
  const reply = `COMPREPLY=( $(compgen -W "\${completions[*]}" -- "$cur") )\n`
  const behindEquals = `    if [[ "$cur" == *=* && "$COMP_WORDBREAKS" == *=* ]]; then
        COMPREPLY=( "\${COMPREPLY[@]#"\${cur%%=*}="}" )
    fi
`
  if (!text.includes(all) || !empty.test(text) || !text.includes(reply)) {
    throw new Error("@bomb.sh/tab has a new completion script, which this code cannot patch")
  }
  return text
    .replace(empty, "\n")
    .replace(all, () => quoted)
    .replace(reply, () => `${reply}${behindEquals}`)
}

/**
 * Prints completions of the last word.
 *
 * @param words - the arguments after `ghx`; the last one is being typed
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
  const typed = words.at(-1) ?? ""
  const inputs = Object.entries(properties).flatMap(([name, schema]): Candidates => {
    if (!typed.includes("=")) return [[`${name}=`, schema.description ?? ""]]
    if (!typed.startsWith(`${name}=`)) return []
    const values = schema.enum ?? schema.items?.enum ?? []
    return values.map((value) => [`${name}=${value}`, ""])
  })
  if (id !== undefined && /^\w+=/.test(typed)) {
    // The library would mistake the word for an option with a value.
    const near = inputs.filter(([value]) => value.startsWith(typed)).map(([value]) => `${value}\t`)
    const directive = `:${ShellCompDirective.ShellCompDirectiveNoFileComp}`
    terminal.stdout.write(`${[...near, directive].join("\n")}\n`)
    return
  }
  const root = new RootCommand()
  register(program, "", root, {
    id: ids,
    ids,
    input: inputs,
    shell: shells.map((one) => [one, ""]),
  })
  await registerDerived(words, program, root, terminal)
  const answer = heard(() => root.parse([...words]))
  // After `key=`, the shell must not add a space. The library never sets the bit for that.
  const isKey = answer.length > 1 && answer.slice(0, -1).every((line) => /^\w+=\t/.test(line))
  const directive = isKey
    ? `:${ShellCompDirective.ShellCompDirectiveNoFileComp | ShellCompDirective.ShellCompDirectiveNoSpace}`
    : answer.at(-1)
  terminal.stdout.write(`${[...answer.slice(0, -1), directive].join("\n")}\n`)
}

/** Registers gh's commands: the groups, the commands of the typed group, and the options of the named command. */
async function registerDerived(
  words: readonly string[],
  program: Command,
  root: RootCommand,
  terminal: Terminal,
): Promise<void> {
  const { completableIn, groups, within } = await import("./gh-help.js")
  const own = new Set(program.commands.map((command) => command.name()))
  for (const group of groups()) if (!own.has(group)) root.command(group, `commands of ${group}`)
  const [group = ""] = words
  if (words.length < 2) return
  for (const path of await within(group)) root.command(path, "")
  const named = await completableIn(words, program)
  if (!named) return
  const command = root.command(named.words, "")
  // GitHub is only asked if a number can follow.
  const isOpen = words.length > named.words.split(" ").length && /^\d*$/.test(words.at(-1) ?? "")
  const { isNumber, openNumbers } = await import("./open-numbers.js")
  if (isOpen && isNumber(named.subject)) {
    const place = await named.place().catch(() => undefined)
    const numbers = place ? await openNumbers(named.subject, place, terminal) : []
    command.argument("number", (give) => numbers.forEach((one) => void give(...one)), true)
  }
  for (const one of named.options) addOption(command, one)
}

type Candidates = readonly (readonly [value: string, description: string])[]

/**
 * Registers commands, options and arguments as commander has them; `candidates` are keyed by the names of arguments.
 */
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
    for (const { long = "", short, description, required, argChoices = [] } of one.options) {
      const values = required ? argChoices : undefined
      addOption(own, { name: long.slice(2), short: short?.slice(1), description, values })
    }
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

interface CompletedOption {
  readonly name: string
  readonly short: string | undefined
  readonly description: string
  /** Those that its value may have; undefined for a switch. */
  readonly values: readonly string[] | undefined
}

function addOption(
  command: Completed,
  { name, short, description, values }: CompletedOption,
): void {
  const offer = (give: (value: string, description: string) => void) =>
    values?.forEach((one) => void give(one, ""))
  if (values) command.option(name, description, offer, short)
  else command.option(name, description, short)
}

/** Captures what the library prints. */
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
