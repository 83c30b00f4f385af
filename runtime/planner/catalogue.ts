import type { Requirement } from "../properties/index.js"

/** The tools that a planner knows, and how to find the things they need. */
export interface PlannerCatalog {
  readonly tools: Readonly<Record<string, Tool>>
  /** Things by the input that names them, `task_id`, or by a name that tools use in `things`. */
  readonly things?: Readonly<Record<string, Thing>>
  /** The types of entities that are not texts. */
  readonly types?: Readonly<Record<string, EntityType | readonly EntityType[]>>
  /** Entities that any request may have: a tool that does not take them is planned without. */
  readonly context?: readonly string[]
}

/** A tool that a plan can call. */
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
  /** The things that its inputs name, if not those of the same name; null if nothing lists them. */
  readonly things?: Readonly<Record<string, string | null>>
  /** Which of its inputs go together. */
  readonly rules?: readonly Requirement[]
  /** Phrases around a value in the message: `{ task_title: ["change the {} to"] }`. */
  readonly phrases?: Readonly<Record<string, readonly string[]>>
}

/**
 * Reasons for the steps of a plan, in the words of its users; `{title}` is the entity of that name, and
 * `{task_title}` the text by which a `task` is found.
 */
export interface Reasons {
  /** It is called at once. */
  readonly direct?: string
  /** For finding a thing. */
  readonly find?: string
  /** For calling the tool with it. */
  readonly found?: string
}

/** A thing that tools need and one of them lists. */
export interface Thing {
  /** Its name. An entity with this prefix, `task_title`, belongs to it alone. */
  readonly noun: string
  /** Other names: `["pr", "pull", "request"]`. A title made of such words names nothing. */
  readonly words?: readonly string[]
  /** The tool that lists such things. */
  readonly tool: string
  /** What distinguishes them: names of entities, and of members of list items. */
  readonly by: readonly string[]
  /** Inputs of the tool that take a list of what one of these may be: `{ state: "states" }`. */
  readonly lists?: Readonly<Record<string, string>>
  /** The path of the input in the tool's result, `items[*].number`. */
  readonly path?: string
  /** Further inputs for the tool. */
  readonly input?: Readonly<Record<string, unknown>>
  /** The reason for listing them when it is unknown which one is meant. */
  readonly reason?: string
}

export type EntityType = "string" | "integer" | "number" | "boolean" | "array" | "object"

/** The expected value, in JSON Schema. */
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
 * Names that affect a call of a tool, each with the name that has its type: inputs of the tool, and names
 * for the things it needs. For an optional input, the noun has to be mentioned.
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

/** Names that select a thing, by themselves or through what it belongs to. */
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
