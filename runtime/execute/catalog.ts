import type { Effect } from "../definition.js"
import type { RouteType } from "../envelope.js"

/** One input of a capability, as `explain` shows it. */
export interface CatalogInput {
  readonly name: string
  /** As TypeScript writes it: `"OPEN" | "CLOSED"`. */
  readonly type: string
  readonly required: boolean
  readonly description?: string
  readonly default?: unknown
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
  readonly outputs: readonly { readonly name: string; readonly type: string }[]
  /** Rate-limit points and the most nodes one call can touch. */
  readonly cost?: { readonly points: number; readonly nodes: number }
  /** An input that works. */
  readonly example?: object
  readonly notes?: string
  /** Why not to use it any more, and what to use instead. */
  readonly deprecated?: string
}

/** A capability in few tokens: names map to types, required inputs first, `?` marks optional ones. */
export interface Explanation {
  readonly id: string
  readonly description: string
  readonly effect: Effect
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
  const { id, description, effect, routes, cost, example, notes, deprecated } = entry
  const inputs = [...entry.inputs].sort(
    (one, other) => Number(other.required) - Number(one.required),
  )
  return {
    id,
    description,
    effect,
    routes,
    input: Object.fromEntries(inputs.map(explainInput)),
    output: Object.fromEntries(entry.outputs.map(({ name, type }) => [name, type])),
    ...(cost && {
      cost: `${cost.points} point${cost.points === 1 ? "" : "s"}, ${cost.nodes} nodes`,
    }),
    ...(example && { example }),
    ...(notes !== undefined && { notes }),
    ...(deprecated !== undefined && { deprecated }),
  }
}

function explainInput({ name, type, required, description, default: value }: CatalogInput) {
  const given = value === undefined ? "" : ` = ${JSON.stringify(value)}`
  const comment = description === undefined ? "" : `: ${description}`
  return [required ? name : `${name}?`, `${type}${given}${comment}`] as const
}
