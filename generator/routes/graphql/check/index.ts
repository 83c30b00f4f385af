import type { Documents, RouteChecker } from "../../../check/index.js"
import { type Diagnostic, diagnostic } from "../../../diagnostics/index.js"
import type { GraphqlSection } from "../../../parse/index.js"
import { paginate, pagingOf } from "../../../shape/index.js"
import { checkOperations } from "./operations.js"

export {
  checkConnections,
  checkPageSizes,
  MOST_NODES,
  type PageSizeOf,
  type PageSizes,
  tooManyNodes,
} from "./connections.js"

export const graphqlChecker: RouteChecker = {
  type: "graphql",
  check: (source, card, { documents }) =>
    card.graphql
      ? [
          ...checkOperations(source, card, card.graphql, documents),
          ...checkPages(card.graphql, documents),
        ]
      : [],
  isSound: ({ graphql }, { documents }) => graphql === undefined || areSound(graphql, documents),
}

function areSound({ documentPath, lookups = {} }: GraphqlSection, documents: Documents): boolean {
  const paths = [documentPath, ...Object.values(lookups).map((one) => one.documentPath)]
  return paths.every((path) => documents.get(path).isSound)
}

/** Checks that only the list's connection uses its `first` and `after`. */
function checkPages(section: GraphqlSection, documents: Documents): Diagnostic[] {
  const source = documents.sound(section.documentPath)
  const paging = pagingOf(section)
  if (source === undefined || paging === undefined) return []
  return paginate(source, paging, documents.schema()).problems.map(({ problem, node: { loc } }) =>
    diagnostic(problem, source.file, { start: loc?.start ?? 0, end: loc?.end ?? 1 }),
  )
}
