import {
  type DocumentNode,
  defaultFieldResolver,
  execute,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLFieldResolver,
  getNamedType,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  parse,
} from "graphql"
import { mayRead, NotAccessible, type Resource, sessionOf, type Viewer } from "../state/index.js"
import type { Synthesizer } from "../synthesize/index.js"
import type { Repository, Store } from "../tables/index.js"
import {
  type Context,
  type Cost,
  costOf,
  type ErrorBody,
  errorBody,
  MAX_NODES,
  NotModelled,
} from "./field/index.js"
import { fieldsOf } from "./resolvers.js"
import { schemaFor } from "./schema.js"
import { synthesisBy } from "./synthesize.js"
import { validateDocument, variableErrors } from "./validation.js"

export interface GraphQLRequest {
  query: string
  variables?: Record<string, unknown> | null
  operationName?: string | null
}

export interface GraphQLAnswer {
  data?: unknown
  errors?: ErrorBody[]
  /** The synthesized fields: `Repository.deployKeys`. */
  synthesized?: readonly string[]
}

/** A checked request, ready for execution. */
export interface Prepared {
  operation: OperationDefinitionNode
  cost: Cost
  run: (
    store: Store,
    viewer: Viewer,
    rateLimit: Context["rateLimit"],
    synthesizer: Synthesizer | undefined,
  ) => Promise<GraphQLAnswer>
}

/** Parses, validates and prices a request, or returns GitHub's answer to an invalid one. */
export function prepare(request: GraphQLRequest): Prepared | GraphQLAnswer {
  const schema = schemaFor(request.query)
  const document = checkedDocument(request.query)
  if (Array.isArray(document)) return { errors: document }
  const operation = getOperationAST(document, request.operationName)
  if (!operation) return { errors: [{ message: missingOperation(request.operationName) }] }
  const given = request.variables ?? {}
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], given)
  if (coerced.errors) return { errors: variableErrors(coerced.errors, operation, given) }
  const cost = costOf(schema, operation, fragmentsOf(document), coerced.coerced)
  if (cost.nodes > MAX_NODES) return { errors: [tooManyNodes(cost)] }

  return {
    operation,
    cost,
    async run(base, viewer, rateLimit, synthesizer) {
      const store = sessionOf(base, viewer)
      const synthesis = synthesizer && synthesisBy(synthesizer, isModelled)
      const context: Context = { store, viewer, cost, rateLimit, synthesis }
      const result = await execute({
        schema,
        document,
        rootValue: {},
        contextValue: context,
        variableValues: given,
        operationName: request.operationName ?? null,
        fieldResolver: resolveField,
        typeResolver: (value) => (isRow(value) ? value.kind : undefined),
      })
      return {
        data: result.data ?? null,
        ...(result.errors && { errors: result.errors.map(errorBody) }),
        ...(synthesis && { synthesized: [...synthesis.places] }),
      }
    },
  }
}

const isRow = (value: unknown): value is { kind: string } =>
  typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string"

/**
 * Uses the resolver of the type and field, or the property of a derived object (a connection, an edge, a payload).
 * Any other field is not modelled and must not look like a real answer: it is refused, or synthesized if enabled.
 */
const resolveField: GraphQLFieldResolver<unknown, Context> = (source, args, context, info) => {
  const { synthesis } = context
  if (!synthesis) return modelledField(source, args, context, info)
  if (synthesis.isSynthesized(source)) return synthesis.field(source, args, info)
  try {
    return modelledField(source, args, context, info)
  } catch (error) {
    if (!(error instanceof NotModelled)) throw error
    const { parentType, fieldName } = info
    if (parentType.name === "Mutation") {
      context.store.recordApplied(fieldName, { nodeId: "INVENTED" })
    }
    return synthesis.field(source, args, info)
  }
}

const modelledField: GraphQLFieldResolver<unknown, Context> = (source, args, context, info) => {
  const { fieldName } = info
  const field = fieldsOf(info.parentType.name)?.[fieldName]
  requireReadable(source, context, getNamedType(info.returnType).name)
  if (field) return field(source as never, args, context, info)
  if (typeof source === "object" && source !== null && !isRow(source) && fieldName in source) {
    return defaultFieldResolver(source, args, context, info)
  }
  throw new NotModelled(`${info.parentType.name}.${fieldName}`)
}

/** The permission needed to read a repository's field, by its type. */
const RESOURCES: Readonly<Record<string, Resource>> = {
  Issue: "issues",
  IssueConnection: "issues",
  IssueOrPullRequest: "issues",
  LabelConnection: "issues",
  MilestoneConnection: "issues",
  PullRequest: "pull_requests",
  PullRequestConnection: "pull_requests",
  GitObject: "contents",
  Ref: "contents",
  RefConnection: "contents",
  Release: "contents",
  ReleaseConnection: "contents",
}

function isRepository(source: unknown): source is Repository {
  return isRow(source) && source.kind === "Repository"
}

/** @throws NotAccessible if the token of an installation may not read this in a private repository */
function requireReadable(source: unknown, { viewer }: Context, type: string): void {
  if (!viewer.grant || !isRepository(source)) return
  const resource = Object.hasOwn(RESOURCES, type) ? RESOURCES[type] : undefined
  if (resource && !mayRead(viewer, source, resource)) throw new NotAccessible()
}

const isModelled = (type: string): boolean => fieldsOf(type) !== undefined

const MAX_CHECKED = 500

/** Clients send the same few documents again and again, and checking is most of the work. */
const checked = new Map<string, DocumentNode | ErrorBody[]>()

/** The document, or all errors of the parser and the schema. */
function checkedDocument(query: string): DocumentNode | ErrorBody[] {
  const known = checked.get(query)
  if (known) return known
  if (checked.size >= MAX_CHECKED) checked.clear()
  const result = check(query)
  checked.set(query, result)
  return result
}

function check(query: string): DocumentNode | ErrorBody[] {
  try {
    const document = parse(query)
    const problems = validateDocument(schemaFor(query), document)
    return problems.length > 0 ? problems : document
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    return [{ message: error.message, ...(error.locations && { locations: error.locations }) }]
  }
}

const missingOperation = (name: string | null | undefined): string =>
  name ? `No operation named "${name}"` : "An operation name is required"

const tooManyNodes = (cost: Cost): ErrorBody => ({
  type: "MAX_NODE_LIMIT_EXCEEDED",
  message: `This query requests up to ${cost.nodes.toLocaleString("en-US")} possible nodes which exceeds the maximum limit of ${MAX_NODES.toLocaleString("en-US")}.`,
})

function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((definition) => [definition.name.value, definition]),
  )
}
