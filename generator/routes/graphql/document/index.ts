/** Compiles a document without a card, with the same checks as documents of cards. The result is plain data. */
import type { GraphQLSchema } from "graphql"
import type { JsonSchema } from "../../../../runtime/definition/index.js"
import { checkDocument } from "../../../check/index.js"
import type { Diagnostic } from "../../../diagnostics/index.js"
import { aboutDocument } from "../../../messages/index.js"
import { type DocumentSource, readDocument } from "../../../parse/index.js"
import { type Cost, type OperationPlan, planRequest, shapeOfAnswer } from "../../../plan/index.js"
import { LARGEST_PAGE, responseKey, selectedIn, toJsonSchema } from "../../../shape/index.js"
import { snakeCase } from "../../../text/index.js"
import { checkPageSizes, MOST_NODES, tooManyNodes } from "../check/index.js"
import {
  type DocumentList,
  LEAST,
  nodesWith,
  type OwnSizes,
  PAGE,
  type Paged,
  pagedList,
  pageSizesIn,
  wrongSizes,
} from "./paged-list.js"

export type { DocumentList } from "./paged-list.js"

export interface CompiledDocument {
  readonly operation: Omit<OperationPlan, "data">
  readonly input: JsonSchema
  /** The schema of the result, in snake_case; computed on demand, since most callers do not need it. */
  readonly output: () => JsonSchema
  readonly cost: Cost
  /** Why GitHub would refuse the document with these variables for its number of nodes. */
  readonly tooLarge?: (variables: object) => string | undefined
  /** The fields of the root: `["repository"]`. */
  readonly roots: readonly string[]
  /** GitHub's names by the names in results. */
  readonly list?: DocumentList & { readonly standard: number }
  /** The reason why it has no paged list. */
  readonly unpaged?: string
}

type DocumentResult =
  | { readonly ok: true; readonly compiled: CompiledDocument }
  | {
      readonly ok: false
      readonly diagnostics: readonly Diagnostic[]
    }

const FILE = "document.graphql"

/** @param text - one operation, with a name or without, and its fragments */
export function compileDocument(text: string, schema: GraphQLSchema): DocumentResult {
  const read = readDocument(FILE, text)
  const named = read.source && withName(read.source)
  const { source, diagnostics: unread } =
    named === undefined ? read : readDocument(FILE, named.text)
  const refused = (diagnostics: readonly Diagnostic[]): DocumentResult => {
    return { ok: false, diagnostics: asWritten(diagnostics, text, named) }
  }
  if (source === undefined) return refused(unread)
  const asGitHub = { shared: [], spreadsSound: true, isForGitHubAlone: true } as const
  const invalid = errorsIn(checkDocument(source, schema, asGitHub))
  if (invalid.length > 0) return refused(invalid)
  const misSized = wrongSizes(source)
  if (misSized.length > 0) return refused(misSized)
  // Variables may be small, so only a call with their values can exceed the limit.
  const least = tooManyNodes(
    source,
    nodesWith(source, schema, () => null),
  )
  if (least.length > 0) return refused(least)
  const { paged, unpaged } = pagedList(source, schema)
  const document = paged?.document ?? source
  const sizes = pageSizesIn(document)
  const pageSizeOf = (name: string) => sizes[name] ?? "it has no bounds"
  const { cost, diagnostics } = checkPageSizes(document, schema, pageSizeOf, { least: LEAST })
  const wrong = errorsIn(diagnostics)
  if (wrong.length > 0) return refused(wrong)
  const operation = planRequest(paged ?? { document, sent: document }, schema, [])
  const [root] = document.operations
  const roots = root
    ? selectedIn(root.selectionSet, document.fragments).map(({ field }) => responseKey(field))
    : []
  return {
    ok: true,
    compiled: {
      operation,
      input: inputOf(operation, sizes, paged),
      output: () => inSnakeCase(toJsonSchema(shapeOfAnswer(source, schema)) ?? {}),
      cost,
      ...(cost.nodes > MOST_NODES && {
        tooLarge: (variables) =>
          sentence(nodesWith(document, schema, (name) => Reflect.get(variables, name))),
      }),
      roots: [...new Set(roots)],
      ...(paged && { list: { ...paged.list, standard: paged.standard } }),
      ...(unpaged !== undefined && { unpaged }),
    },
  }
}

function sentence(nodes: number): string | undefined {
  if (nodes <= MOST_NODES) return undefined
  const { message, help } = aboutDocument.tooManyNodes(MOST_NODES, nodes)
  return `With these variables ${message} (${help})`
}

const errorsIn = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.filter(({ severity }) => severity === "error")

/** The text with a name for its only operation; undefined if it has a name, or if there are several operations. */
function withName({ operations: [operation, ...others], file }: DocumentSource): Named | undefined {
  if (!operation || operation.name || others.length > 0) return undefined
  const start = operation.loc?.start ?? 0
  const isShort = file.text.startsWith("{", start)
  const at = isShort ? start : start + operation.operation.length
  const added = isShort ? "query Document " : " Document"
  return { text: file.text.slice(0, at) + added + file.text.slice(at), at, added }
}

interface Named {
  readonly text: string
  /** The offset of an addition. */
  readonly at: number
  readonly added: string
}

/** Converts positions to those in the original text. */
function asWritten(
  diagnostics: readonly Diagnostic[],
  text: string,
  named: Named | undefined,
): readonly Diagnostic[] {
  if (named === undefined) return diagnostics
  const before = text.slice(0, named.at).split("\n")
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1]
  return diagnostics.map((one) => {
    const isBehind = one.line === line && one.column >= column + named.added.length
    return {
      ...one,
      message: one.message.replace(/ (?:in|by) operation "Document"/, ""),
      ...(isBehind && { column: one.column - named.added.length }),
    }
  })
}

function inputOf(
  { variables, neverNull }: CompiledDocument["operation"],
  sizes: Readonly<Record<string, OwnSizes>>,
  paged: Paged | undefined,
): JsonSchema {
  const { properties = {}, required = [] } = toJsonSchema(variables) ?? {}
  const own = Object.entries(properties).map(([name, schema]) => {
    const size = sizes[name]
    const bounded = neverNull.includes(name) ? withoutNull(schema) : schema
    if (size === undefined) return [name, bounded]
    const isPage = paged?.list.size === name
    const isChoice = size.optionalInput !== undefined
    const standard = isPage ? paged.standard : (size.standard ?? PAGE)
    const isGiven = required.includes(name) && !isPage
    return [
      name,
      {
        type: isChoice ? ["integer", "null"] : "integer",
        minimum: LEAST,
        maximum: LARGEST_PAGE,
        ...(!isChoice && !isGiven && { default: standard }),
      },
    ]
  })
  return {
    type: "object",
    properties: Object.fromEntries(own),
    required: required.filter((name) => paged?.list.size !== name),
    additionalProperties: false,
  }
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema
  if (!Array.isArray(type)) return schema
  const kept = type.filter((one) => one !== "null")
  const [only] = kept
  return {
    ...schema,
    ...(only && { type: kept.length === 1 ? only : kept }),
    ...(values && { enum: values.filter((one) => one !== null) }),
  }
}

function inSnakeCase(schema: JsonSchema): JsonSchema {
  const { properties, required, items, anyOf, ...others } = schema
  return {
    ...others,
    ...(required && { required: required.map(resultName) }),
    ...(items && { items: inSnakeCase(items) }),
    ...(anyOf && { anyOf: anyOf.map(inSnakeCase) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [resultName(name), inSnakeCase(one)]),
      ),
    }),
  }
}

/** The name of an answer's field in a result. */
export function resultName(name: string): string {
  return name.startsWith("__") ? name : snakeCase(name)
}
