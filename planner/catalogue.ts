import type { Requirement } from "../runtime/properties/index.js"

/** The tools that a planner knows, and the things that their inputs name. */
export interface PlannerCatalog {
  readonly tools: Readonly<Record<string, Tool>>
  /** Things, by the input that names them (`task_id`), or by a name that tools use in `things`. */
  readonly things?: Readonly<Record<string, Thing>>
  /** The types of entities; entities without a type are strings. */
  readonly types?: Readonly<Record<string, EntityType | readonly EntityType[]>>
  /** Entities that any request may have; a tool that does not take them ignores them. */
  readonly context?: readonly string[]
  /** The values that inputs accept by their type; the `accepts` of a tool replaces them. */
  readonly accepts?: Readonly<Partial<Record<"integer" | "string", Accepted>>>
}

/** A tool that a plan can call. */
export interface Tool {
  /** Inputs that a call requires. */
  readonly needs?: readonly string[]
  /** Optional inputs. */
  readonly takes?: readonly string[]
  /** Whether a call destroys something that cannot be restored. */
  readonly destroys?: true
  /** The tool can only be called directly, and is never a step of a longer plan. */
  readonly alone?: true
  readonly reasons?: Reasons
  /** The values that its inputs accept, if their type does not say so; for a list, the accepted items. */
  readonly accepts?: Readonly<Record<string, Accepted>>
  /** The things that its inputs name, if their names differ; null if no tool lists them. */
  readonly things?: Readonly<Record<string, string | null>>
  /** Rules about inputs that belong together. */
  readonly rules?: readonly Requirement[]
  /** Phrases around a value in the user's message: `{ task_title: ["change the {} to"] }`. */
  readonly phrases?: Readonly<Record<string, readonly string[]>>
}

/**
 * Reasons for the steps of a plan, for its users to read. `{title}` stands for the entity of that name, and
 * `{task_title}` for the text that selects a `task`.
 */
export interface Reasons {
  /** Reason for calling the tool directly. */
  readonly direct?: string
  /** Reason for the step that finds a thing. */
  readonly find?: string
  /** Reason for calling the tool with the found thing. */
  readonly found?: string
}

/** A thing that tools need as an input, and that another tool lists. */
export interface Thing {
  /** The noun for the thing. The prefix of entities that select only this thing, such as `task_title`. */
  readonly noun: string
  /** Other nouns: `["pr", "pull", "request"]`. A title that consists of such words selects nothing. */
  readonly words?: readonly string[]
  /** The tool that lists these things. */
  readonly tool: string
  /** The names that distinguish the things, which are both entities and members of list items. */
  readonly by: readonly string[]
  /** Inputs of the listing tool that take a list of allowed values for one of these: `{ state: "states" }`. */
  readonly lists?: Readonly<Record<string, string>>
  /** The values of names in `by` that no input takes, if their type does not say so. */
  readonly accepts?: Readonly<Record<string, readonly unknown[]>>
  /** The path of the value in the tool's result, such as `items[*].number`. */
  readonly path?: string
  /** Further inputs of the listing tool. */
  readonly input?: Readonly<Record<string, unknown>>
  /** Reason for listing the things if no entity selects one. */
  readonly reason?: string
}

export type EntityType = "string" | "integer" | "number" | "boolean" | "array" | "object"

/** The expected value, in JSON Schema. Except for the number of items, all describes the items of a list. */
export interface Accepted {
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** The inputs of a tool, required ones first. */
export function inputsOf({ needs = [], takes = [] }: Tool): readonly string[] {
  return [...needs, ...takes]
}

/** The tool with this name; undefined if there is none. */
export function toolOf({ tools }: PlannerCatalog, name: unknown): Tool | undefined {
  return typeof name === "string" && Object.hasOwn(tools, name) ? tools[name] : undefined
}

/** The thing that an input of a tool names; undefined if it names none. */
export function thingOf(catalogue: PlannerCatalog, tool: string, input: string): Thing | undefined {
  const { things: others = {} } = toolOf(catalogue, tool) ?? {}
  const { things = {} } = catalogue
  const name = Object.hasOwn(others, input) ? others[input] : input
  return typeof name === "string" && Object.hasOwn(things, name) ? things[name] : undefined
}

/**
 * Entity names that affect a call of a tool, each with the name that defines its type. These are inputs of the tool,
 * and names that select the things it needs. A thing for an optional input only counts if the entity has its noun as
 * a prefix.
 */
export function namesFor(
  catalogue: PlannerCatalog,
  tool: string,
  given: object = {},
  seen: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, string> {
  const of = toolOf(catalogue, tool)
  if (!of || seen.has(tool)) return new Map()
  const within = new Set([...seen, tool])
  const own = inputsOf(of).filter((name) => !Object.hasOwn(given, name))
  const phrases = Object.keys(of.phrases ?? {})
  return new Map([
    ...own.flatMap((name) => {
      const thing = thingOf(catalogue, tool, name)
      return thing ? [...namesOf(catalogue, thing, of.needs?.includes(name), within)] : []
    }),
    // Last, because the `release_id` of a tool is not the `id` that a list of releases has.
    ...[...own, ...phrases].map((name) => [name, name] as const),
  ])
}

/** Names that select a thing directly, or through the object that it belongs to. */
export function namesOf(
  catalogue: PlannerCatalog,
  { noun, by, tool, input }: Thing,
  isNeeded = true,
  seen?: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  return new Map([
    ...by.map((name) => [`${noun}_${name}`, name] as const),
    ...(isNeeded ? by.map((name) => [name, name] as const) : []),
    ...namesFor(catalogue, tool, input, seen),
  ])
}

/** The reason why a value is not accepted, as what would be; undefined if it is accepted. */
export function expectedInstead(value: unknown, accepted: Accepted): string | undefined {
  const { enum: words, pattern } = accepted
  if (Array.isArray(value)) {
    const size = outOfRange(value.length, accepted.minItems, accepted.maxItems)
    if (size) return `${size} ${size.endsWith(" 1") ? "item" : "items"}`
    for (const item of value) {
      const expected = expectedInstead(item, accepted)
      if (expected !== undefined) return expected
    }
    return undefined
  }
  if (words) return words.includes(value) ? undefined : words.join(", ")
  if (typeof value === "number") {
    const limits = outOfRange(value, accepted.minimum, accepted.maximum)
    return limits && `a number ${limits.startsWith("at") ? "of" : "from"} ${limits}`
  }
  if (typeof value !== "string") return undefined
  // JSON Schema counts code points.
  const length = outOfRange([...value].length, accepted.minLength, accepted.maxLength)
  if (length) return `${length} ${length.endsWith(" 1") ? "character" : "characters"}`
  const matches = pattern === undefined || new RegExp(pattern, "u").test(value)
  return matches ? undefined : `a value that matches ${pattern}`
}

/** The range that a number is outside of, as text. */
function outOfRange(number: number, least = -Infinity, most = Infinity): string | undefined {
  if (number >= least && number <= most) return undefined
  if (most === Infinity) return `at least ${least}`
  return least === -Infinity ? `at most ${most}` : `${least} to ${most}`
}
