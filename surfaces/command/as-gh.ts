/** Commands as gh has them, derived from the contracts: `ghx issue list --state closed -L 50`. */
import type * as commander from "commander"
import { listCapabilities } from "../../generated/calls.js"
import type { Contract } from "../../runtime/index.js"
import { Command, CommanderError } from "./commander.js"
import {
  adviceForOption,
  checkTogether,
  chosenOf,
  complete,
  type Filled,
  type Filling,
  fieldsIn,
  filled,
  type Given,
  hasFoundNothing,
  linesOf,
  type Named,
  namedBy,
  nameIn,
  namesGiven,
  optionsOf,
  type Planned,
  pagesOfLists,
  placeFor,
  placeOf,
  propertiesOf,
  stepsOf,
  subjectOf,
  thingsOf,
  unknownIn,
  WORDS,
  within,
} from "./gh/index.js"
import { contractOf } from "./input/index.js"
import * as shared from "./options.js"
import { exitCodes, UsageError } from "./output/index.js"
import { type Call, executeCall, type FindUnknown, type RunFlags } from "./run.js"
import type { Terminal } from "./terminal/index.js"

export { groups, isGroup, refuseMisspelt, within } from "./gh/index.js"

/** An option as a shell completes it. */
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
  /** The repository that it is for; undefined where none is around. */
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
 */
export async function runCommand(
  argv: readonly string[],
  root: commander.Command,
  terminal: Terminal,
  done: (exitCode: number) => void,
): Promise<void> {
  const named = await namedBy(argv)
  if (!named) return groupHelp(argv, root, terminal)
  const steps = await Promise.all(named.steps.map(planned))
  const options = optionsOf(steps)
  const off = new Set<string>()
  const command = commandOf(named, steps, options, root).action(async (words, given) => {
    const all = { ...given, ...Object.fromEntries([...off].map((name) => [name, false])) }
    done(await start(named, steps, options, words, all, terminal))
  })
  try {
    await command.parseAsync(apart(named.rest, command, off), { from: "user" })
  } catch (error) {
    const isUnknown = error instanceof CommanderError && error.code === "commander.unknownOption"
    if (isUnknown) {
      const advice = adviceForOption(named.words, error.message, usageOf(named, steps, options))
      // The suggestion suffices.
      const isSaid = advice.startsWith("Usage: ") && error.message.includes("Did you mean")
      if (!isSaid) terminal.stderr.write(`  fix: ${advice}\n`)
    }
    throw error
  }
}

/**
 * `-b=Text` and `--draft=false` as gh reads them: commander takes the `=` for a part of the value, and no value
 * of a switch.
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

async function planned(step: Named["steps"][number]): Promise<Planned> {
  const contract = await contractOf(step.id)
  if (!contract) throw new Error(`there is no capability ${step.id}`)
  return { ...step, contract }
}

/** Lists the commands of a group. */
async function groupHelp(
  [group = "", ...rest]: readonly string[],
  root: commander.Command,
  { stdout }: Terminal,
): Promise<void> {
  const command = inside(root, group).usage("<command> [options]")
  const all = new Map((await listCapabilities()).map(({ id, description }) => [id, description]))
  for (const path of within(group)) {
    const { id } = mainOf(stepsOf(path) ?? []) ?? {}
    const own = new Command(path.slice(group.length + 1)).helpOption(false)
    command.addCommand(own.description(all.get(id ?? "") ?? ""))
  }
  const other = rest.find((word) => !["help", "--help", "-h"].includes(word))
  if (other === undefined) stdout.write(command.helpInformation())
  else throw new UsageError(`ghx ${group} takes no ${other} by itself`, `See ghx ${group} --help`)
}

/** The default steps of a command, if no option selects others. */
function mainOf<Step extends { readonly given?: readonly string[] }>(steps: readonly Step[]) {
  return steps.find(({ given }) => given === undefined) ?? steps[0]
}

function inside(root: commander.Command, name: string): commander.Command {
  const command = new Command(`ghx ${name}`).exitOverride().showSuggestionAfterError()
  return command.copyInheritedSettings(root).helpCommand(false)
}

function commandOf(
  { words }: Named,
  steps: readonly Planned[],
  options: readonly Filled[],
  root: commander.Command,
): commander.Command {
  const main = mainOf(steps)
  const command = inside(root, words)
  command.description(main?.contract.description ?? "")
  const subject = steps.map(subjectOf).find((name) => name !== undefined)
  const isSearch = steps.some(({ query }) => query?.includes(WORDS))
  const about = isSearch ? "what to search for" : "the repository"
  command.argument("[words...]", subject?.replaceAll("_", " ") ?? about)
  for (const { name, short, isSwitch, description, fills } of options) {
    const dash = short === undefined ? "" : `-${short}, `
    const [{ schema }] = fills
    const value = isSwitch ? "" : ` <${valueName(fills[0])}>`
    // A switch that is on by default is there to be turned off.
    const negated = isSwitch && schema.default === true ? "no-" : ""
    const option = command.createOption(
      `${dash}--${negated}${name}${value}`,
      isSwitch ? description : textFor(description, schema),
    )
    command.addOption(
      isSwitch
        ? option
        : option.argParser((text: string, before: string[] = []) => [...before, text]),
    )
  }
  for (const option of [
    shared.repo(),
    // Alone it asks which fields there are, as with gh.
    command.createOption("--json [fields]", shared.json().description).conflicts("envelope"),
    shared.jq(),
    ...(main?.contract.list ? [shared.limit()] : []),
    ...(main && canShow(words, main)
      ? [shared.web(options.every(({ short }) => short !== "w"))]
      : []),
    ...(steps.length === 1 ? [shared.envelope(), shared.route()] : []),
    shared.dryRun(),
    shared.record(),
    shared.trace(),
    shared.untrusted(),
    shared.sandbox(),
    // Without a confirmation it has no effect, but scripts pass it anyway.
    shared.yes().hideHelp(steps.every(({ contract }) => contract.effect !== "destroy")),
  ]) {
    command.addOption(option)
  }
  return command
}

/** Whether GitHub has a web page for what a command reads. */
function canShow(words: string, { contract }: Planned): boolean {
  return Object.hasOwn(pagesOfLists, words) || (contract.effect === "read" && hasAddress(contract))
}

const hasAddress = ({ output }: Contract) => output.properties?.url !== undefined

/** Opens it in a browser, or prints the URL if there is no terminal. */
async function showWeb(
  words: string,
  call: Call,
  flags: RunFlags,
  terminal: Terminal,
): Promise<number> {
  const { show } = await import("./browser.js")
  const path = Object.hasOwn(pagesOfLists, words) ? pagesOfLists[words] : undefined
  if (path !== undefined) {
    const { owner, repo } = Object(call.input)
    const host = call.host ?? process.env.GH_HOST ?? "github.com"
    await show(`https://${host}/${owner}/${repo}/${path}`, terminal)
    return exitCodes.ok
  }
  let told = ""
  const stdout = { write: (text: string) => (told += text) }
  const { web: _, jq: __, ...others } = { ...flags, web: true }
  const exitCode = await executeCall(call, { ...others, json: "url" }, { ...terminal, stdout })
  if (exitCode !== exitCodes.ok || flags.dryRun) terminal.stdout.write(told)
  else await show(JSON.parse(told).url, terminal)
  return exitCode
}

/** What a command does and takes, in two lines; undefined where there is no such command. */
export async function usageFor(words: string): Promise<string | undefined> {
  const named = stepsOf(words)
  if (!named || !words.includes(" ")) return undefined
  const steps = await Promise.all(named.map(planned))
  const usage = usageOf({ words, steps: named, rest: [] }, steps, optionsOf(steps))
  return `${usage}\n${mainOf(steps)?.contract.description}`
}

/** The usage of a command in one line, for errors. */
function usageOf({ words }: Named, steps: readonly Planned[], options: readonly Filled[]): string {
  const subject = steps.map(subjectOf).find((name) => name !== undefined)
  const own = options.map(({ name, isSwitch, fills }) => {
    const values = isSwitch ? [] : namesOf(fills[0].schema)
    const value = values.length > 0 && values.length < 9 ? values.join("|") : formOf(fills[0])
    return `[--${name}${value === undefined ? "" : ` ${value}`}]`
  })
  const named = subject === undefined ? [] : [subject.toUpperCase()]
  return ["Usage: ghx", words, ...named, ...own].join(" ")
}

/** The values that an option takes, as they are typed. */
function namesOf({ items, enum: values }: Filling["schema"]): readonly string[] {
  const names = (values ?? items?.enum ?? []).map((each) => String(each).toLowerCase())
  return names.length > 0 && items ? [...names, "all"] : names
}

/** The form of a value that is written otherwise than its input. */
function formOf({ flag }: Filling): string | undefined {
  if (flag.as === "lines") return "path:line=text"
  return flag.as === "pairs" ? "name=value" : undefined
}

function valueName(filling: Filling): string {
  const { schema } = filling
  const { type, items } = schema
  const form = formOf(filling)
  if (form !== undefined) return form
  const names = namesOf(schema)
  if (names.length > 0 && names.length < 9) return names.join("|")
  if (type === "integer" || type === "number") return "number"
  return items?.type === "object" ? "json" : "text"
}

function textFor(description: string, { default: value }: Filling["schema"]): string {
  const isTold = value !== undefined && typeof value !== "boolean"
  const text = Array.isArray(value) ? value.join(", ") : String(value)
  return [description, isTold ? `(default: ${text.toLowerCase()})` : ""].filter(Boolean).join(" ")
}

async function start(
  named: Named,
  all: readonly Planned[],
  options: readonly Filled[],
  words: readonly string[],
  given: Given,
  terminal: Terminal,
): Promise<number> {
  const names = namesGiven(options, words, given)
  const { json, ...others } = given as RunFlags & Given
  for (const name of switchesOf(json, all, options)) names.add(name)
  const chosen = chosenOf(named, all, names)
  checkTogether(named, chosen, options, names)
  const asked = json === undefined ? undefined : fieldsIn(json, chosen)
  const { lower } = chosen.at(-1) ?? {}
  const flags = {
    ...others,
    ...(asked && { json: Object.keys(asked).join(","), names: asked, ...(lower && { lower }) }),
  }
  const last = chosen[0]?.last
  const things = thingsOf(last === undefined ? words : words.slice(0, -1), chosen)
  const around = await placeOf(flags.repo, things, chosen)
  const lastWord = last === undefined ? {} : { [last]: nameIn(words.at(-1) ?? "", things, around) }
  const calls = await Promise.all(
    things.flatMap((thing) =>
      chosen.map(async (step) => ({
        step,
        input: {
          ...step.usual,
          ...placeFor(step, thing, around),
          ...thing.inputFor(step),
          ...lastWord,
          ...(await filled(step, options, { ...given, words }, around, terminal)),
        },
      })),
    ),
  )
  for (const { step, input } of calls) {
    const subject = subjectOf(step)
    if (subject === undefined || Object.hasOwn(input, subject)) continue
    throw new UsageError(
      `ghx ${named.words}: which ${subject.replaceAll("_", " ")}?`,
      usageOf(named, all, options),
    )
  }
  const prints = chosen.at(-1)?.prints
  const lines = prints && { lines: (data: unknown) => linesOf(prints, data) }
  const host = things.find(({ repository }) => repository)?.repository?.host ?? around?.host
  const [first, second] = calls
  if (!first) throw new UsageError(`ghx ${named.words}: nothing is named`)
  if (!second) {
    const { id, contract, exitCode, exitCodeWith, all: isWhole } = first.step
    const isTold = exitCodeWith === undefined || names.has(exitCodeWith)
    const call = {
      ...{ id, contract, input: first.input, host, complete, unknown },
      ...(exitCode && isTold && { exitCode }),
      ...lines,
    }
    if (given.web) return showWeb(named.words, call, flags, terminal)
    const limit = isWhole && !given.envelope && { limit: flags.limit ?? "1000" }
    return executeCall(call, { ...flags, ...limit }, terminal)
  }
  if (given.web) throw new UsageError("--web is for one thing at a time")
  checkSeveral(chosen, Object.keys(asked ?? {}), given)
  const tasks = calls.map(({ step, input }) => ({ task: step.id, input }))
  const shown = (data: readonly unknown[]) => {
    const told = things.map((_, at) =>
      together(data.slice(at * chosen.length, (at + 1) * chosen.length)),
    )
    if (asked && first.step.contract.list) return told.map((page) => Object(page).items)
    return told.length === 1 ? told[0] : told
  }
  // One call, which most lines are, does without chains.
  const { executeAll } = await import("./chain.js")
  const each = prints && {
    lines: (told: unknown) =>
      [told]
        .flat()
        .map((one) => linesOf(prints, one))
        .join(""),
  }
  return executeAll({ tasks, host, complete, unknown, shown, ...each }, flags, terminal)
}

/** Switches that `--json` asks for by naming what only they bring: `--json comments`. */
function switchesOf(
  json: string | undefined,
  steps: readonly Planned[],
  options: readonly Filled[],
): readonly string[] {
  const main = mainOf(steps)
  if (typeof json !== "string" || !main) return []
  const own = propertiesOf(main)
  const asked = json.split(",").map((name) => name.trim())
  return options.flatMap(({ name, isSwitch, fills }) => {
    const brings = isSwitch && fills[0].step.given?.includes(name) && asked.includes(name)
    return brings && !Object.hasOwn(own, name) ? [name] : []
  })
}

const unknown: FindUnknown = async (id, input, envelope, ask) =>
  hasFoundNothing(envelope) ? unknownIn(id, input, ask) : undefined

/** Refuses options for a single call, and fields that no step has, before anything is sent. */
function checkSeveral(chosen: readonly Planned[], asked: readonly string[], given: Given): void {
  for (const name of ["limit", "envelope", "route"]) {
    if (given[name] !== undefined) throw new UsageError(`--${name} is for one thing at a time`)
  }
  const unknown = asked.find((name) => !chosen.some((step) => propertiesOf(step)[name]))
  if (unknown !== undefined) {
    const names = chosen.flatMap((step) => Object.keys(propertiesOf(step)))
    throw new UsageError(
      `There is no field ${JSON.stringify(unknown)}`,
      `Give some of ${[...new Set(names)].join(",")}`,
    )
  }
}

/**
 * Combines the results of several steps: all fields if they concern the same object, else the last result.
 */
function together(data: readonly unknown[]): unknown {
  const ids = new Set(data.map((one) => Object(one).id))
  return ids.size === 1 ? Object.assign({}, ...data) : data.at(-1)
}
