import { type Static, Type } from "typebox"
import {
  closed,
  described,
  expression,
  expressions,
  mapOf,
  optionally,
  reuseKeys,
  shapeKeys,
  text,
} from "../../../form/index.js"

const jsonFields = Type.Array(text, { minItems: 1, uniqueItems: true })
const command = {
  command: described(text, "Such as `issue view`."),
  arguments: optionally(Type.Array(expression)),
  flags: optionally(expressions),
}
const oneCommand = closed(
  { ...command, jsonFields: optionally(jsonFields) },
  "Second command, which reads the result.",
)
const lookup = closed(
  { ...command, jsonFields, result: expression },
  "Command that runs first; if its result is null, the call fails.",
)
export const writtenLookup = closed({
  ...reuseKeys,
  ...command,
  command: optionally(command.command),
  jsonFields: optionally(jsonFields),
  result: optionally(expression),
})

const words = {
  // biome-ignore lint/suspicious/noThenProperty: a key of the card language, in a schema nobody awaits
  then: optionally(oneCommand),
  result: optionally(expression),
  output: optionally(expressions),
}

export const section = closed({
  ...command,
  jsonFields: optionally(jsonFields),
  lookups: optionally(mapOf(lookup)),
  ...words,
})

export const writtenSection = closed({
  ...command,
  jsonFields: optionally(jsonFields),
  lookups: optionally(mapOf(writtenLookup)),
  ...words,
})

export const shapeSection = closed({
  schema: optionally(described(text, "Source of the field types: a group of gh commands.")),
  ...shapeKeys,
})

export type WrittenCliSection = Static<typeof writtenSection>
export type CliSection = Static<typeof section>
export type CliCommandSection = Static<typeof oneCommand>
