/** A GraphQL document as a definition for the runtime. */
import type { GraphQLSchema } from "graphql"
import type { Diagnostic } from "../../generator/diagnostics/index.js"
import {
  type CompiledDocument,
  compileDocument as compile,
} from "../../generator/routes/graphql/document/index.js"
import { isDestructive, searchedRepositories } from "../../runtime/features/guards/index.js"
import {
  type CompiledOperation,
  graphqlLookups,
  graphqlSearch,
  graphqlWrites,
  type JsonSchema,
  nodeIds,
  writes as ofWrites,
  permanent,
  rareKeywords,
} from "../../runtime/index.js"
import { dates, lazySchema } from "../../schema/lazy/index.js"
import { barredBy } from "./bounds.js"
import { pagedBy, renamed } from "./document-pages.js"
import { pin } from "./pins.js"
import { refusedOperation } from "./refused.js"
import { asWritten, selectedNames } from "./selected.js"
import { shownAs } from "./shown.js"

let schema: GraphQLSchema | undefined

const compiled = new Map<string, CompiledOperation>()

/** Limit for programs that generate documents. */
const mostKept = 100

export function compileDocument(text: string): CompiledOperation {
  const before = compiled.get(text)
  if (before) return before
  schema ??= lazySchema(pin("github-schema.graphql"), { scalars: dates })
  const result = compile(text, schema)
  const made = result.ok
    ? definitionOf(text, result.compiled)
    : refusedOperation("document", ...wordsOf(result.diagnostics))
  if (compiled.size === mostKept) compiled.clear()
  compiled.set(text, made)
  return made
}

function wordsOf(diagnostics: readonly Diagnostic[]): [message: string, fix?: string] {
  const problems = diagnostics.map(
    ({ line, column, message, help }) =>
      `${line}:${column} ${message}${help === undefined ? "" : ` (${help})`}`,
  )
  const words = problems.slice(0, 10).join("; ")
  return [`The document is not valid against GitHub's schema: ${words}`]
}

function definitionOf(
  written: string,
  { operation, input, output, cost, roots, list, unpaged, tooLarge }: CompiledDocument,
): CompiledOperation {
  const { type, name, text, parts, isolated, requests, nodes, slow } = operation
  const writes = type === "mutation"
  const destroys = /\bdelete[A-Z]/.test(text)
  const listed = list && pagedBy(list, tooLarge)
  const barred = barredBy({ id: type })
  let answered: JsonSchema | undefined
  return {
    id: name === "Document" ? type : `${type} ${name}`,
    version: "1.0.0",
    description: `${writes ? "Change" : "Read"} ${roots.join(", ")}.`,
    effect: writes ? (destroys ? "destroy" : "write") : "read",
    idempotent: !writes,
    ...(writes && { renames: true }),
    routes: ["graphql"],
    input,
    get output() {
      answered ??= output()
      return answered
    },
    isDescribed: true,
    written,
    asWritten: (result) => asWritten(written, result),
    cost,
    contract: async () => ({ default: undefined }),
    named: `${type} *`,
    ...(writes && { calls: roots.length }),
    barred(client, given) {
      const message = tooLarge?.(Object(given))
      return (
        barred(client, given) ??
        (message === undefined ? undefined : permanent("VALIDATION", "not_sent", message))
      )
    },
    shown: shownAs(() => selectedNames(written)),
    parts: {
      graphqlLookups,
      graphqlSearch,
      nodeIds,
      rareKeywords,
      searchedRepositories,
      ...(writes && { graphqlWrites, isDestructive, writes: ofWrites }),
    },
    ...(listed && { pages: listed.pages }),
    ...(unpaged !== undefined && { unpaged }),
    graphql: {
      operation: {
        type,
        name,
        document: text,
        ...(requests && { requests }),
        ...(nodes && { nodes }),
        ...(slow && { slow }),
        ...(isolated ? { isolated } : { parts }),
      },
      variables: (given) => listed?.variables(given) ?? Object(given),
      result: roots[0] ?? "",
      output: (data, given) => listed?.output(data, given) ?? renamed(data),
    },
  }
}
