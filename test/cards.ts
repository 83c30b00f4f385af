/** The cards of the catalog in their full form, for tests. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { CapabilityMap, JsonSchema, RouteType } from "ghx"
import { INSTALLATION_TOKEN } from "../surfaces/explorer/fixture.js"
import { EXPANSIONS, ROOT } from "./projects.js"

interface RestSection {
  readonly lookups?: Readonly<Record<string, { readonly path: string }>>
  readonly pagination?: object
  readonly endpoints: readonly {
    readonly method: string
    readonly path: string
    readonly foreach?: string
    readonly until?: string
    readonly when?: string
  }[]
}

export interface Card {
  readonly capability_id: keyof CapabilityMap
  readonly effect: "read" | "write" | "destroy"
  readonly idempotent: boolean
  readonly input_schema: JsonSchema
  readonly output_schema: JsonSchema
  readonly routing: {
    readonly preferred: RouteType
    readonly fallbacks: readonly RouteType[]
    readonly suitability?: readonly { readonly exclude?: RouteType }[]
  }
  readonly caller?: "installation"
  readonly reconcile?: { readonly none?: string; readonly again?: true }
  readonly graphql?: { readonly lookups?: object; readonly pagination?: object }
  readonly rest?: RestSection
  readonly cli?: { readonly lookups?: object; readonly then?: object }
  readonly examples?: readonly { readonly title: string; readonly input: Record<string, unknown> }[]
}

/** Every card, by id. */
export const cards: readonly Card[] = JSON.parse(readFileSync(join(ROOT, EXPANSIONS), "utf8")).sort(
  (a: Card, b: Card) => (a.capability_id < b.capability_id ? -1 : 1),
)

/** The token for the examples of a card: the viewer's, unless only installations of Apps may call it. */
export const tokenFor = ({ caller }: Card, { token }: { readonly token: string }): string =>
  caller === "installation" ? INSTALLATION_TOKEN : token

/** The routes of a card, in its order. */
export const routesOf = ({ routing }: Card): RouteType[] => [
  routing.preferred,
  ...routing.fallbacks,
]

/** Cards, with the titles of their tests. */
export const titled = (cards: readonly Card[]) =>
  cards.map((card) => ({
    card,
    id: card.capability_id as string,
    routes: routesOf(card),
    over: routesOf(card).join(" and "),
  }))

/** Each route alone, and all routes in every order. */
export function ordersOf(routes: readonly RouteType[]): RouteType[][] {
  const alone = routes.map((route) => [route])
  return routes.length === 1 ? alone : [...alone, ...permutations(routes)]
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}
