import type { Contract, JsonSchema } from "../../definition/index.js"
import { itemSchemaOf, typeText } from "../../properties/index.js"
import { keyNote, kindsText, mostSpelledOut, rulesOf, type SummaryDetails } from "./summary.js"

/** A capability in one line. */
export interface Brief {
  /** `issue.close(issue_number state_reason?: COMPLETED|NOT_PLANNED) graphql rest` */
  readonly call: string
  /** The members that a read returns, `number title author`; empty for a write. */
  readonly output?: string
  /** Sentences that a call needs beside the names. */
  readonly rules?: readonly string[]
}

/** Inputs that are clear from elsewhere: the repository, and the page of a list. */
const known: ReadonlySet<string> = new Set(["owner", "repo", "first", "after"])

/** Names of integers that are recognized as such. */
const numbers = /(?:number|_id|_line|lines?|count|size)$/

export function briefOf(contract: Contract): Brief {
  const { id, effect, input, output, routes, list } = contract
  const { properties = {}, required = [] } = input
  const isInRepository = "repo" in properties
  const inputs = Object.entries(properties)
    .filter(([name]) => !(known.has(name) && (list === true || isInRepository)))
    .map(([name, schema]) => {
      const isRequired = required.includes(name)
      return { isRequired, text: `${name}${isRequired ? "" : "?"}${valueText(name, schema)}` }
    })
  const ordered = [true, false].flatMap((is) =>
    inputs.filter(({ isRequired }) => isRequired === is),
  )
  const args = ordered.map(({ text }) => text).join(" ")
  // Most have only GraphQL.
  const over = routes.join() === "graphql" ? [] : [routes.join(" ")]
  const about = [...(effect === "destroy" ? [effect] : []), ...over]
    .map((one) => ` ${one}`)
    .join("")
  const members = effect === "read" ? membersText((list && itemSchemaOf(output)) || output) : ""
  const rules = rulesOf(input)
  return {
    call: `${id}(${args})${about}`,
    ...(members !== "" && { output: list ? `[${members}]` : members }),
    ...(rules.length > 0 && { rules }),
  }
}

/**
 * Capabilities in few words, one per line. Members that several reads of an answer return are listed once, at the
 * end.
 */
export function briefText(
  contracts: readonly Contract[],
  detailsOf: (id: string) => SummaryDetails | undefined,
): string {
  const briefs = contracts.map((contract) => ({ contract, ...briefOf(contract) }))
  const names = new Map<string, string>()
  const count = (output: string) => briefs.filter((one) => one.output === output).length
  const lines = briefs.map(({ contract: { id }, call, output = "", rules = [] }) => {
    const isShared = output.includes(" ") && count(output) > 1
    if (isShared && !names.has(output)) names.set(output, `T${names.size + 1}`)
    const shown = names.get(output) ?? output
    const { notes = "", deprecated } = detailsOf(id) ?? {}
    const [own = ""] = notes.split(keyNote)
    return [
      `${call}${shown ? ` → ${shown}` : ""}`,
      ...(deprecated === undefined ? [] : [`Deprecated: ${deprecated}`]),
      ...rules,
      ...(own === "" ? [] : [own.trimEnd()]),
    ].join("\n")
  })
  return [...lines, ...[...names].map(([output, name]) => `${name}: ${output}`)].join("\n")
}

/** The type of an input, unless it is a string or a number with the name of one. */
function valueText(name: string, schema: JsonSchema): string {
  const type = typeText(schema)
    .replaceAll(/NodeId<[^>]*>/g, "string")
    .replaceAll(/"([\w.-]+)"/g, "$1")
    .replaceAll(" | ", "|")
    .replaceAll(/[()]/g, "")
  if (type === "string" || (type === "integer" && numbers.test(name))) return ""
  return type === "string[]" ? "[]" : `: ${type}`
}

/** The names of members, those of a list's items, and of a union those of each type. */
function membersText({ anyOf = [], oneOf = anyOf, properties, items }: JsonSchema): string {
  if (items) return membersText(items)
  if (!properties) {
    const types = oneOf.filter((one) => one.properties)
    return types.length > mostSpelledOut
      ? kindsText(types)
      : [...new Set(types.map(membersText))].join(" | ")
  }
  return Object.entries(properties)
    .map(([name, one]) => {
      const inner = membersText(one)
      return inner ? `${name}{${inner}}` : name
    })
    .join(" ")
}

/** Ids as braces, a domain a line: `issue.{close {assignees labels}.{add remove}}`. */
export function bracesOf(ids: readonly string[]): string {
  const tree: Tree = new Map()
  for (const id of ids) {
    let at = tree
    for (const name of id.split(".")) {
      const inner = at.get(name) ?? new Map()
      at.set(name, inner)
      at = inner
    }
  }
  return [...tree].map(([name, inner]) => name + restText(inner)).join("\n")
}

interface Tree extends Map<string, Tree> {}

/** Names with the same rest share it. */
function restText(tree: Tree): string {
  const byRest = new Map<string, string[]>()
  for (const [name, inner] of tree) {
    const rest = restText(inner)
    byRest.set(rest, [...(byRest.get(rest) ?? []), name])
  }
  const names = [...byRest].flatMap(([rest, names]) => (rest ? [braced(names) + rest] : names))
  return names.length === 0 ? "" : `.${braced(names)}`
}

const braced = (names: readonly string[]): string =>
  names.length > 1 ? `{${names.join(" ")}}` : names.join()
