/** Commands as gh has them, derived from the contracts: `ghx issue list --state closed -L 50`. */
import type * as commander from "commander"
import { listCapabilities } from "../generated/calls.js"
import { carryOutAll } from "./chain.js"
import { Command, CommanderError } from "./commander.js"
import {
  AROUND,
  adviceForOption,
  complete,
  type Filled,
  type Filling,
  fields,
  LABELS,
  MilestoneTitle,
  NAMED,
  type Named,
  namedBy,
  optionsOf,
  PLACE,
  type Planned,
  pairs,
  subjectOf,
  typed,
  WORDS,
  within,
} from "./gh/index.js"
import {
  contractOf,
  namedRepository,
  readFrom,
  type Selected,
  selectedBy,
  surroundingRepository,
  valueFor,
  wantsRepository,
} from "./input/index.js"
import * as shared from "./options.js"
import { UsageError } from "./output/index.js"
import { carryOut, type RunFlags } from "./run.js"
import type { Terminal } from "./terminal/index.js"

/**
 * @param root - has what every command of the program has: where it writes, how wide help is
 * @param argv - what was typed behind `ghx`
 */
export async function runCommand(
  argv: readonly string[],
  root: commander.Command,
  terminal: Terminal,
  done: (exitCode: number) => void,
): Promise<void> {
  const named = namedBy(argv)
  if (!named) return groupHelp(argv, root, terminal)
  const steps = await Promise.all(named.steps.map(planned))
  const options = optionsOf(steps)
  const command = commandOf(named, steps, options, root).action(async (words, given) => {
    done(await start(named, steps, options, words, given, terminal))
  })
  try {
    await command.parseAsync(apart(named.rest, command), { from: "user" })
  } catch (error) {
    const isUnknown = error instanceof CommanderError && error.code === "commander.unknownOption"
    if (isUnknown) terminal.stderr.write(`  fix: ${adviceForOption(named.words, error.message)}\n`)
    throw error
  }
}

/** `-b=Text` as gh reads it, where commander takes the `=` for a part of the value. */
function apart(argv: readonly string[], { options }: commander.Command): string[] {
  const all: string[] = []
  let isValue = false
  for (const [at, word] of argv.entries()) {
    if (word === "--" && !isValue) return [...all, ...argv.slice(at)]
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

/** What there is in a group of commands. */
async function groupHelp(
  [group = "", ...rest]: readonly string[],
  root: commander.Command,
  { stdout }: Terminal,
): Promise<void> {
  const command = inside(root, group).usage("<command> [options]")
  const all = new Map((await listCapabilities()).map(({ id, description }) => [id, description]))
  for (const path of within(group)) {
    const { id } = mainOf(namedBy(path.split(" "))?.steps ?? []) ?? {}
    const own = new Command(path.slice(group.length + 1)).helpOption(false)
    command.addCommand(own.description(all.get(id ?? "") ?? ""))
  }
  const other = rest.find((word) => !["help", "--help", "-h"].includes(word))
  if (other === undefined) stdout.write(command.helpInformation())
  else throw new UsageError(`ghx ${group} takes no ${other} by itself`, `See ghx ${group} --help`)
}

/** What a command does where no option asks for anything else. */
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
    const [{ schema }] = fills as [Filling]
    const value = isSwitch ? "" : ` <${valueName(schema)}>`
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
    ...(steps.length === 1 ? [shared.envelope(), shared.route()] : []),
    shared.dryRun(),
    shared.record(),
    shared.trace(),
    shared.untrusted(),
    shared.sandbox(),
    // Where nothing is asked, it is the answer to no question: scripts give it anyway.
    shared.yes().hideHelp(steps.every(({ contract }) => contract.effect !== "destroy")),
  ]) {
    command.addOption(option)
  }
  return command
}

function valueName({ type, items, enum: values }: Filling["schema"]): string {
  const one = values ?? items?.enum
  if (one && one.length < 8) {
    const names = one.map((each) => String(each).toLowerCase())
    return [...names, ...(items ? ["all"] : [])].join("|")
  }
  if (type === "integer" || type === "number") return "number"
  return items?.type === "object" ? "json" : "text"
}

function textFor(description: string, { default: value }: Filling["schema"]): string {
  const isTold = value !== undefined && typeof value !== "boolean"
  const text = Array.isArray(value) ? value.join(", ") : String(value)
  return [description, isTold ? `(default: ${text.toLowerCase()})` : ""].filter(Boolean).join(" ")
}

type Given = Readonly<Record<string, unknown>>

async function start(
  named: Named,
  all: readonly Planned[],
  options: readonly Filled[],
  words: readonly string[],
  given: Given,
  terminal: Terminal,
): Promise<number> {
  const chosen = chosenOf(named, all, options, words, given)
  checkTogether(named, chosen, options, given)
  const { json, ...others } = given as RunFlags & Given
  const asked = json === undefined ? undefined : fieldsIn(json, chosen)
  const flags = { ...others, ...(asked && { json: Object.keys(asked).join(","), names: asked }) }
  const last = chosen[0]?.last
  const things = thingsOf(last === undefined ? words : words.slice(0, -1), chosen)
  const around = await placeOf(flags.repo, things, chosen)
  const lastWord = last === undefined ? {} : { [last]: nameIn(words.at(-1) ?? "", things, around) }
  const calls = await Promise.all(
    things.flatMap((thing) =>
      chosen.map(async (step) => ({
        step,
        input: {
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
    throw new UsageError(`ghx ${named.words}: which ${subject.replaceAll("_", " ")}?`)
  }
  const host = things.find(({ repository }) => repository)?.repository?.host ?? around?.host
  const [first, second] = calls
  if (!first) throw new UsageError(`ghx ${named.words}: nothing is named`)
  if (!second) {
    const { id, contract } = first.step
    return carryOut({ id, contract, input: first.input, host, complete }, flags, terminal)
  }
  for (const name of ["limit", "envelope", "route"]) {
    if (given[name] !== undefined) throw new UsageError(`--${name} is for one thing at a time`)
  }
  const unknown = Object.keys(asked ?? {}).find(
    (name) => !chosen.some((step) => propertiesOf(step)[name]),
  )
  if (unknown !== undefined) {
    const names = chosen.flatMap((step) => Object.keys(propertiesOf(step)))
    throw new UsageError(
      `There is no field ${JSON.stringify(unknown)}`,
      `Give some of ${[...new Set(names)].join(",")}`,
    )
  }
  const tasks = calls.map(({ step, input }) => ({ task: step.id, input }))
  const shown = (data: readonly unknown[]) => {
    const told = things.map((_, at) =>
      together(data.slice(at * chosen.length).slice(0, chosen.length)),
    )
    if (asked && first.step.contract.list) return told.map((page) => Object(page).items)
    return told.length === 1 ? told[0] : told
  }
  return carryOutAll({ tasks, host, complete, shown }, flags, terminal)
}

/** What steps of one command gave: all that they say of one thing, else what the last one says. */
function together(data: readonly unknown[]): unknown {
  const ids = new Set(data.map((one) => Object(one).id))
  return ids.size === 1 ? Object.assign({}, ...data) : data.at(-1)
}

/** The steps that the given options ask for. */
function chosenOf(
  { words: name }: Named,
  steps: readonly Planned[],
  options: readonly Filled[],
  words: readonly string[],
  given: Given,
): readonly Planned[] {
  const names = new Set([
    ...options.filter((one) => given[camelCase(one.name)] !== undefined).map((one) => one.name),
    ...(words.length > 0 ? [NAMED] : []),
    ...(itemsIn(given.label).length > 1 ? [LABELS] : []),
  ])
  const chosen = steps.filter(
    ({ given: wanted, without = [] }) =>
      (wanted === undefined || wanted.some((one) => names.has(one))) &&
      !without.some((one) => names.has(one)),
  )
  if (chosen.length > 0) return chosen
  const could = [...new Set(steps.flatMap(({ given: wanted = [] }) => wanted))]
  throw new UsageError(
    `ghx ${name} says nothing to do`,
    `Give one of ${could.map(optionTold).join(", ")}`,
  )
}

/** Refuses options of which one would go unheard: nothing is left out in silence. */
function checkTogether(
  { words }: Named,
  chosen: readonly Planned[],
  options: readonly Filled[],
  given: Given,
): void {
  const filling = new Map<string, string>()
  for (const { name, fills } of options) {
    if (given[camelCase(name)] === undefined) continue
    const own = fills.filter(({ step }) => chosen.includes(step))
    if (own.length === 0) {
      const steps = fills.map(({ step }) => step)
      const isGiven = (one: string) =>
        one === LABELS ? itemsIn(given.label).length > 1 : given[camelCase(one)] !== undefined
      const against = steps.flatMap(({ without = [] }) => without.filter(isGiven))
      const wanted = steps.flatMap(({ given = [] }) => given)
      const [how, names] =
        against.length > 0 ? ["does not go with", against] : ["goes only with", wanted]
      const told = [...new Set(names)].map(optionTold).join(", ")
      throw new UsageError(`ghx ${words}: --${name} ${how} ${told}`)
    }
    for (const { step, flag } of own) {
      if (flag.input === undefined || flag.as === "pairs") continue
      const key = `${step.id} ${flag.input}`
      const other = filling.get(key)
      if (other !== undefined) throw new UsageError(`Give --${other} or --${name}, not both`)
      filling.set(key, name)
    }
  }
}

interface Thing {
  readonly repository?: Selected["repository"]
  readonly inputFor: (step: Planned) => Given
}

/** The name of a repository, which has to be of the owner of the one that a command is about. */
function nameIn(word: string, things: readonly Thing[], around: Place | undefined): string {
  const [name = "", owner] = word.split("/").reverse()
  const own = things.find(({ repository }) => repository)?.repository?.owner ?? around?.owner
  if (owner === undefined || owner.toLowerCase() === own?.toLowerCase()) return name
  throw new UsageError(`${word} is not of ${own}, and GitHub moves nothing to another owner`)
}

/** What the words name: each a thing, but for a search, of which all words are one text. */
function thingsOf(words: readonly string[], chosen: readonly Planned[]): readonly Thing[] {
  const [step] = chosen
  const subject = step && subjectOf(step)
  if (!step || words.length === 0) return [{ inputFor: () => ({}) }]
  const schema = (subject !== undefined && step.contract.input.properties?.[subject]) || {}
  if (subject === "query") return [{ inputFor: () => ({ query: words.join(" ") }) }]
  if (step.query?.includes(WORDS)) return [{ inputFor: () => ({}) }]
  const [, second] = words
  if (step.alone && second !== undefined) {
    throw new UsageError(`${JSON.stringify(second)} is a word too many`, step.alone)
  }
  return words.map((word) => {
    const isName = subject !== undefined && schema.type !== "integer" && !/^https?:/.test(word)
    if (isName) {
      const value = valueFor(subject, word, schema)
      return { inputFor: () => ({ [subject]: value }) }
    }
    const { repository } = selectedBy(word, step.contract, "an option")
    return { repository, inputFor: ({ contract }) => selectedBy(word, contract).input }
  })
}

type Place = { readonly owner: string; readonly repo: string; readonly host?: string | undefined }

/** The repository that is meant where a word does not say. */
async function placeOf(
  repo: string | undefined,
  things: readonly Thing[],
  chosen: readonly Planned[],
): Promise<Place | undefined> {
  const named = namedRepository(repo)
  if (named) return named
  const isWanted = chosen.some(
    (step) => wantsRepository(step.contract) || step.query?.includes(AROUND),
  )
  if (!isWanted || things.every(({ repository }) => repository)) return undefined
  return surroundingRepository()
}

function placeFor({ contract }: Planned, { repository }: Thing, around: Place | undefined): Given {
  const place = repository ?? around
  if (!place || !wantsRepository(contract)) return {}
  return { owner: place.owner, repo: place.repo }
}

/** What options say to a step. */
async function filled(
  step: Planned,
  options: readonly Filled[],
  given: Given,
  around: Place | undefined,
  terminal: Terminal,
): Promise<Given> {
  if (step.query) {
    for (const { name, fills } of options) {
      const texts = given[camelCase(name)]
      const [
        {
          schema: { items },
        },
      ] = fills as [Filling]
      if (items?.enum && Array.isArray(texts)) typed(name, texts, { type: "array", items })
    }
    return { query: searchOf(step.query, given, around) }
  }
  const input: Record<string, unknown> = {}
  for (const { name, fills } of options) {
    const value = given[camelCase(name)]
    const filling = fills.find((one) => one.step === step)
    const { flag, schema = {} } = filling ?? {}
    if (value === undefined || flag?.input === undefined) continue
    const isOff = schema.default === true && value === true
    if (isOff) continue
    const own = await valueBehind(name, value, flag, flag.input, schema, terminal)
    const before = input[flag.input]
    input[flag.input] = flag.as === "pairs" ? Object.assign({}, before, own) : own
  }
  return input
}

async function valueBehind(
  name: string,
  value: unknown,
  flag: Filling["flag"],
  input: string,
  schema: Filling["schema"],
  terminal: Terminal,
): Promise<unknown> {
  if (flag.value !== undefined) return flag.value
  if (typeof value === "boolean") return value
  const texts = value as readonly string[]
  const text = texts.at(-1) ?? ""
  const meant = flag.means?.[text.toLowerCase()]
  if (meant !== undefined) return meant
  if (flag.as === "pairs") return pairs(name, texts)
  if (flag.as === "file") return readFrom(`--${name}`, text, terminal)
  const isTitle = /^milestone/.test(input) && !/^(?:\d+|\*)$/.test(text)
  if (isTitle) return new MilestoneTitle(text, schema.type !== "integer")
  return typed(name, texts, schema)
}

/** The text of a search from its parts, of which those are left out that nothing is given for. */
function searchOf(query: readonly string[], given: Given, around: Place | undefined): string {
  const values: Given = {
    ...given,
    repository: around && `${around.owner}/${around.repo}`,
    label: itemsIn(given.label),
  }
  const saysState = /(?:^|\s)(?:(?:is|state):(?:closed|merged)\b|(?:closed|merged):)/
  const parts = query.flatMap((part) => {
    const [place, name = "", usual] = PLACE.exec(part) ?? []
    const isUsual = usual !== undefined && !saysState.test(String(given.search ?? ""))
    const said = values[name] ?? (isUsual ? usual : [])
    const texts = [said].flat().map(String)
    if (place === undefined || (name === "state" && texts.at(-1)?.toLowerCase() === "all"))
      return []
    return texts.map((text) => part.replace(place, () => text))
  })
  return parts.join(" ")
}

/** Items that are given one by one or with commas. */
const itemsIn = (texts: unknown = []) =>
  [texts].flat().flatMap((text) => String(text).split(",").filter(Boolean))

/** By the names that the contract has for them, fields as they are asked for and printed. */
function fieldsIn(json: string | true, chosen: readonly Planned[]): Record<string, string> {
  const properties = Object.assign({}, ...chosen.map(propertiesOf))
  if (json === true) {
    throw new UsageError("--json takes fields", `Give some of ${Object.keys(properties).join(",")}`)
  }
  const known = (name: string) => {
    if (Object.hasOwn(properties, name)) return name
    const own = fields[name]
    if (own !== undefined && Object.hasOwn(properties, own)) return own
    return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  }
  const names = json.split(",").map((name) => name.trim())
  return Object.fromEntries(names.map((name) => [known(name), name]))
}

function propertiesOf({ contract: { output } }: Planned): Readonly<Record<string, unknown>> {
  return output.properties?.items?.items?.properties ?? output.properties ?? {}
}

const optionTold = (name: string) =>
  name === LABELS ? "several --label" : name === NAMED ? "a name" : `--${name}`

/** As commander has it. */
const camelCase = (name: string) =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
