import {
  type Change,
  combineDerived,
  type Derived,
  documentOf,
  NO_CHANGES,
  type RouteExpander,
  type RuleContext,
  walk,
} from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import { aboutShared } from "../../../messages/index.js"
import {
  atKey,
  lookupPath,
  type WrittenCard,
  type WrittenGraphqlLookup,
} from "../../../parse/index.js"
import { pascalCase, snakeCase } from "../../../text/index.js"
import { derivePages } from "./pages.js"
import { sourcesOfGraphql } from "./sources.js"
import { deriveUnion } from "./union.js"

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

/** Derives the document's path and its operation's name from the card's path. */
function deriveOperation({ graphql }: WrittenCard, { source }: RuleContext): Derived {
  if (graphql === undefined) return { changes: [] }
  const changes: Change[] = []
  if (graphql.operationName === undefined) {
    const value = pascalCase(source.pathId)
    changes.push({ at: ["graphql", "operationName"], value, from: ["graphql"] })
  }
  if (graphql.documentPath === undefined) {
    const value = `operations/${source.pathId.replaceAll(".", "/")}.graphql`
    changes.push({ at: ["graphql", "documentPath"], value, from: ["graphql"] })
  }
  return { changes }
}

/** Derives the result of a document: the last object of the walk down; for a list, its connection. */
function deriveResult({ graphql }: WrittenCard, { documents }: RuleContext): Derived {
  const source = documents.sound(graphql?.documentPath)
  if (source === undefined || graphql?.result !== undefined || graphql?.pagination)
    return NO_CHANGES
  const { path, isLeaf } = walk(source, documents.schema())
  const value = (isLeaf ? path.slice(0, -1) : path).join(".")
  if (value === "") return NO_CHANGES
  return { changes: [{ at: ["graphql", "result"], value: Path.derived(value), from: ["graphql"] }] }
}

/**
 * A variable with the name of a lookup takes the result of the lookup. It takes the input of that name only
 * if there is no such lookup, so that a checked name is never sent unchecked.
 */
function deriveVariables({ graphql }: WrittenCard, { documents }: RuleContext): Derived {
  const { documentPath, lookups = {}, variables = {} } = graphql ?? {}
  if (documentPath === undefined) return NO_CHANGES
  const [operation] = documents.get(documentPath).source?.operations ?? []
  const names = (operation?.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
  const changes = names.flatMap((name): Change[] => {
    const lookup = [name, snakeCase(name)].find((one) => Object.hasOwn(lookups, one))
    if (lookup === undefined || variables[name] !== undefined) return []
    const from = ["graphql", "lookups", lookup]
    return [{ at: ["graphql", "variables", name], value: Path.derived(`$lookups.${lookup}`), from }]
  })
  return { changes }
}

/** Derives the document and the operation of a lookup from its name, and its result from the only leaf. */
function deriveLookupDocument({ graphql }: WrittenCard, context: RuleContext): Derived {
  const lookups = Object.entries(graphql?.lookups ?? {})
  return combineDerived(
    lookups.flatMap(([name, lookup]) => [
      deriveDocument(name, lookup),
      deriveLeaf(name, lookup, context),
    ]),
  )
}

function deriveDocument(name: string, lookup: WrittenGraphqlLookup): Derived {
  const at = ["graphql", "lookups", name]
  const { document, documentPath, operationName } = lookup
  const from = document === undefined ? at : [...at, "document"]
  const path = documentOf(name, lookup)
  const called = (/([^/]+)\.graphql$/.exec(path) ?? [])[1] ?? name
  const changes: Change[] = []
  if (operationName === undefined)
    changes.push({ at: [...at, "operationName"], value: pascalCase(called), from })
  if (documentPath === undefined) changes.push({ at: [...at, "documentPath"], value: path, from })
  if (document !== undefined) changes.push({ at: [...at, "document"], from })
  return { changes }
}

function deriveLeaf(name: string, lookup: WrittenGraphqlLookup, context: RuleContext): Derived {
  if (lookup.result !== undefined) return NO_CHANGES
  const { documents, source } = context
  const at = ["graphql", "lookups", name]
  if (lookup.among !== undefined)
    return {
      changes: [{ at: [...at, "result"], value: Path.derived("@"), from: [...at, "among"] }],
    }
  const path = documentOf(name, lookup)
  const document = documents.sound(path)
  if (document === undefined) {
    // A missing document is reported elsewhere.
    return { changes: [{ at: [...at, "result"], value: Path.derived("@"), from: at }] }
  }
  const { path: leaf, isLeaf } = walk(document, documents.schema())
  if (isLeaf)
    return { changes: [{ at: [...at, "result"], value: Path.derived(leaf.join(".")), from: at }] }
  return { changes: [], problems: [atKey(source, at, aboutShared.noOneResult(path))] }
}
