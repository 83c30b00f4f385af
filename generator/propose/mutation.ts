import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInputObjectType,
  isObjectType,
  isRequiredInputField,
} from "graphql"
import { didYouMean } from "../diagnostics/index.js"
import { pascalCase } from "../text/index.js"
import { inputExpression, inputFields, inputSchema, snakeCase } from "./contract.js"
import { type Proposal, ProposalError } from "./proposal.js"
import { leavesOf } from "./selection.js"

/** A capability around one mutation: its input's fields in, the leaves of what it changed out. */
export function proposeMutation(schema: GraphQLSchema, id: string, name: string): Proposal {
  const mutations = schema.getMutationType()?.getFields() ?? {}
  const mutation = mutations[name]
  if (mutation === undefined) {
    const help = didYouMean(name, Object.keys(mutations))
    throw new ProposalError(`There is no mutation \`${name}\`${help ? `; ${help}` : "."}`)
  }
  const type = getNamedType(mutation.args.find((argument) => argument.name === "input")?.type)
  if (!isInputObjectType(type)) throw new ProposalError(`\`${name}\` takes no \`input\`.`)
  const fields = inputFields(type)
  const changed = changedObject(mutation)
  const operationName = pascalCase(id)
  const variables = fields.map((field) => `$${snakeCase(field.name)}: ${field.type}`)
  const values = fields.map((field) => `${field.name}: $${snakeCase(field.name)}`)
  const mapped = fields
    .map((field) => [snakeCase(field.name), inputExpression(snakeCase(field.name), field.type)])
    .filter(([input, expression]) => input !== expression)
  const selection =
    changed.field === undefined
      ? changed.leaves
      : [`${changed.field} {`, ...changed.leaves.map((leaf) => `  ${leaf}`), "}"]
  return {
    description: `${describe(id)}.`,
    effect: /^delete/.test(name) ? "destroy" : "write",
    input: {
      type: "object",
      required: fields.filter(isRequiredInputField).map((field) => snakeCase(field.name)),
      properties: Object.fromEntries(
        fields.map((field) => [snakeCase(field.name), inputSchema(field.type)]),
      ),
    },
    output_schema: changed.schema,
    operationName,
    document: [
      `mutation ${operationName}(`,
      ...variables.map((variable) => `  ${variable}`),
      ") {",
      `  ${name}(`,
      "    input: {",
      ...values.map((value) => `      ${value}`),
      "    }",
      "  ) {",
      ...selection.map((line) => `    ${line}`),
      "  }",
      "}",
      "",
    ].join("\n"),
    variables: Object.fromEntries(mapped),
    result: changed.field === undefined ? name : `${name}.${changed.field}`,
    output: changed.output,
  }
}

/** The object in the payload that was changed, or the payload's own leaves. */
function changedObject(mutation: GraphQLField<unknown, unknown>) {
  const payload = getNamedType(mutation.type)
  if (!isObjectType(payload))
    throw new ProposalError(`\`${mutation.name}\` answers with no object.`)
  const candidates = Object.values(payload.getFields()).filter(
    (field) =>
      field.name !== "actor" &&
      isCompositeType(getNamedType(field.type)) &&
      !/(Connection|Edge)$/.test(getNamedType(field.type).name),
  )
  const [field] = candidates
  const type = field === undefined ? payload : getNamedType(field.type)
  if (!isCompositeType(type))
    throw new ProposalError(`\`${mutation.name}\` answers with no object.`)
  const { names, schema, output } = leavesOf(type)
  if (names.length === 0) return { field: undefined, leaves: ["clientMutationId"], schema, output }
  return { field: field?.name, leaves: names, schema, output }
}

/** `pr.thread.reply` → `Pr thread reply`: a start, for a person to put in words. */
function describe(id: string): string {
  const words = id.split(/[._]/).join(" ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}
