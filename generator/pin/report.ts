import {
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql"
import { generate } from "../compile/index.js"
import { type GhDescription, type RestDescription, readSchema } from "../parse/index.js"
import { type Inputs, sourceOf } from "../read/index.js"
import { formatDiagnostics } from "../report/index.js"

/** Prints the cards that a new pin breaks and the deprecations that it brings; returns whether a card breaks. */
export function report(before: Inputs, after: Inputs): boolean {
  const known = new Set(generate(before).diagnostics.map((one) => JSON.stringify(one)))
  const { diagnostics } = generate(after)
  const fresh = diagnostics.filter((one) => !known.has(JSON.stringify(one)))
  const errors = fresh.filter(({ severity }) => severity === "error")
  const warnings = fresh.filter(({ severity }) => severity === "warning")
  const text = sourceOf(before)
  print(`${count(errors.length, "problem")} in the cards`, formatDiagnostics(errors, "text", text))
  print(
    `${count(warnings.length, "warning")}, such as fields that are now deprecated`,
    formatDiagnostics(warnings, "text", text),
  )
  return errors.length > 0
}

/** Prints a new schema's changes in the types that the documents use. */
export function reportSchema(before: Inputs, after: Inputs): void {
  const { additions, removals } = relevantChanges(
    readSchema(before.schema),
    readSchema(after.schema),
    before.operations,
  )
  print(
    `${count(removals.length, "removal")} from types that the documents use`,
    removals.join("\n"),
  )
  print(
    `${count(additions.length, "addition")} to types that the documents use, and new mutations`,
    additions.join("\n"),
  )
}

function print(title: string, body: string): void {
  console.log(`\n${title}`)
  if (body !== "") console.log(body)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`
}

/** Changes of a new schema that affect types in our documents. */
function relevantChanges(
  before: GraphQLSchema,
  after: GraphQLSchema,
  documents: ReadonlyMap<string, string>,
): { removals: string[]; additions: string[] } {
  const used = usedTypes(before, documents)
  const mentions = (text: string) =>
    [...used].some((name) => new RegExp(`\\b${name}\\b`).test(text))
  const removals = findBreakingChanges(before, after)
    .map(({ description }) => description)
    .filter(mentions)
  const values = findDangerousChanges(before, after)
    .filter(({ type }) => type === "VALUE_ADDED_TO_ENUM")
    .map(({ description }) => description)
    .filter(mentions)
  return { removals, additions: [...addedFields(before, after, used), ...values] }
}

/** Names of the types on which a document selects something. */
function usedTypes(schema: GraphQLSchema, documents: ReadonlyMap<string, string>): Set<string> {
  const used = new Set<string>()
  for (const text of documents.values()) {
    const info = new TypeInfo(schema)
    const note = () => {
      const type = info.getParentType()
      if (type) used.add(type.name)
      const value = getNamedType(info.getType())
      if (value) used.add(value.name)
    }
    visit(parse(text), visitWithTypeInfo(info, { Field: note }))
  }
  return used
}

function addedFields(
  before: GraphQLSchema,
  after: GraphQLSchema,
  used: ReadonlySet<string>,
): string[] {
  const mutations = after.getMutationType()?.name ?? "Mutation"
  return [...new Set([...used, mutations])].sort().flatMap((name) => {
    const [old, now] = [before.getType(name), after.getType(name)]
    if (
      !(isObjectType(now) || isInterfaceType(now)) ||
      !(isObjectType(old) || isInterfaceType(old))
    )
      return []
    const known = old.getFields()
    return Object.values(now.getFields())
      .filter((field) => !Object.hasOwn(known, field.name))
      .map((field) => `${name}.${field.name}: ${field.type}`)
  })
}

/** The text of a pin, with one line per entry, so that its changes are readable as a diff. */
export function printDescription(description: GhDescription | RestDescription): string {
  const blocks = Object.entries(description).map(([name, record]) => {
    const lines = Object.entries(record)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    return `  ${JSON.stringify(name)}: {\n${lines.join(",\n")}\n  }`
  })
  return `{\n${blocks.join(",\n")}\n}\n`
}
