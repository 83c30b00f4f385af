/** The commander command of a derived command: its options, and their help. */
import type * as commander from "commander"
import type { Contract } from "../../runtime/index.js"
import { general } from "./brief-help.js"
import { Command, Option } from "./commander.js"
import {
  type Filled,
  type Filling,
  type helpTexts,
  isOfField,
  isOfState,
  isStandIn,
  type Named,
  type Planned,
  subjectIn,
  subjectOf,
  valueNames,
  WORDS,
  webPages,
} from "./gh/index.js"
import { contractOf } from "./input/index.js"
import { shared } from "./options.js"
import { UsageError } from "./output/index.js"

export async function planned(step: Named["steps"][number]): Promise<Planned> {
  const contract = await contractOf(step.id)
  if (!contract) throw new Error(`there is no capability ${step.id}`)
  return { ...step, contract }
}

/** The default steps of a command, if no option selects others. */
export function mainOf<Step extends { readonly given?: readonly string[] }>(
  steps: readonly Step[],
) {
  return steps.find(({ given }) => given === undefined) ?? steps[0]
}

export function inside(root: commander.Command, name: string): commander.Command {
  const command = new Command(`ghx ${name}`).exitOverride().showSuggestionAfterError()
  return command.copyInheritedSettings(root).helpCommand(false)
}

/** The help texts, which other commands do not load. */
type HelpTexts = Awaited<ReturnType<typeof helpTexts>>

interface Around {
  /** If absent, the command prints no help. */
  readonly texts: HelpTexts | undefined
  /** Whether the sender is not at this machine. */
  readonly isRemote?: boolean
}

export function commandOf(
  { words }: Pick<Named, "words">,
  steps: readonly Planned[],
  options: readonly Filled[],
  root: commander.Command,
  { texts, isRemote = false }: Around,
): commander.Command {
  const main = mainOf(steps)
  const command = inside(root, words)
  if (texts) command.description(descriptionOf(words, main, texts))
  addArguments(command, steps, texts)
  const isBrief = root.configureHelp().formatHelp !== undefined
  const examples = isBrief ? [] : (texts?.examples[words] ?? [])
  for (const line of examples) {
    const isFirst = line === examples[0]
    command.addHelpText("after", `${isFirst ? "\nExamples:\n" : ""}  ghx ${words} ${line}`)
  }
  addOwn(command, options, { texts, isRemote })
  for (const option of generalOptions(words, steps, options, isRemote))
    command.addOption(option.helpGroup(general))
  command.helpOption(takesH(command) ? "--help" : "-h, --help", "display help for command")
  return command
}

function addOwn(
  command: commander.Command,
  options: readonly Filled[],
  { texts, isRemote }: Around,
): void {
  // commander turns an option on by default if its negation is defined first.
  const inOrder = [...options].sort(
    (one, other) => Number(isNegation(one)) - Number(isNegation(other)),
  )
  const withValue = new Set(options.flatMap(({ name, isSwitch }) => (isSwitch ? [] : [name])))
  const isOwn = (one: Pick<Filled, "name">) => isNegation(one) && withValue.has(opposite(one))
  for (const { name, short, isSwitch, fills } of inOrder) {
    if (isRemote && fills.some(({ flag }) => flag.as === "file")) continue
    const dash = short === undefined ? "" : `-${short}, `
    const [{ flag, schema }] = fills
    const value = isSwitch ? "" : ` <${valueName(name, fills[0])}>`
    // A switch that is on by default only needs the option that turns it off.
    const isOn = flag.value === undefined && schema.default === true
    const negated = isSwitch && isOn ? "no-" : ""
    const option = command.createOption(
      `${dash}--${negated}${name}${value}`,
      texts && textFor(name, fills[0], isSwitch, texts),
    )
    // `--no-assignee` beside `--assignee LOGIN` is a filter of its own: gh sends both.
    if (isOwn({ name })) option.negate = false
    command.addOption(
      isSwitch
        ? option
        : option.argParser((text: string, before?: string[] | boolean) =>
            Array.isArray(before) ? [...before, text] : [text],
          ),
    )
  }
  refuseOpposites(
    command,
    options.filter((one) => !isOwn(one)),
  )
}

/** The options that most commands have, as far as they apply to this one. */
function generalOptions(
  words: string,
  steps: readonly Planned[],
  options: readonly Filled[],
  isRemote: boolean,
): readonly commander.Option[] {
  const main = mainOf(steps)
  const alone = steps.filter(
    (step) => !step.and?.some(isStandIn) && !isOfField(step) && !isOfState(step),
  )
  const destroys = steps.some(({ contract }) => contract.effect === "destroy")
  const asks = destroys || steps.some((step) => step.asks)
  const hasLetter = (letter: string) => options.every(({ short }) => short !== letter)
  return [
    shared.repo(!steps.some((step) => step.isNamed)),
    // Without a value, it asks for the available fields, as with gh.
    new Option("--json [fields]", shared.json().description)
      .argParser((fields: string, before: unknown) =>
        typeof before === "string" ? `${before},${fields}` : fields,
      )
      .conflicts("envelope"),
    ...(steps.some((step) => step.exports)
      ? [new Option("--format <json>", "print the same JSON as gh").conflicts(["envelope", "json"])]
      : []),
    shared.jq(),
    ...(main?.contract.list ? [shared.limit()] : []),
    ...(main && !isRemote && canShow(words, main) ? [shared.web(hasLetter("w"))] : []),
    ...(alone.length === 1 ? [shared.envelope(), shared.route()] : []),
    shared.dryRun(),
    ...(isRemote ? [] : [shared.record(), shared.trace(), shared.untrusted(), shared.sandbox()]),
    // It has no effect on commands that need no confirmation, but scripts pass it anyway.
    shared.yes(hasLetter("y")).hideHelp(!destroys),
    ...(mayEscape.test(words) ? [new Option("--allow-escape-sequences").hideHelp()] : []),
    ...(asks
      ? [new Option("--confirm", "the same as --yes").implies({ yes: true }).hideHelp()]
      : []),
  ]
}

/** gh refuses to print escape sequences without a flag. Here, pipes get them, and terminals never. */
const mayEscape = /^(?:gist view|pr diff|release download|repo read-file)$/

/** Whether `-h` is an option of the command's own, such as a host, and not its help. */
export const takesH = ({ options }: commander.Command): boolean =>
  options.some(({ short }) => short === "-h")

/** Refuses `--archived --no-archived`, of which commander would keep the last. */
function refuseOpposites(command: commander.Command, options: readonly Filled[]): void {
  const names = new Set(options.map(({ name }) => name))
  for (const negation of options.filter(isNegation)) {
    const name = opposite(negation)
    if (!names.has(name)) continue
    const given = new Set<string>()
    for (const one of [name, negation.name]) {
      command.on(`option:${one}`, () => {
        if (given.add(one).size > 1) {
          throw new UsageError(`Use --${name} or --${negation.name}, not both`)
        }
      })
    }
  }
}

const isFile = ({ as }: Filling["flag"]) => as === "file" || as === "added"

const isNegation = ({ name }: Pick<Filled, "name">) => name.startsWith("no-")

const opposite = ({ name }: Pick<Filled, "name">) => name.replace("no-", "")

export function descriptionOf(
  words: string,
  main: Planned | undefined,
  { commandTexts }: HelpTexts,
): string {
  return commandTexts[words] ?? main?.contract.description ?? ""
}

function addArguments(
  command: commander.Command,
  steps: readonly Planned[],
  texts: HelpTexts | undefined,
): void {
  const subject = steps.map(subjectOf).find((name) => name !== undefined)
  if (steps.some(({ gathers }) => gathers !== undefined)) {
    command.argument("[file...]", "paths of the files, or - for stdin (default)")
    return
  }
  if (subject === undefined) {
    const isSearch = steps.some(({ query }) => query?.includes(WORDS))
    command.argument("[words...]", isSearch ? "what to search for" : "")
    const isNamed = steps.some((step) => step.isNamed)
    if (!isSearch) command.usage(isNamed ? "[options] <owner/repo>" : "[options]")
    return
  }
  const [name, forms] = texts?.argumentsOf[subject] ?? [subject.replaceAll("_", "-"), ""]
  command.argument(`[${name}...]`, forms)
  if (steps.some(takesFiles)) command.usage(`[options] <${name}> [file...]`)
  const further = steps.flatMap((step) => step.further?.names ?? []).map((word) => ` <${word}>`)
  if (further.length > 0) command.usage(`[options] <${name}>${further.join("")}`)
}

/** Whether GitHub has a web page for the result of a command. */
function canShow(words: string, { contract }: Planned): boolean {
  return Object.hasOwn(webPages, words) || (contract.effect === "read" && hasAddress(contract))
}

const hasAddress = ({ output }: Contract) => output.properties?.url !== undefined

/** A command with its arguments: `gist edit GIST_ID [FILE…]`. */
export function headOf(words: string, steps: readonly Planned[]): string {
  const isGathering = steps.some(({ gathers }) => gathers !== undefined)
  const files = isGathering || steps.some(takesFiles) ? ["[FILE…]"] : []
  const further = steps
    .flatMap((step) => step.further?.names ?? [])
    .map((word) => word.toUpperCase())
  return [words, subjectIn(steps), ...further, ...files].filter((one) => one !== "").join(" ")
}

/** The usage of a command in one line, for errors. */
export function usageOf(
  { words }: Pick<Named, "words">,
  steps: readonly Planned[],
  options: readonly Filled[],
): string {
  const own = options.map((option) => {
    const { isSwitch, fills } = option
    const values = isSwitch ? [] : namesOf(fills[0].schema)
    const value = values.length > 0 && values.length < 9 ? values.join("|") : formOf(fills[0])
    return optionIn(option, steps, value === undefined ? "" : ` ${value}`)
  })
  return ["Usage: ghx", headOf(words, steps), ...own].join(" ")
}

/** `--message`, or `[--message]` if the command may be given without. */
export function optionIn({ name, fills }: Filled, steps: readonly Planned[], value = ""): string {
  const { required = [] } = steps.length === 1 ? fills[0].step.contract.input : {}
  const isNeeded = fills.length === 1 && required.includes(fills[0].flag.input ?? "")
  return isNeeded ? `--${name}${value}` : `[--${name}${value}]`
}

const takesFiles = ({ isForFiles, replaces }: Planned) => isForFiles || replaces !== undefined

/** The values that an option takes, as they are typed. */
export function namesOf({ items, enum: values }: Filling["schema"]): readonly string[] {
  const names = (values ?? items?.enum ?? []).map((each) => String(each).toLowerCase())
  return names.length > 0 && items ? [...names, "all"] : names
}

/** The notation of a value, if it differs from the input's, or is an object. */
export function formOf({ flag, schema: { items } }: Filling): string | undefined {
  if (flag.as === "lines") return "path:line=text"
  const item = [items, ...(items?.anyOf ?? [])].find((one) => one?.type === "object")
  const members = flag.as === undefined ? item?.properties : undefined
  if (members) return `'{"${Object.keys(members).slice(0, 4).join('", "')}"}'`
  return flag.as === "pairs" || flag.as === "fields" ? "name=value" : undefined
}

function valueName(option: string, filling: Filling): string {
  const { schema } = filling
  const { type, items } = schema
  const form = formOf(filling)
  if (form !== undefined) return form
  if (isFile(filling.flag)) return "file"
  if (filling.flag.as === "removed") return "name"
  const own = valueNames[option]
  if (own !== undefined) return own
  const names = namesOf(schema)
  if (names.length > 0 && names.length < 9) return names.join("|")
  if (type === "integer" || type === "number") return "number"
  return items?.type === "object" ? "json" : "text"
}

function textFor(name: string, filling: Filling, isSwitch: boolean, texts: HelpTexts): string {
  const description = descriptionOfOption(name, filling, texts)
  if (isSwitch) return description
  const { schema } = filling
  const value = schema.default
  const hasDefault = value !== undefined && typeof value !== "boolean"
  const text = Array.isArray(value) ? value.join(", ") : String(value)
  const shown = namesOf(schema).length > 0 ? text.toLowerCase() : text
  return [description, hasDefault ? `(default: ${shown})` : ""].filter(Boolean).join(" ")
}

function descriptionOfOption(
  name: string,
  { step, flag, schema }: Filling,
  { optionTexts }: HelpTexts,
): string {
  if (flag.help !== undefined) return flag.help
  if (Object.hasOwn(optionTexts, name) && flag.value === undefined) return optionTexts[name] ?? ""
  if (flag.value === undefined || !step.given?.includes(name)) {
    const isValue = flag.value !== undefined && flag.input !== undefined && schema.enum
    const value = String(flag.value).toLowerCase()
    return isValue ? `The same as --${flag.input} ${value}.` : (schema.description ?? "")
  }
  return step.contract.description
}
