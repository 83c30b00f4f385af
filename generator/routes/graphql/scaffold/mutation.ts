import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInputObjectType,
  isObjectType,
  isRequiredInputField,
} from "graphql"
import { didYouMean } from "../../../diagnostics/index.js"
import { pascalCase, snakeCase } from "../../../text/index.js"
import {
  draftDescription,
  FIELDS,
  INPUTS,
  members,
  ofChanges,
  type Proposal,
  ProposalError,
  REPEATS,
  type ScaffoldContext,
  sentenceOf,
} from "../../route/index.js"
import { type Selected, selectionOf } from "./selection.js"

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
