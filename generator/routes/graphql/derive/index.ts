import type { RouteExpander } from "../../../expand/index.js"
import { lookupPath } from "../../../parse/index.js"
import { deriveLookupDocument } from "./lookups.js"
import { deriveOperation } from "./operation.js"
import { derivePages } from "./pages.js"
import { deriveResult } from "./result.js"
import { sourcesOfGraphql } from "./sources.js"
import { deriveUnion } from "./union.js"
import { deriveVariables } from "./variables.js"

export const graphqlExpander: RouteExpander = {
  type: "graphql",
  rules: {
    section: [deriveOperation],
    lookups: [deriveLookupDocument, deriveVariables],
    result: [deriveResult],
  },
  sources: sourcesOfGraphql,
  changingPart({ graphql }, { documents, source }) {
    if (graphql?.documentPath === undefined) return undefined
    const [operation] = documents.get(graphql.documentPath).source?.operations ?? []
    if (operation?.operation !== "mutation") return undefined
    const what = `\`${operation.name?.value ?? "the operation"}\` is a mutation`
    return { what, span: source.keySpan(["graphql"]) }
  },
  lookups: {
    values: "variables",
    namesIn(entry, { documents }) {
      const path =
        typeof entry.documentPath === "string"
          ? entry.documentPath
          : lookupPath(String(entry.document))
      const [operation] = documents.get(path).source?.operations ?? []
      return (operation?.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
    },
    // Unless it names a document, an entry uses the document with the name of the entry, even if the card gives the
    // lookup another name.
    whole: (name, entry) =>
      entry.documentPath === undefined ? { document: name, ...entry } : entry,
    isThere: (name, { documents }) => documents.has(lookupPath(name)),
  },
  pages: ({ graphql, list }, context) => graphql && derivePages(graphql, list, context),
  union: deriveUnion,
}
