/** A GraphQL document as a definition for the runtime. */
import type { GraphQLSchema } from "graphql"
import type { Diagnostic } from "../../generator/diagnostics/index.js"
import {
  type CompiledDocument,
  compileDocument as compile,
  resultName,
} from "../../generator/routes/graphql/document/index.js"
import {
  type CompiledOperation,
  graphqlLookups,
  graphqlWrites,
  type JsonSchema,
  nodeIds,
  type OperationPages,
} from "../../runtime/index.js"
import { dates, lazySchema } from "../../schema/lazy/index.js"
import { asWritten } from "./as-written.js"
import { barredBy } from "./bounds.js"
import { pin } from "./pins.js"
import { refusedOperation } from "./refused.js"
import { shown } from "./shown.js"

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

/** All problems of a document, each with its line. */
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
  { operation, input, output, cost, roots, list, unpaged }: CompiledDocument,
): CompiledOperation {
  const { type, name, text, parts, isolated, requests, slow } = operation
  const writes = type === "mutation"
  const destroys = /\bdelete[A-Z]/.test(text)
  const listed = list && pagesOf(list)
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
    barred: barredBy({ id: type }),
    shown,
    parts: { graphqlLookups, nodeIds, ...(writes && { graphqlWrites }) },
    ...(listed && { pages: listed }),
    ...(unpaged !== undefined && { unpaged }),
    graphql: {
      operation: {
        type,
        name,
        document: text,
        ...(requests && { requests }),
        ...(slow && { slow }),
        ...(isolated ? { isolated } : { parts }),
      },
      variables: (given) => Object(given),
      result: roots[0] ?? "",
      output: (data) => renamed(data),
    },
  }
}

/** An answer with names in snake_case. If two names would become equal, both stay unchanged. */
function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed)
  if (typeof value !== "object" || value === null) return value
  const names = Object.keys(value)
  const own = names.map(resultName)
  return Object.fromEntries(
    Object.entries(value).map(([name, member], at) => {
      const isAlone = own.indexOf(own[at] ?? "") === own.lastIndexOf(own[at] ?? "")
      return [isAlone ? own[at] : name, renamed(member)]
    }),
  )
}

function pagesOf({
  path,
  first,
  after,
  items: key,
  isShared,
  direction,
}: NonNullable<CompiledDocument["list"]>): OperationPages {
  const way = path.map(resultName)
  const itemsKey = resultName(key)
  const connectionIn = (output: unknown): Record<string, unknown> =>
    way.reduce((at, name) => Object(at)[name], Object(output))
  const [more, next] = [resultName(direction.more), resultName(direction.next)]
  return {
    info(output) {
      const { page_info } = Object(connectionIn(output))
      const { [more]: goesOn, [next]: cursor } = Object(page_info)
      if (typeof goesOn !== "boolean") return undefined
      return { has_next_page: goesOn, end_cursor: typeof cursor === "string" ? cursor : null }
    },
    next: (given, { cursor, size }) => ({
      ...Object(given),
      ...(size !== undefined && !isShared && { [first]: size }),
      ...(cursor !== undefined && { [after]: cursor }),
    }),
    items(output) {
      const items: unknown = Object(connectionIn(output))[itemsKey]
      return Array.isArray(items) ? items : []
    },
    holding(output, items) {
      const put = (at: unknown, [name, ...below]: readonly string[]): unknown => {
        if (name !== undefined) return { ...Object(at), [name]: put(Object(at)[name], below) }
        return { ...Object(at), [itemsKey]: items }
      }
      return put(output, way)
    },
  }
}
