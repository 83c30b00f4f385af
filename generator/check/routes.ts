import type { RouteType } from "../../runtime/index.js"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutList } from "../messages/index.js"
import type { Card, CardSource, Pins } from "../parse/index.js"
import type { Documents } from "./documents.js"
import { isList } from "./resolved-contract.js"

/** What checking asks of a route; the routes of `generator/routes/` are handed in. */
export interface RouteChecker {
  readonly type: RouteType
  /** What is wrong with what the section of a card names. */
  check(source: CardSource, card: Card, described: CheckedBy): Diagnostic[]
  /** Whether what the section is made of has passed its own checks, where it has such. */
  isSound?(card: Card, described: CheckedBy): boolean
}

/** What sections are checked with. */
export interface CheckedBy {
  readonly documents: Documents
  readonly pins: Pins
}

export interface CheckedRoutes {
  readonly diagnostics: readonly Diagnostic[]
  /** The routes of the card whose documents, endpoints and commands are right. */
  readonly sound: readonly RouteType[]
}

/** What the sections of a card name is there: documents and operations, endpoints, commands of gh. */
export function checkRoutes(
  source: CardSource,
  card: Card,
  { routes, ...described }: CheckedBy & { readonly routes: readonly RouteChecker[] },
): CheckedRoutes {
  const checked = routes.map((one) => {
    const problems = one.check(source, card, described)
    const isSound = problems.length === 0 && (one.isSound?.(card, described) ?? true)
    return { type: one.type, problems, isSound }
  })
  const own = [card.routing.preferred, ...card.routing.fallbacks]
  return {
    diagnostics: [...reservedInputs(source, card), ...checked.flatMap(({ problems }) => problems)],
    sound: own.filter((route) => checked.some(({ type, isSound }) => type === route && isSound)),
  }
}

/** Inputs that a list has without its card saying so; REST's own words for them would be a second way. */
function reservedInputs(source: CardSource, card: Card): Diagnostic[] {
  if (!isList(card)) return []
  const isOverRest = card.rest !== undefined && card.graphql === undefined
  const reserved = ["first", "after", ...(isOverRest ? ["page", "per_page"] : [])]
  return Object.keys(card.input_schema.properties ?? {})
    .filter((name) => reserved.includes(name))
    .map((name) => {
      const span = source.keySpan(["input_schema", "properties", name])
      return diagnostic(aboutList.reservedInput(name), source.file, span)
    })
}
