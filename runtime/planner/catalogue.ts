import type { Requirement } from "../properties/index.js"

/** What a planner knows of: tools, and how the things are found that these are about. */
export interface PlannerCatalog {
  readonly tools: Readonly<Record<string, Tool>>
  /** By the input that names one of them, `task_id`, or by a name that tools use in `things`. */
  readonly things?: Readonly<Record<string, Thing>>
  /** The types of entities that are not texts. */
  readonly types?: Readonly<Record<string, EntityType | readonly EntityType[]>>
  /** Entities that any request may have: a tool that does not take them is planned without. */
  readonly context?: readonly string[]
}

/** What can be asked for. */
export interface Tool {
  /** Inputs without which it cannot be called. */
  readonly needs?: readonly string[]
  /** Inputs that it can do without. */
  readonly takes?: readonly string[]
  /** Whether something is gone for good afterwards. */
  readonly destroys?: true
  /** It can be called, and cannot be a step among others. */
  readonly alone?: true
  readonly reasons?: Reasons
  /** Which values its inputs take, where their type alone does not say so; of a list, which items. */
  readonly accepts?: Readonly<Record<string, Accepted>>
  /** What its inputs name, where it is not the thing of the same name; null where nothing lists it. */
  readonly things?: Readonly<Record<string, string | null>>
  /** Which of its inputs go together. */
  readonly rules?: readonly Requirement[]
  /** Words around what the message says and no entity does: `{ task_title: ["change the {} to"] }`. */
  readonly phrases?: Readonly<Record<string, readonly string[]>>
}

/**
 * Why its plan has which steps, in the words of its users; `{title}` is the entity of that name, and
 * `{task_title}` what a thing with the noun `task` is found by.
 */
export interface Reasons {
  /** It is called at once. */
  readonly direct?: string
  /** A thing is looked for. */
  readonly find?: string
  /** It is called with what was found. */
  readonly found?: string
}

/** What tools are about, and one of them lists. */
export interface Thing {
  /** What people call it. An entity with this before its name, `task_title`, is about it and nothing else. */
  readonly noun: string
  /** What else people call it: `["pr", "pull", "request"]`. A title made of such words names nothing. */
  readonly words?: readonly string[]
  /** The tool that lists such things. */
  readonly tool: string
  /** What tells one from the others: names of entities, and of members of what is listed. */
  readonly by: readonly string[]
  /** Inputs of the tool that take a list of what one of these may be: `{ state: "states" }`. */
  readonly lists?: Readonly<Record<string, string>>
  /** Where the input stands in what the tool gives, `items[*].number`. */
  readonly path?: string
  /** What the tool is called with beside. */
  readonly input?: Readonly<Record<string, unknown>>
  /** Why they are listed where nothing tells which one is meant. */
  readonly reason?: string
}

export type EntityType = "string" | "integer" | "number" | "boolean" | "array" | "object"

/** What a value has to be, in words of JSON Schema. */
export interface Accepted {
  readonly enum?: readonly unknown[]
  readonly pattern?: string
}

/** The inputs of a tool, those that it needs first. */
export function inputsOf({ needs = [], takes = [] }: Tool): readonly string[] {
  return [...needs, ...takes]
}

/** The tool of a name; undefined where there is none. */
export function toolOf({ tools }: PlannerCatalog, name: unknown): Tool | undefined {
  return typeof name === "string" && Object.hasOwn(tools, name) ? tools[name] : undefined
}

/** The thing that an input of a tool names; undefined where it names none. */
export function thingOf(catalogue: PlannerCatalog, tool: string, input: string): Thing | undefined {
  const { things: others = {} } = toolOf(catalogue, tool) ?? {}
  const { things = {} } = catalogue
  const name = Object.hasOwn(others, input) ? others[input] : input
  return typeof name === "string" && Object.hasOwn(things, name) ? things[name] : undefined
}

/**
 * Every name that says something of a call of a tool, and the name that has its type: inputs of the tool,
 * and the names for the things that it is about. One that it can do without has to be spoken of by its noun.
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
    ...[...own, ...phrases].map((name) => [name, name] as const),
    ...own.flatMap((name) => {
      const thing = thingOf(catalogue, tool, name)
      return thing ? [...namesOf(catalogue, thing, of.needs?.includes(name), within)] : []
    }),
  ])
}

/** Every name that says which thing is meant, by itself or by what it is within. */
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
