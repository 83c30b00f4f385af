import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLFieldMap,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isNonNullType,
  isRequiredArgument,
  isUnionType,
} from "graphql"
import type { JsonSchema } from "../../runtime/definition/index.js"
import { didYouMean } from "../diagnostics/index.js"
import { pascalCase } from "../text/index.js"
import { inputExpression, inputSchema, snakeCase } from "./contract.js"
import { type Proposal, ProposalError } from "./proposal.js"
import { leavesOf } from "./selection.js"

/** Names that GitHub's REST interface has for arguments of GraphQL. */
const REST_NAMES: Record<string, string> = {
  "repository.name": "repo",
  "pullRequest.number": "pull_number",
}

interface Step {
  readonly name: string
  readonly type: GraphQLCompositeType
  readonly args: readonly { argument: GraphQLArgument; input: string }[]
}

/** A capability around a path of fields: required arguments in, the leaves of the last field out. */
export function proposeQuery(schema: GraphQLSchema, id: string, path: string): Proposal {
  const steps = resolve(schema, path)
  const last = steps.at(-1)
  if (last === undefined)
    throw new ProposalError("The path is empty; write for example repository.issue.")
  const nodes = connectionNodes(last.type)
  const leaves = leavesOf(nodes ?? last.type)
  if (leaves.names.length === 0) {
    throw new ProposalError(`\`${last.type.name}\` has no fields that can be selected as they are.`)
  }
  const inputs = steps.flatMap(({ args }) => args)
  const operationName = pascalCase(id)
  const declared = [
    ...inputs.map(({ argument, input }) => `$${input}: ${argument.type}`),
    ...(nodes === undefined ? [] : ["$first: Int!", "$after: String"]),
  ]
  const properties: [string, JsonSchema][] = inputs.map(({ argument, input }) => [
    input,
    withMinimum(argument, inputSchema(argument.type)),
  ])
  const mapped = inputs
    .map(({ argument, input }) => [input, inputExpression(input, argument.type)])
    .filter(([input, expression]) => input !== expression)
  const inner =
    nodes === undefined
      ? leaves.names
      : [
          "totalCount",
          "pageInfo { hasNextPage endCursor }",
          "nodes {",
          ...leaves.names.map((name) => `  ${name}`),
          "}",
        ]
  const head = `query ${operationName}`
  return {
    description: `Show ${id.split(/[._]/).join(" ")}.`,
    effect: "read",
    input: {
      type: "object",
      required: inputs.map(({ input }) => input),
      properties: Object.fromEntries(properties),
    },
    output_schema: leaves.schema,
    operationName,
    document: `${head}${declared.length === 0 ? "" : `(${declared.join(", ")})`} ${nest(steps, inner, nodes !== undefined)}\n`,
    variables: Object.fromEntries(mapped),
    output: leaves.output,
    ...(nodes === undefined ? { result: path } : { pagination: { connection: path } }),
  }
}

function resolve(schema: GraphQLSchema, path: string): Step[] {
  const steps: Step[] = []
  let type: GraphQLCompositeType | null | undefined = schema.getQueryType()
  for (const name of path.split(".")) {
    if (!type || isUnionType(type))
      throw new ProposalError(`\`${steps.at(-1)?.name}\` has no fields of its own.`)
    const fields: GraphQLFieldMap<unknown, unknown> = type.getFields()
    const field: GraphQLField<unknown, unknown> | undefined = fields[name]
    if (field === undefined) {
      const help = didYouMean(name, Object.keys(fields))
      throw new ProposalError(
        `\`${type.name}\` has no field \`${name}\`${help ? `; ${help}` : "."}`,
      )
    }
    const named: GraphQLNamedOutputType = getNamedType(field.type)
    if (!isCompositeType(named))
      throw new ProposalError(`\`${name}\` is a value: end the path at the object that has it.`)
    const args = ownerFirst(field.args.filter(isRequiredArgument)).map((argument) => ({
      argument,
      input: REST_NAMES[`${name}.${argument.name}`] ?? inputName(name, argument.name),
    }))
    steps.push({ name, type: named, args })
    type = named
  }
  return steps
}

/** GitHub's schema has arguments by the alphabet; people say owner, then repository. */
function ownerFirst(args: readonly GraphQLArgument[]): GraphQLArgument[] {
  return [...args].sort((a, b) => Number(b.name === "owner") - Number(a.name === "owner"))
}

function inputName(field: string, argument: string): string {
  const isGeneral = ["number", "name", "id", "slug"].includes(argument)
  return snakeCase(isGeneral ? `${field}_${argument}` : argument)
}

function withMinimum(argument: GraphQLArgument, schema: JsonSchema): JsonSchema {
  if (argument.name === "number" && schema.type === "integer") return { ...schema, minimum: 1 }
  return schema.type === "string" && isNonNullType(argument.type)
    ? { ...schema, minLength: 1 }
    : schema
}

/** The type of a connection's nodes. */
function connectionNodes(type: GraphQLCompositeType): GraphQLCompositeType | undefined {
  if (isUnionType(type) || !type.name.endsWith("Connection")) return undefined
  const nodes = getNamedType(type.getFields().nodes?.type)
  return isCompositeType(nodes) ? nodes : undefined
}

function nest(steps: readonly Step[], inner: readonly string[], isPaged: boolean): string {
  const lines = ["{"]
  steps.forEach(({ name, args }, depth) => {
    const all = [
      ...args.map(({ argument, input }) => `${argument.name}: $${input}`),
      ...(isPaged && depth === steps.length - 1 ? ["first: $first", "after: $after"] : []),
    ]
    lines.push(`${"  ".repeat(depth + 1)}${name}${all.length === 0 ? "" : `(${all.join(", ")})`} {`)
  })
  const indent = "  ".repeat(steps.length + 1)
  lines.push(...inner.map((line) => indent + line))
  for (let depth = steps.length; depth >= 0; depth -= 1) lines.push(`${"  ".repeat(depth)}}`)
  return lines.join("\n")
}
