import type { RouteType } from "../../runtime/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import { aboutList } from "../messages/index.js"
import { atKey, type Card, type CardSource, type Pins } from "../parse/index.js"
import type { Documents } from "./documents.js"
import { isList } from "./resolved-contract.js"

/** The part of a route that checks need; the routes of `generator/routes/` are passed in. */
export interface RouteChecker {
  readonly type: RouteType
  /** Problems with the names in a card's section. */
  check(source: CardSource, card: Card, described: CheckContext): Diagnostic[]
  /**
   * Whether the documents, endpoints or commands of the section have no errors; undefined if the route has no such
   * check.
   */
  isSound?(card: Card, described: CheckContext): boolean
}

interface CheckContext {
  readonly documents: Documents
  readonly pins: Pins
}

export interface CheckedRoutes {
  readonly diagnostics: readonly Diagnostic[]
  /** The routes of the card whose documents, endpoints and commands are valid. */
  readonly sound: readonly RouteType[]
}

/**
 * Checks that the names in a card's sections exist: documents and operations, endpoints, commands of gh.
 */
export function checkRoutes(
  source: CardSource,
  card: Card,
  { routes, ...described }: CheckContext & { readonly routes: readonly RouteChecker[] },
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

/** Reports inputs that lists reserve, including REST's own names for them. */
function reservedInputs(source: CardSource, card: Card): Diagnostic[] {
  if (!isList(card)) return []
  const isOverRest = card.rest !== undefined && card.graphql === undefined
  const reserved = ["first", "after", ...(isOverRest ? ["page", "per_page"] : [])]
  return Object.keys(card.input_schema.properties ?? {})
    .filter((name) => reserved.includes(name))
    .map((name) => {
      return atKey(source, ["input_schema", "properties", name], aboutList.reservedInput(name))
    })
}
