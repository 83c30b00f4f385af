import { type Fields, rowFields } from "./field/index.js"
import { mutationFields } from "./mutations/index.js"
import * as fields from "./types/index.js"

/** `issueFields` are those of `Issue`. */
const named = Object.entries(fields).flatMap(([name, own]): [string, Fields<never>][] => {
  const type = /^(.)(.+)Fields$/.exec(name)
  return type ? [[`${type[1]?.toUpperCase()}${type[2]}`, own as Fields<never>]] : []
})

/** Resolvers by type and field, besides those of rows. Other fields are not modelled. */
export const resolvers: Record<string, Fields<never>> = {
  ...Object.fromEntries(named),
  Mutation: mutationFields,
  PinnedIssue: {},
  ...fields.issueFieldTypes,
  ...fields.fieldValueTypes,
  ...fields.projectValueTypes,
  ...fields.ruleParameterTypes,
}

/** With the fields that rows of the type answer by themselves. */
const types = new Map(
  Object.entries(resolvers).map(([name, own]) => [name, { ...rowFields(name), ...own }]),
)

const eventFields = { ...rowFields("ClosedEvent"), ...fields.eventResolvers }

export const fieldsOf = (typeName: string): Fields<never> | undefined =>
  types.get(typeName) ?? (fields.isTimelineItem(typeName) ? eventFields : undefined)
