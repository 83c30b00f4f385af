import type { Documents, RouteChecker } from "../../../check/index.js"
import { type Diagnostic, diagnostic, nearest, type Problem } from "../../../diagnostics/index.js"
import { aboutDocument, aboutMapping } from "../../../messages/index.js"
import {
  atValue,
  type Card,
  type CardPath,
  type CardSource,
  type GraphqlSection,
} from "../../../parse/index.js"
import { paginate, pagingOf } from "../../../shape/index.js"

export * from "./connections.js"

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

/** Checks that the operations that a card names exist, and have the right type. */
function checkOperations(
  source: CardSource,
  card: Card,
  section: GraphqlSection,
  documents: Documents,
): Diagnostic[] {
  const lookups = Object.entries(section.lookups ?? {}).flatMap(([key, lookup]) => {
    const path = ["graphql", "lookups", key]
    const type = typeOf(lookup.documentPath, documents)
    return [
      ...checkNamed(source, lookup, path, documents),
      ...(type === "mutation"
        ? [
            atValue(
              source,
              [...path, "operationName"],
              aboutMapping.lookupIsMutation(lookup.operationName),
            ),
          ]
        : []),
    ]
  })
  const misplaced = checkPlace(source, section, documents)
  const own = misplaced.length > 0 ? misplaced : checkOwn(source, card, section, documents)
  return [...own, ...lookups]
}

function checkOwn(
  source: CardSource,
  card: Card,
  section: GraphqlSection,
  documents: Documents,
): Diagnostic[] {
  const named = checkNamed(source, section, ["graphql"], documents)
  const type = typeOf(section.documentPath, documents)
  const fits = type === undefined || (card.effect === "read") === (type === "query")
  if (named.length > 0 || fits) return named
  const problem = aboutDocument.otherEffect(section.operationName, type, card.effect)
  return [atValue(source, ["effect"], problem)]
}

function checkNamed(
  source: CardSource,
  { documentPath, operationName }: { documentPath: string; operationName: string },
  path: CardPath,
  documents: Documents,
): Diagnostic[] {
  const report = (key: string, problem: Problem) => [atValue(source, [...path, key], problem)]
  if (!documents.has(documentPath)) {
    const near = nearest(documentPath, documents.paths)
    return report("documentPath", aboutDocument.missing(documentPath, near))
  }
  const document = documents.get(documentPath).source
  if (document === undefined) return []
  const names = document.operations.flatMap(({ name }) => name?.value ?? [])
  // A document with an unnamed operation has been reported already.
  if (names.length === 0 || names.includes(operationName)) return []
  return report("operationName", aboutDocument.otherOperation(documentPath, operationName, names))
}

/** Checks that the document of a card is at the card's path, so that each can be found from the other. */
function checkPlace(
  source: CardSource,
  { documentPath }: GraphqlSection,
  documents: Documents,
): Diagnostic[] {
  const wanted = source.file.path.replace(/^cards\//, "operations/").replace(/\.ya?ml$/, ".graphql")
  if (documentPath === wanted) return []
  const help = documents.has(wanted)
    ? `write \`${wanted}\``
    : `write \`${wanted}\`, and ${documents.has(documentPath) ? "move the document there" : "create the document there"}`
  const problem = aboutDocument.notAtTheCardsPath(wanted, documentPath, help)
  return [atValue(source, ["graphql", "documentPath"], problem)]
}

/** The operation type of a document without errors. */
function typeOf(path: string, documents: Documents): string | undefined {
  return documents.sound(path)?.operations[0]?.operation
}
