import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
} from "graphql"
import { didYouMean } from "../../../diagnostics/index.js"
import { camelCase, pascalCase, snakeCase } from "../../../text/index.js"
import {
  draftDescription,
  FIELDS,
  INPUTS,
  type KnownShape,
  members,
  ofChanges,
  type Proposal,
  ProposalError,
  REPEATS,
  type ScaffoldContext,
  sentenceOf,
  shapeFor,
  startingFields,
} from "../../route/index.js"

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

/** A capability around one mutation: its input's fields as inputs, the changed object as result. */
export function proposeMutation(known: ScaffoldContext, id: string, name: string): Proposal {
  const mutation = mutationOf(known.schema(), name)
  const fields = fieldsOf(mutation).map((field) => ({ ...field, own: snakeCase(field.name) }))
  const lookups = fields.map(({ own }) => own).filter((own) => known.lookups.has(own))
  const { path, selected } = changedBy(mutation, known)
  const { output, sources, lines } = selected
  const described = fields
    .filter(({ own }) => !lookups.includes(own) && !known.described.has(own))
    .map(({ own, description }) => [own, sentenceOf(description)] as const)
    .filter(([, sentence]) => sentence !== undefined)
  const section = {
    ...(lookups.length > 0 && { lookups }),
    ...(Object.keys(sources).length > 0 && { output: sources }),
  }
  return {
    card: {
      description: draftDescription(id),
      ...ofChanges(/^delete/.test(name) ? "destroy" : "write"),
      ...(described.length > 0 && { input: members(described) }),
      output,
      graphql: section,
    },
    document: [
      `mutation ${pascalCase(id)}(`,
      ...fields.map(({ own, type }) => `  $${own}: ${type}`),
      ") {",
      `  ${name}(`,
      "    input: {",
      ...fields.map((field) => `      ${field.name}: $${field.own}`),
      "    }",
      "  ) {",
      ...nested(path, lines).map((line) => `    ${line}`),
      "  }",
      "}",
      "",
    ].join("\n"),
    open: [REPEATS, INPUTS, FIELDS],
  }
}

function mutationOf(schema: GraphQLSchema, name: string): GraphQLField<unknown, unknown> {
  const mutations = schema.getMutationType()?.getFields() ?? {}
  const mutation = mutations[name]
  if (mutation) return mutation
  const help = didYouMean(name, Object.keys(mutations))
  throw new ProposalError(`There is no mutation \`${name}\`${help ? `; ${help}` : "."}`)
}

/** The fields of the input that callers may set. */
function fieldsOf({ name, args }: GraphQLField<unknown, unknown>): readonly GraphQLInputField[] {
  const type = getNamedType(args.find((argument) => argument.name === "input")?.type)
  if (!isInputObjectType(type)) throw new ProposalError(`\`${name}\` takes no \`input\`.`)
  return Object.values(type.getFields())
    .filter((field) => field.name !== "clientMutationId" && !field.deprecationReason)
    .sort((one, other) => Number(isRequiredInputField(other)) - Number(isRequiredInputField(one)))
}

/** The first object with useful fields in the payload, or else the payload itself. */
function changedBy(
  { name, type }: GraphQLField<unknown, unknown>,
  { shapes }: ScaffoldContext,
): { path: string | undefined; selected: Selected } {
  const payload = getNamedType(type)
  if (!isObjectType(payload)) throw new ProposalError(`\`${name}\` returns no object.`)
  const parts = Object.values(payload.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type)
    if (field.name === "actor" || !isCompositeType(inner)) return []
    if (/(Connection|Edge)$/.test(inner.name)) return []
    return [{ path: field.name, selected: selectionOf(inner, shapes, false) }]
  })
  const changed = parts.find(({ selected }) => selected.lines.length > 0)
  if (changed) return changed
  const selected = selectionOf(payload, shapes, false)
  if (selected.lines.length > 0) return { path: undefined, selected }
  const only = { lines: ["clientMutationId"], output: { fields: ["client_mutation_id"] } }
  return { path: undefined, selected: { ...only, sources: {} } }
}

const nested = (path: string | undefined, lines: readonly string[]): readonly string[] =>
  path === undefined ? lines : [`${path} {`, ...lines.map((line) => `  ${line}`), "}"]

/** A document's selection of an object, and the card's keys for it. */
export interface Selected {
  readonly lines: readonly string[]
  /** The value of `output` or `list`. */
  readonly output: unknown
  /** Fields that are called otherwise, for `graphql.output`. */
  readonly sources: Readonly<Record<string, string>>
}

/** Fields that are rarely useful: other forms of the same data, and page data. */
const SELDOM =
  /^(?:clientMutationId|resourcePath|(?:full)?[dD]atabaseId|viewer[A-Z].*|.*(?:HTML|Text))$/

/** The project's shape of an object, or a starting set of its scalar fields. */
export function selectionOf(
  type: GraphQLCompositeType,
  shapes: readonly KnownShape[],
  inList: boolean,
): Selected {
  const shape = shapeFor(shapes, "graphql", type.name, inList)
  if (shape !== undefined) return { lines: [`...${shape}`], output: shape, sources: {} }
  if (isUnionType(type)) {
    return {
      lines: ["__typename"],
      output: { fields: ["type"] },
      sources: { type: "__typename" },
    }
  }
  const leaves = Object.values(type.getFields()).filter(
    (field) =>
      isLeafType(getNullableType(field.type)) &&
      !field.deprecationReason &&
      !field.args.some(isRequiredArgument) &&
      !SELDOM.test(field.name),
  )
  const all = leaves.map((field) => ({ ...field, own: snakeCase(field.name) }))
  const starting = startingFields(all.map(({ own }) => own))
  const named = all.filter(({ own }) => starting.has(own))
  return {
    lines: named.map(({ name }) => name),
    output: {
      fields: members(named.map(({ own, description }) => [own, sentenceOf(description)])),
    },
    sources: Object.fromEntries(
      named.flatMap(({ own, name }) => (camelCase(own) === name ? [] : [[own, name]])),
    ),
  }
}
