/** The options of a command: the inputs of its steps, under gh's names. */
import type { Contract, JsonSchema } from "../../../runtime/index.js"
import { type Flag, letters, PLACE, partsOf, type Step, shorter } from "./table/index.js"

export interface Planned extends Step {
  readonly contract: Contract
}

/** The fields that `--json` names. */
export interface Asked {
  /** The fields under the contract's names. */
  readonly fields: readonly string[]
  /** The fields as given, which are also the names in the output. */
  readonly names: readonly string[]
  /** The steps that provide the fields which the items of a list lack. */
  readonly perItem: readonly PerItem[]
  /** The fields that a step which provides lists requests, if only members of them are wanted. */
  readonly ofLists?: (step: Planned) => readonly string[] | undefined
  /** Selects the fields of an item, under the names that were given. */
  pick(item: unknown): Readonly<Record<string, unknown>>
}

export interface PerItem {
  readonly step: Planned
  readonly fields?: readonly string[]
  /** The member of an item that counts what the step lists. */
  readonly count?: string | undefined
}

export interface Filled {
  readonly name: string
  readonly short?: string | undefined
  readonly isSwitch: boolean
  readonly fills: readonly [Filling, ...Filling[]]
}

export interface Filling {
  readonly step: Planned
  readonly flag: Flag
  readonly schema: JsonSchema
}

/**
 * Inputs that arguments name instead of options. The first one that a call takes is used. Otherwise, its only
 * required input is the subject if it identifies something.
 */
const subjects: readonly string[] = [
  ..."item_id draft_id project_number issue_number pull_number discussion_number job_id".split(" "),
  ..."run_id workflow_id artifact_id milestone_number thread_id review_id comment_id".split(" "),
  ..."gist_id notification_id tag_name release_id alert_number ghsa_id team_slug login".split(" "),
  ..."org name branch query ref path".split(" "),
]

/** The input that a command's arguments give, which has no option. */
export function subjectOf(step: Planned): string | undefined {
  const { contract, query, flags = {}, about, fixed } = step
  if (about !== undefined) return about
  if (fixed) return undefined
  const { properties = {}, required = [] } = contract.input
  if (query) return undefined
  const taken = new Set(Object.values(flags).map(({ input }) => input))
  const own = subjects.find((name) => required.includes(name) && !taken.has(name))
  if (own !== undefined) return own
  const [only = "", another] = required.filter((name) => !["owner", "repo"].includes(name))
  if (another === undefined && /^(?:url|tag)$|_(?:id|number)$/.test(only) && !taken.has(only)) {
    return only
  }
  return properties.owner && !properties.repo && required.includes("owner") ? "owner" : undefined
}

/** A command's subject in its usage: `ISSUE_NUMBER`; empty if it has none. */
export function subjectIn(steps: readonly Planned[]): string {
  const subject = steps.map(subjectOf).find((name) => name !== undefined) ?? ""
  // gh names a release by its tag.
  return subject.replace("release_id", "tag").toUpperCase()
}

/** Inputs without an option of their own. */
const elsewhere = new Set(["owner", "repo", "first", "milestone_title"])

export function optionsOf(steps: readonly Planned[]): readonly Filled[] {
  const main = steps.find(({ given }) => given === undefined) ?? steps[0]
  const isPaged = ({ name }: NamedFilling) => name !== "after" || main?.contract.list
  const fillings = steps.flatMap((step) => [...explicit(step), ...derived(step).filter(isPaged)])
  const byName = new Map<string, [Filling, ...Filling[]]>()
  for (const { name, ...filling } of fillings) {
    const others = byName.get(name)
    if (others) others.push(filling)
    else byName.set(name, [filling])
  }
  const all = [...byName].map(([name, fills]) => {
    const [{ flag, schema }] = fills
    const isSwitch =
      flag.value !== undefined || (schema.type === "boolean" && !flag.means && !flag.as)
    return { name, isSwitch, fills }
  })
  const usedLetters = new Set(fillings.flatMap(({ flag }) => flag.short ?? []))
  const used = new Set(taken)
  return all.map((one) => {
    const own = one.fills.find(({ flag }) => flag.short)?.flag.short
    const letter = letters[one.name]
    // The command's own letter takes precedence over the general one.
    const short = own ?? (letter && !usedLetters.has(letter) ? letter : undefined)
    if (short === undefined || used.has(short)) return { ...one, short: undefined }
    used.add(short)
    return { ...one, short }
  })
}

/** Letters of options that every command has. */
const taken = ["R", "q", "L"]

type NamedFilling = Filling & { readonly name: string }

function explicit(step: Planned): NamedFilling[] {
  const { properties = {} } = step.contract.input
  return Object.entries(step.flags ?? {}).map(([name, flag]) => ({
    name,
    step,
    flag,
    schema: (flag.input !== undefined && properties[flag.input]) || {},
  }))
}

function derived(step: Planned): NamedFilling[] {
  const { contract, flags = {} } = step
  const { properties = {} } = contract.input
  if (step.fixed || step.isBare || step.saves || step.isForFiles) return []
  if (step.each || step.lists || step.further) return []
  if (step.query) return parts(step)
  const subject = subjectOf(step)
  // Switches for some values of an input do not replace its option, unless it is a switch itself.
  const filled = Object.values(flags).flatMap(({ input, value, as }) =>
    input === undefined || (value !== undefined && typeof value !== "boolean") || as === "template"
      ? []
      : [input],
  )
  return Object.entries(properties).flatMap(([input, schema]) => {
    // The owner of a project need not be that of the repository.
    const isElsewhere = elsewhere.has(input) && !(input === "owner" && properties.project_number)
    if (isElsewhere || input === subject || filled.includes(input)) return []
    if (input === step.replaces) return []
    const name = optionName(input, schema)
    if (Object.hasOwn(flags, name)) return []
    const help = input === step.gathers ? "In place of files: their names and contents." : undefined
    const own = { name, step, flag: { input, ...(help && { help }) }, schema }
    if (input !== "body") return [own]
    const file: Flag = { input, as: "file", short: "F" }
    const description = "Read the text from a file, or from stdin with -."
    return [own, { name: "body-file", step, flag: file, schema: { type: "string", description } }]
  })
}

function parts(step: Planned): NamedFilling[] {
  const others = ["repository", "repo", "words", ...Object.keys(step.flags ?? {})]
  return partsOf(step.query ?? "").flatMap((part) => {
    const [place = "", name = ""] = PLACE.exec(part) ?? []
    if (name === "" || others.includes(name)) return []
    const description = `Add ${part.replace(place, "…")} to the search query.`
    return [{ name, step, flag: {}, schema: { type: "string", description } }]
  })
}

/** `issue_number` becomes `--issue-number`, and a list is given item by item: `--label`. */
export function optionName(input: string, { type }: JsonSchema): string {
  const name = shorter[input] ?? input.replaceAll("_", "-")
  return type === "array" ? name.replace(/ies$/, "y").replace(/([^s])s$/, "$1") : name
}
