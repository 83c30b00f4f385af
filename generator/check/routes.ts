import type { RouteType } from "../../runtime/index.js"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutList } from "../messages/index.js"
import type { Card, CardSource, GraphqlSection, Pins } from "../parse/index.js"
import { inPages, pagingOf } from "../shape/index.js"
import { checkCommands } from "./commands.js"
import type { Documents } from "./documents.js"
import { checkEndpoints } from "./endpoints.js"
import { checkOperations } from "./operations.js"
import { isList } from "./resolved-contract.js"

export interface CheckedRoutes {
  readonly diagnostics: readonly Diagnostic[]
  /** The routes of the card whose documents, endpoints and commands are right. */
  readonly sound: readonly RouteType[]
}

/** What the sections of a card name is there: documents and operations, endpoints, commands of gh. */
export function checkRoutes(
  source: CardSource,
  card: Card,
  documents: Documents,
  pins: Pins,
): CheckedRoutes {
  const { graphql, rest, cli } = card
  const problem = (key: RouteType, what: Parameters<typeof diagnostic>[0]) => [
    diagnostic(what, source.file, source.keySpan([key])),
  ]
  const byRoute: Record<RouteType, Diagnostic[]> = {
    graphql: graphql
      ? [...checkOperations(source, card, graphql, documents), ...checkPages(graphql, documents)]
      : [],
    rest: !rest
      ? []
      : isList(card) && graphql
        ? problem("rest", aboutList.twoRoutes())
        : checkEndpoints(source, rest, pins.rest()),
    cli: !cli
      ? []
      : isList(card)
        ? problem("cli", aboutList.overGh())
        : checkCommands(source, cli, { gh: pins.gh(), rest: pins.rest }),
  }
  const routes = [card.routing.preferred, ...card.routing.fallbacks]
  const sound = routes.filter(
    (route) =>
      byRoute[route].length === 0 &&
      (route !== "graphql" || !graphql || areSound(graphql, documents)),
  )
  return { diagnostics: [...reservedInputs(source, card), ...Object.values(byRoute).flat()], sound }
}

function areSound({ documentPath, lookups = {} }: GraphqlSection, documents: Documents): boolean {
  const paths = [documentPath, ...Object.values(lookups).map((one) => one.documentPath)]
  return paths.every((path) => documents.get(path).isSound)
}

/** Nothing but the connection of a list gets its `first` and `after`. */
function checkPages(section: GraphqlSection, documents: Documents): Diagnostic[] {
  const { source, isSound } = documents.get(section.documentPath)
  const paging = pagingOf(section)
  if (source === undefined || !isSound || paging === undefined) return []
  return inPages(source, paging, documents.schema()).problems.map(({ problem, node: { loc } }) =>
    diagnostic(problem, source.file, { start: loc?.start ?? 0, end: loc?.end ?? 1 }),
  )
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
