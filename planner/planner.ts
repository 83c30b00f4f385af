import { inputsOf, type PlannerCatalog, type Tool, toolOf } from "./catalogue.js"
import { type Draft, type Drafted, draft, type Find, type FoundItem } from "./draft.js"
import { type ParsedRequest, parseRequest } from "./parse-request.js"
import type { Plan, PlanRequest, PlanStep, RunnablePlan, RunnableStep } from "./plan.js"

/**
 * Plans over tools given as data, with the fewest steps that fulfil a request, at most three. The same request
 * always has the same plan, and nothing is sent.
 *
 * @returns a function that plans a request; an impossible one has no steps
 * @throws if a thing is listed by an unknown or destructive tool, or a tool names an unknown thing
 *
 * @example
 * const plan = createPlanner({
 *   tools: { list_tasks: {}, delete_task: { needs: ["task_id"], destroys: true } },
 *   things: { task_id: { noun: "task", tool: "list_tasks", by: ["title"] } },
 *   types: { task_id: "integer" },
 * })
 * plan({ intent: "delete_task", entities: { title: "Meeting" }, user_message: "Delete the meeting" })
 */
export function createPlanner(catalogue: PlannerCatalog): (request: PlanRequest) => Plan {
  if (!isCatalogue(catalogue)) {
    throw new TypeError("createPlanner takes a catalogue: `{ tools: { list_tasks: {} } }`")
  }
  for (const [input, { tool }] of Object.entries(catalogue.things ?? {})) {
    const lists = toolOf(catalogue, tool)
    if (!lists) throw new TypeError(`${input}: there is no tool ${tool}`)
    if (lists.destroys)
      throw new TypeError(`${input}: ${tool} is destructive, so it cannot be a list`)
  }
  for (const [name, { things = {} }] of Object.entries(catalogue.tools)) {
    for (const [input, thing] of Object.entries(things)) {
      if (thing === null || Object.hasOwn(catalogue.things ?? {}, thing)) continue
      throw new TypeError(`${name}: \`things\` maps ${input} to ${thing}, which does not exist`)
    }
  }
  return (request) => {
    const { known, drafted } = draftOf(catalogue, request)
    if (!known.ok || !drafted.ok) return { requires_chaining: false, steps: [] }
    return planOf(drafted, (one) => bareStep(one, drafted, known))
  }
}

/**
 * Plans over compiled capabilities: every plan is a runnable chain.
 *
 * @param catalogues - generated tables; a later one takes precedence
 */
export function plannerOf(...catalogues: unknown[]): (request: PlanRequest) => RunnablePlan {
  let joined: PlannerCatalog | undefined
  // Joined on first use. The compiler wrote the files, and has checked them against the cards.
  return (request) => {
    joined ??= joinedOf(catalogues)
    const catalogue = joined
    const { known, drafted } = draftOf(catalogue, request)
    if (!known.ok) return { requires_chaining: false, steps: [], missing: known.missing }
    if (!drafted.ok) return { requires_chaining: false, steps: [], missing: drafted.missing }
    const step = (one: Draft) => runnableStep(one, drafted, known, catalogue)
    return { ...planOf(drafted, step), missing: [] }
  }
}

type ValidRequest = Extract<ParsedRequest, { ok: true }>
type FoundPlan = Extract<Drafted, { ok: true }>

function draftOf(
  catalogue: PlannerCatalog,
  request: unknown,
): { known: ParsedRequest; drafted: Drafted } {
  const known = parseRequest(catalogue, request)
  return { known, drafted: known.ok ? draft(catalogue, known) : { ok: false, missing: [] } }
}

function planOf<Step>({ drafts, isOpen }: FoundPlan, step: (one: Draft) => Step) {
  return { requires_chaining: drafts.length > 1 || isOpen, steps: drafts.map(step) }
}

function bareStep(one: Draft, drafted: FoundPlan, { tool, entities }: ValidRequest): PlanStep {
  const numbers = [...one.taken.values()].map(({ from }) => drafted.drafts.indexOf(from) + 1)
  return {
    step_number: drafted.drafts.indexOf(one) + 1,
    tool: one.tool,
    reason: reasonOf(one, drafted, tool, entities),
    depends_on: numbers.length > 0 ? Math.max(...numbers) : null,
  }
}

function runnableStep(
  one: Draft,
  drafted: FoundPlan,
  known: ValidRequest,
  catalogue: PlannerCatalog,
): RunnableStep {
  const { drafts } = drafted
  const tool = toolOf(catalogue, one.tool) ?? {}
  const input = { ...one.input }
  for (const [name, from] of one.taken) input[name] = referenceTo(from, drafts)
  const isTaken = drafts.some(({ taken }) => [...taken.values()].some(({ from }) => from === one))
  return {
    ...bareStep(one, drafted, known),
    task: one.tool,
    ...(isTaken && { as: nameOf(one, drafts) }),
    // In the tool's order of inputs.
    input: Object.fromEntries(
      inputsOf(tool).flatMap((name) => (Object.hasOwn(input, name) ? [[name, input[name]]] : [])),
    ),
    ...(tool.destroys && { confirm: true }),
  }
}

/** A reference to the matching item, with a `match`. */
function referenceTo(
  { from, find: { thing, match } }: FoundItem,
  drafts: readonly Draft[],
): object {
  return { $from: nameOf(from, drafts), path: thing.path, match }
}

/** `issue_list`, and `issue_list_2` if a plan has two such steps. */
function nameOf(draft: Draft, drafts: readonly Draft[]): string {
  const place = drafts.filter(({ tool }) => tool === draft.tool).indexOf(draft)
  return `${draft.tool.replaceAll(/\W/g, "_")}${place > 0 ? `_${place + 1}` : ""}`
}

function joinedOf(files: readonly unknown[]): PlannerCatalog {
  if (!files.every(isCatalogue))
    throw new TypeError("This is not a planner table written by the compiler")
  const [only = { tools: {} }, ...others] = files
  return others.reduce(
    (all, one) => ({
      tools: { ...all.tools, ...one.tools },
      things: { ...all.things, ...one.things },
      types: { ...all.types, ...one.types },
      context: all.context ?? one.context ?? [],
      accepts: all.accepts ?? one.accepts ?? {},
    }),
    only,
  )
}

function isCatalogue(file: unknown): file is PlannerCatalog {
  return typeof file === "object" && file !== null && "tools" in file
}

/** The reason for a step. */
function reasonOf(
  draft: Draft,
  { drafts }: Extract<Drafted, { ok: true }>,
  { reasons = {} }: Tool,
  entities: ReadonlyMap<string, unknown>,
): string {
  const { finds, taken } = draft
  const words = new Map(entities)
  for (const one of drafts) {
    for (const [name, value] of one.finds?.by ?? []) {
      words.set(`${one.finds?.thing.noun}_${name}`, value)
    }
  }
  if (finds)
    return fillTemplate([findingReason(draft, finds, reasons.find), listingReason(finds)], words)
  const [[input, from] = []] = taken
  if (!from) return fillTemplate([reasons.direct, "All required inputs are known"], words)
  const found = `With ${input} of step ${drafts.indexOf(from.from) + 1}`
  return fillTemplate([reasons.found, found], words)
}

function findingReason(
  { taken }: Draft,
  { thing, input, by }: Find,
  own: string | undefined,
): string | undefined {
  const marks = [...by.keys()].map((name) => `${name} '{${thing.noun}_${name}}'`)
  const others = [...taken.keys()].filter((name) => thing.by.includes(name))
  if (marks.length + others.length === 0) return undefined
  return own ?? `Find ${input} by ${[...marks, ...others].join(", ")}`
}

/** The reason when nothing selects one thing. */
function listingReason({ thing: { noun, reason } }: Find): string {
  return reason ?? `The ${noun} is not identified; choose one from the list`
}

/** The first text whose placeholders all have a value. */
function fillTemplate(
  texts: readonly (string | undefined)[],
  words: ReadonlyMap<string, unknown>,
): string {
  const isComplete = (text: string) =>
    [...text.matchAll(NAME)].every(([, name = ""]) => words.has(name))
  const text = texts.find((one) => one !== undefined && isComplete(one)) ?? ""
  // In one pass, so that inserted text is not replaced again.
  return text.replace(NAME, (_, name: string) => textOf(words.get(name)))
}

const NAME = /\{(\w+)\}/g

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value)
}
