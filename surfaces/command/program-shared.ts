import type * as commander from "commander"
import { InvalidArgumentError } from "./commander.js"
import { shared } from "./options.js"
import type { Terminal } from "./terminal/index.js"

export interface CommandContext {
  readonly terminal: Terminal
  readonly done: (exitCode: number) => void
}

export type Commands = Readonly<
  Record<string, (command: commander.Command, context: CommandContext) => void>
>

export type Define = (command: commander.Command, context: LocalContext) => void

export interface LocalContext extends CommandContext {
  /** Runs the capability's command of the same name, to which a local command adds. */
  readonly derived: (
    argv: readonly string[],
    terminal: CommandContext["terminal"],
  ) => Promise<number>
}

/** The values of options as commander has them: texts, whether switches are given, and texts of options that repeat. */
export type OptionValues<
  Text extends string,
  Switch extends string = never,
  List extends string = never,
> = { readonly [Name in Text]?: string } & { readonly [Name in Switch]?: boolean } & {
  readonly [Name in List]?: readonly string[]
}

/** The action of a command: calls a function with its arguments, its options and the terminal. */
export const calling =
  (
    { terminal, done }: CommandContext,
    load: () => Promise<(...given: never[]) => Promise<unknown>>,
  ) =>
  async (...given: unknown[]): Promise<void> => {
    const run = await load()
    const exitCode = await run(...([...given.slice(0, -1), terminal] as never[]))
    if (typeof exitCode === "number") done(exitCode)
  }

export const collected = (text: string, before: readonly string[] = []) => [...before, text]

/** Adds options that several commands have, in this order. */
export function withOptions(
  command: commander.Command,
  ...names: readonly (keyof typeof shared)[]
): commander.Command {
  for (const name of names) command.addOption(shared[name]())
  return command
}

/** The last options of commands that call. */
export const rehearsed = ["dryRun", "record", "trace", "untrusted", "sandbox", "yes"] as const

/** A command for operations without a capability, with gh's options for values. */
export function operation(command: commander.Command): commander.Command {
  command
    .option(
      "-F, --field <name=value>",
      "add a parameter, typed by GitHub's description; @file reads a file",
      collected,
    )
    .option("-f, --raw-field <name=value>", "add a string parameter", collected)
    .option("--input <file>", "values as JSON, from a file or - for stdin")
  return withOptions(command, "allowWrite", "repo", "jq", "envelope", "limit", ...rehearsed)
}

export function guarded(command: commander.Command): commander.Command {
  command
    .option("--read-only", "block everything that writes")
    .option("--allow <ids>", "allow only these capabilities: issue.*,pr.view", joined)
    .option("--deny <ids>", "block these capabilities; wins over --allow", joined)
    .option("--repos <repositories>", "allow only these repositories: octocat/docs,me/*", joined)
    .option("--limits <calls>", "maximum number of calls: issue.create=5,pr.*+issue.*=9", limitsOf)
    .option("--documents", "allow read operations without a capability (REST and GraphQL)")
  return withOptions(command, "allowWrite", "untrusted")
}

function listOf(text: string): string[] {
  return text.split(",").map((one) => one.trim())
}

/** A list that an option given twice continues, because dropping its first part would weaken a guard. */
export function joined(text: string, before: readonly string[] = []): string[] {
  return [...before, ...listOf(text)]
}

function limitsOf(
  text: string,
  before: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  const limits: Record<string, number> = { ...before }
  for (const one of listOf(text)) {
    const [, pattern, most] = /^(.+)=(\d+)$/.exec(one) ?? []
    if (pattern === undefined) {
      throw new InvalidArgumentError(
        "Expected a list of pattern=number, e.g. issue.create=5,'POST *=9',*=50.",
      )
    }
    if (Object.hasOwn(limits, pattern)) {
      throw new InvalidArgumentError(`It limits ${pattern} twice.`)
    }
    limits[pattern] = Number(most)
  }
  return limits
}
