import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isRequiredArgument,
  isUnionType,
} from "graphql"
import { didYouMean } from "../../../diagnostics/index.js"
import { pascalCase, snakeCase } from "../../../text/index.js"
import {
  draftDescription,
  FIELDS,
  INPUTS,
  members,
  type Proposal,
  ProposalError,
  type ScaffoldContext,
  sentenceOf,
} from "../../route/index.js"
import { selectionOf } from "./selection.js"

/** Names that GitHub's REST interface has for arguments of GraphQL. */
export const REST_NAMES: Readonly<Record<string, string>> = {
  "repository.owner": "owner",
  "repository.name": "repo",
  "issue.number": "issue_number",
  "pullRequest.number": "pull_number",
}

interface Step {
  readonly name: string
  readonly type: GraphQLCompositeType
  readonly args: readonly { argument: GraphQLArgument; input: string }[]
}

/** A capability around a path of fields: arguments in, the last field out. */
export function proposeQuery(known: ScaffoldContext, id: string, path: string): Proposal {
  const steps = resolve(known.schema(), path)
  const last = steps.at(-1)
  if (last === undefined)
    throw new ProposalError("The path is empty; write for example repository.issue.")
  const nodes = connectionNodes(last.type)
  const { lines, output, sources } = selectionOf(
    nodes ?? last.type,
    known.shapes,
    nodes !== undefined,
  )
  if (lines.length === 0) {
    throw new ProposalError(`\`${last.type.name}\` has no fields that can be selected as they are.`)
  }
  const inputs = steps.flatMap(({ args }) => args)
  const declared = [
    ...inputs.map(({ argument, input }) => `$${input}: ${argument.type}`),
    ...(nodes === undefined ? [] : ["$first: Int!", "$after: String"]),
  ]
  const described = inputs
    .filter(({ argument, input }) => !isRequiredArgument(argument) && !known.described.has(input))
    .map(({ argument, input }) => [input, sentenceOf(argument.description)] as const)
    .filter(([, sentence]) => sentence !== undefined)
  const inner = nodes === undefined ? lines : ["nodes {", ...lines.map((line) => `  ${line}`), "}"]
  const head = `query ${pascalCase(id)}`
  const variables =
    declared.length === 0 ? "" : `(\n${declared.map((one) => `  ${one}\n`).join("")})`
  return {
    card: {
      description: draftDescription(id),
      ...(described.length > 0 && { input: members(described) }),
      ...(nodes === undefined ? { output } : { list: output }),
      graphql: Object.keys(sources).length > 0 ? { output: sources } : {},
    },
    document: `${head}${variables} ${nest(steps, inner, nodes !== undefined)}\n`,
    open: [
      ...(described.length > 0 ? [INPUTS] : []),
      ...(typeof output === "string" ? [] : [FIELDS]),
    ],
  }
}

function resolve(schema: GraphQLSchema, path: string): Step[] {
  const names = path.split(".")
  const steps: Step[] = []
  let type: GraphQLCompositeType | null | undefined = schema.getQueryType()
  for (const [at, name] of names.entries()) {
    const field = fieldOf(type, name, steps.at(-1)?.name)
    const named = getNamedType(field.type)
    if (!isCompositeType(named))
      throw new ProposalError(`\`${name}\` is a scalar: end the path at its object.`)
    const isLast = at === names.length - 1
    const taken = ownerFirst(field.args).filter(
      (argument) => isRequiredArgument(argument) || (isLast && isChoice(argument)),
    )
    const args = taken.map((argument) => ({
      argument,
      input: REST_NAMES[`${name}.${argument.name}`] ?? inputName(name, argument.name),
    }))
    steps.push({ name, type: named, args })
    type = named
  }
  return steps
}

function fieldOf(
  type: GraphQLCompositeType | null | undefined,
  name: string,
  of: string | undefined,
): GraphQLField<unknown, unknown> {
  if (!type || isUnionType(type)) throw new ProposalError(`\`${of}\` has no fields of its own.`)
  const fields = type.getFields()
  const field = fields[name]
  if (field) return field
  const help = didYouMean(name, Object.keys(fields))
  throw new ProposalError(`\`${type.name}\` has no field \`${name}\`${help ? `; ${help}` : "."}`)
}

/** The compiler adds paging arguments. */
const isChoice = ({ name, deprecationReason }: GraphQLArgument): boolean =>
  !["first", "last", "after", "before"].includes(name) && !deprecationReason

/** GitHub's schema sorts arguments alphabetically; owner should precede repository. */
function ownerFirst(args: readonly GraphQLArgument[]): GraphQLArgument[] {
  return [...args].sort((a, b) => Number(b.name === "owner") - Number(a.name === "owner"))
}

function inputName(field: string, argument: string): string {
  const isGeneral = ["number", "name", "id", "slug"].includes(argument)
  return snakeCase(isGeneral ? `${field}_${argument}` : argument)
}

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
