import { isKept, requirementText } from "../runtime/properties/index.js"
import {
  type Accepted,
  expectedInstead,
  inputsOf,
  namesOf,
  type PlannerCatalog,
  type Thing,
  type Tool,
  thingOf,
  toolOf,
} from "./catalogue.js"
import type { ParsedRequest } from "./parse-request.js"
import type { Missing } from "./plan.js"

/** A step without a number. */
export interface Draft {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** Values from other steps, by input. */
  readonly taken: ReadonlyMap<string, FoundItem>
  /** The thing that the step lists. */
  readonly finds?: Find
}

/** The one selected thing, from the list of a step. */
export interface FoundItem {
  readonly from: Draft
  readonly find: Find
}

export interface Find {
  readonly thing: Thing
  /** The input that names it. */
  readonly input: string
  /** The values that select the thing, by name; empty if nothing selects it. */
  readonly by: ReadonlyMap<string, unknown>
  /** The entities with these values. */
  readonly entities: readonly string[]
  /** Values with which the tool filters its list. */
  readonly filters: Readonly<Record<string, unknown>>
  /** Conditions for the item. */
  readonly match: Readonly<Record<string, unknown>>
}

/** The steps in order. If the last one is not the requested call, the user has to choose. */
export type Drafted =
  | { readonly ok: true; readonly drafts: readonly Draft[]; readonly isOpen: boolean }
  | { readonly ok: false; readonly missing: readonly Missing[] }

/** The maximum number of steps that a person will read. */
const mostSteps = 3

/**
 * The fewest steps from the known values to a call of a tool. Each missing input has at most one source,
 * the tool that lists it, so no search is needed.
 */
export function draft(
  catalogue: PlannerCatalog,
  { intent, tool, entities }: Extract<ParsedRequest, { ok: true }>,
): Drafted {
  const known = Object.fromEntries(entities)
  const missing = [...missingFor(catalogue, intent, entities), ...violatedRules(tool, known)]
  if (missing.length > 0) return { ok: false, missing }
  const drafts: Draft[] = []
  const used = new Set<string>()
  const last = stepFor(catalogue, { tool: intent, entities, meant: new Set(), drafts, used })
  if (drafts.length > mostSteps) {
    const reason = `needs ${drafts.length} steps, but a plan has at most ${mostSteps}: add entities`
    return { ok: false, missing: [{ name: "entities", reason }] }
  }
  // A thing that a step finds counts as an input, so rules also reject a given id together with a number that a step
  // finds.
  const both = drafts.flatMap(({ tool, input, taken }) =>
    violatedRules(toolOf(catalogue, tool) ?? {}, { ...input, ...Object.fromEntries(taken) }),
  )
  if (both.length > 0) return { ok: false, missing: both }
  const lacking = drafts.flatMap((one) => lackedBy(catalogue, one))
  if (lacking.length > 0) return { ok: false, missing: lacking }
  const refused = drafts.flatMap((one) => [
    ...refusedBy(catalogue, one, entities),
    ...[...one.taken.values()].flatMap(({ find }) => unmatchedBy(find, entities)),
  ])
  if (refused.length > 0) return { ok: false, missing: refused }
  const unused =
    last && used.size < entities.size ? unusedIn(catalogue, drafts, entities, used) : []
  if (unused.length > 0) return { ok: false, missing: unused }
  return { ok: true, drafts, isOpen: last === undefined }
}

/** Required inputs that a list lacks, although a later step takes an optional input from it. */
function lackedBy(catalogue: PlannerCatalog, { tool, input, taken }: Draft): Missing[] {
  return (toolOf(catalogue, tool)?.needs ?? [])
    .filter((name) => !Object.hasOwn(input, name) && !taken.has(name))
    .map((name) => ({ name, reason: noSource(tool) }))
}

const noSource = (tool: string) => `${tool} needs it, but no capability lists it`

/** Given values that no item of a list has, such as the state of an issue for a discussion. */
function unmatchedBy(
  { thing: { noun, accepts = {} }, match }: Find,
  entities: ReadonlyMap<string, unknown>,
): Missing[] {
  return Object.entries(match).flatMap(([name, value]) => {
    const values = accepts[name]
    if (!values || values.includes(value)) return []
    return [
      {
        name: entities.has(`${noun}_${name}`) ? `${noun}_${name}` : name,
        reason: `${name} of a ${noun} is ${values.join(", ")}`,
      },
    ]
  })
}

/** Given values that a tool does not accept, such as the title of a milestone instead of its number. */
function refusedBy(
  catalogue: PlannerCatalog,
  { tool, input }: Draft,
  entities: ReadonlyMap<string, unknown>,
): Missing[] {
  const { accepts = {} } = toolOf(catalogue, tool) ?? {}
  return Object.entries(input).flatMap(([name, value]) => {
    const accepted = Object.hasOwn(accepts, name) ? accepts[name] : usualFor(catalogue, value)
    const expected = accepted && expectedInstead(value, accepted)
    if (expected === undefined) return []
    const [entity = name] = [...entities].find(([, own]) => isFrom(value, own)) ?? []
    return [{ name: entity, reason: `${tool} takes ${expected} as ${name}` }]
  })
}

function usualFor({ accepts = {} }: PlannerCatalog, value: unknown): Accepted | undefined {
  const one: unknown = [value].flat()[0]
  return Number.isInteger(one) ? accepts.integer : accepts.string
}

/** Whether a value is that of an entity, or a list of it. */
function isFrom(value: unknown, entity: unknown): boolean {
  return value === entity || [value].flat().includes(entity)
}

/** Given values that are not used, except those that would only find known things. */
function unusedIn(
  catalogue: PlannerCatalog,
  drafts: readonly Draft[],
  entities: ReadonlyMap<string, unknown>,
  used: ReadonlySet<string>,
): Missing[] {
  const known = drafts.flatMap(({ tool, input }) =>
    Object.keys(input).flatMap((name) => thingOf(catalogue, tool, name) ?? []),
  )
  const needless = new Set(known.flatMap((thing) => [...namesOf(catalogue, thing).keys()]))
  return [...entities.keys()]
    .filter((name) => !used.has(name) && !needless.has(name))
    .map((name) => ({ name, reason: "repeats another entity; remove one of them" }))
}

/** Required inputs that are neither known nor listed, of a tool and of the tools that list what it needs. */
function missingFor(
  catalogue: PlannerCatalog,
  tool: string,
  entities: ReadonlyMap<string, unknown>,
  above: readonly string[] = [],
): Missing[] {
  const { needs = [], alone } = toolOf(catalogue, tool) ?? {}
  const all = needs.flatMap((name) => {
    if (entities.has(name)) return []
    const thing = thingOf(catalogue, tool, name)
    if (!thing) return [{ name, reason: noSource(tool) }]
    if (alone) return [{ name, reason: `${tool} cannot follow ${thing.tool}, which lists it` }]
    const way = [...above, tool]
    if (way.includes(thing.tool)) {
      return [{ name, reason: `${thing.tool} lists it, but itself requires it` }]
    }
    return missingFor(catalogue, thing.tool, entities, way)
  })
  return all.filter(({ name }, index) => all.findIndex((one) => one.name === name) === index)
}

/** Violations of rules about several inputs. */
function violatedRules({ rules = [] }: Tool, input: Readonly<Record<string, unknown>>): Missing[] {
  return rules
    .filter((rule) => !isKept(rule, input))
    .map((rule) => ({
      name: rule.names.join(", "),
      reason: requirementText(rule, (name) => name),
    }))
}

interface WantedStep {
  readonly tool: string
  readonly entities: ReadonlyMap<string, unknown>
  /** Names that only later steps use, and this step ignores. */
  readonly meant: ReadonlySet<string>
  /** Steps are appended here, after the steps whose values they use. */
  readonly drafts: Draft[]
  /** The entities in use. */
  readonly used: Set<string>
  /** Further inputs, besides the known values. */
  readonly given?: Readonly<Record<string, unknown>>
  readonly finds?: Find
}

/**
 * Appends a call of a tool, after the steps whose values it uses; undefined if the user must choose a thing first.
 */
function stepFor(catalogue: PlannerCatalog, wanted: WantedStep): Draft | undefined {
  const { tool, entities, meant, drafts, used, given = {}, finds } = wanted
  const of: Tool = toolOf(catalogue, tool) ?? {}
  const input: Record<string, unknown> = { ...given }
  const taken = new Map<string, FoundItem>()
  const names = inputsOf(of)
  for (const name of names) {
    if (Object.hasOwn(input, name)) continue
    const isNeeded = of.needs?.includes(name) === true
    if (entities.has(name) && (isNeeded || !meant.has(name))) {
      input[name] = entities.get(name)
      used.add(name)
      continue
    }
    if (fillsAlternative(of, name, taken)) continue
    const find = findOf(
      catalogue,
      thingOf(catalogue, tool, name),
      name,
      entities,
      new Set([...meant, ...names]),
    )
    if (!find || (!isNeeded && !isNamed(find))) continue
    for (const one of find.entities) used.add(one)
    const from = listingOf(catalogue, wanted, find, names)
    if (from === undefined) return undefined
    taken.set(name, { from, find })
  }
  const made: Draft = { tool, input, taken, ...(finds && { finds }) }
  const before = drafts.find((one) => isSame(one, made))
  if (before === undefined) drafts.push(made)
  return before ?? made
}

/** Whether a listed thing fills another input of a rule that allows exactly one. */
function fillsAlternative({ rules = [] }: Tool, name: string, taken: Draft["taken"]): boolean {
  return rules.some(
    ({ kind, names }) =>
      kind === "exactly_one" && names.includes(name) && names.some((other) => taken.has(other)),
  )
}

/** Whether two steps read the same list, which is then read once. */
function isSame(one: Draft, other: Draft): boolean {
  const written = ({ tool, input, taken }: Draft) =>
    JSON.stringify([tool, input, [...taken].map(([name, { find }]) => [name, [...find.by]])])
  return written(one) === written(other)
}

/** The step that lists a thing; undefined if nothing selects one, in which case the listing ends the plan. */
function listingOf(
  catalogue: PlannerCatalog,
  { entities, meant, drafts, used }: WantedStep,
  find: Find,
  names: readonly string[],
): Draft | undefined {
  const { thing, filters } = find
  const listing = stepFor(catalogue, {
    tool: thing.tool,
    entities,
    meant: new Set([...meant, ...names, ...thing.by]),
    drafts,
    used,
    given: { ...thing.input, ...filters },
    finds: find,
  })
  const isIdentified = find.by.size > 0 || thing.by.some((by) => listing?.taken.has(by) === true)
  return isIdentified ? listing : undefined
}

/** The way to find a thing; undefined if no input names one. */
function findOf(
  catalogue: PlannerCatalog,
  thing: Thing | undefined,
  input: string,
  entities: ReadonlyMap<string, unknown>,
  meant: ReadonlySet<string>,
): Find | undefined {
  if (!thing) return undefined
  const takes = toolOf(catalogue, thing.tool)?.takes ?? []
  const by = new Map<string, unknown>()
  const filters: Record<string, unknown> = {}
  const match: Record<string, unknown> = {}
  const used: string[] = []
  for (const name of thing.by) {
    const own = `${thing.noun}_${name}`
    // An input of the step itself, such as another way to identify the thing, does not select it.
    const isFinding = entities.has(own) && !meant.has(own)
    const entity = isFinding ? own : meant.has(name) ? undefined : name
    if (entity === undefined || !entities.has(entity)) continue
    used.push(entity)
    const value = entities.get(entity)
    if (selectsNothing(name, value, thing)) continue
    by.set(name, value)
    const list = thing.lists?.[name]
    if (takes.includes(name)) filters[name] = value
    else if (list !== undefined && !entities.has(list)) filters[list] = [value]
    else match[name] = value
  }
  return { thing, input, by, entities: used, filters, match }
}

/** Articles, pronouns, demonstratives and prepositions. They occur in requests, but are not titles. */
const functionWords =
  wordsOf(`a an the it its this that these those them they he she him her his hers their
  theirs i me my mine we us our ours you your yours one ones some any all each every both either none there
  here who which what whose on in at of to for from by with about into onto over under up off out as is be`)

/** Words that choose one object of several (`the last one`). Such a word can also be a whole title. */
const qualifiers = wordsOf(
  "same other another last latest first next previous current new old open closed",
)

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

/** Whether a title or name selects nothing, such as `it`, `the last one`, `the task` or `that pull request`. */
function selectsNothing(member: string, value: unknown, { noun, words = [] }: Thing): boolean {
  if (typeof value !== "string") return false
  const text = value.normalize("NFC").trim().toLowerCase()
  if (text === "" || text === noun || text === `the ${noun}`) return true
  if (member !== "title" && member !== "name") return false
  const own = new Set([noun, ...words].flatMap((word) => [word, `${word}s`]))
  const isEmpty = (word: string) => functionWords.has(word) || own.has(word)
  const wordsIn = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return wordsIn.some(isEmpty) && wordsIn.every((word) => isEmpty(word) || qualifiers.has(word))
}

/** Whether entities identify the thing itself. Other properties may be shared by several things. */
function isNamed({ thing, entities }: Find): boolean {
  return entities.some((name) => name.startsWith(`${thing.noun}_`))
}
