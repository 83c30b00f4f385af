import type { Effect } from "../definition/index.js"
import type { RouteType } from "../envelope/index.js"

/** One property of a contract, as `explain` shows it. */
export interface CatalogProperty {
  /** `labels`; of one inside others `comments[].line`. */
  readonly name: string
  /** As TypeScript writes it, but `integer`: `"OPEN" | "CLOSED"`. */
  readonly type: string
  /** `1 to 100`, `not empty`. */
  readonly bounds?: string
  readonly description?: string
  readonly default?: unknown
}

export interface CatalogInput extends CatalogProperty {
  readonly required: boolean
}

/** What one capability is for and how to call it: generated data, loaded on first use. */
export interface CatalogEntry {
  readonly id: string
  readonly version: string
  readonly description: string
  readonly effect: Effect
  readonly idempotent: boolean
  readonly routes: readonly RouteType[]
  readonly inputs: readonly CatalogInput[]
  readonly outputs: readonly CatalogProperty[]
  /** Rate-limit points and the most nodes one call can touch. */
  readonly cost?: { readonly points: number; readonly nodes: number }
  /** An input that works. */
  readonly example?: object
  readonly notes?: string
  /** Why not to use it any more, and what to use instead. */
  readonly deprecated?: string
}

/**
 * A capability in few tokens. Names map to `type = default, bounds: description`, required inputs first;
 * `?` marks optional ones. What is inside others, `comments[].line`, is there where more than its type
 * is to say.
 */
export interface Explanation {
  readonly id: string
  readonly description: string
  readonly effect: Effect
  /** Running it twice leaves what running it once leaves. */
  readonly idempotent: boolean
  readonly routes: readonly RouteType[]
  readonly input: Readonly<Record<string, string>>
  readonly output: Readonly<Record<string, string>>
  readonly cost?: string
  readonly example?: object
  readonly notes?: string
  readonly deprecated?: string
}

/** One line of `list_capabilities()`. */
export interface CapabilityLine {
  readonly id: string
  readonly effect: Effect
  readonly description: string
}

export function explainEntry(entry: CatalogEntry): Explanation {
  const { id, description, effect, idempotent, routes, cost, example, notes, deprecated } = entry
  // What is inside an input stays behind it.
  const isRequired = ({ name }: CatalogInput) =>
    entry.inputs.some((own) => own.required && own.name === name.split(/[.[]/, 1)[0])
  const inputs = [
    ...entry.inputs.filter((input) => isRequired(input)),
    ...entry.inputs.filter((input) => !isRequired(input)),
  ]
  return {
    id,
    description,
    effect,
    idempotent,
    routes,
    input: Object.fromEntries(
      inputs.map((input) => [input.required ? input.name : `${input.name}?`, explained(input)]),
    ),
    output: Object.fromEntries(entry.outputs.map((output) => [output.name, explained(output)])),
    ...(cost && {
      cost: `${cost.points} point${cost.points === 1 ? "" : "s"}${cost.nodes > 0 ? `, ${cost.nodes} nodes` : ""}`,
    }),
    ...(example && { example }),
    ...(notes !== undefined && { notes }),
    ...(deprecated !== undefined && { deprecated }),
  }
}

function explained({ type, bounds, description, default: value }: CatalogProperty): string {
  const given = value === undefined ? "" : ` = ${JSON.stringify(value)}`
  const within = bounds === undefined ? "" : `, ${bounds}`
  const comment = description === undefined ? "" : `: ${description}`
  return `${type}${given}${within}${comment}`
}
