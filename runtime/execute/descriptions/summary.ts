import type { Contract, JsonSchema } from "../../definition/index.js"
import { itemSchemaOf, requirementsOf, requirementText, typeText } from "../../properties/index.js"

/** Facts about a capability outside its contract. */
export interface SummaryDetails {
  /** A valid input, shown if types do not suffice. */
  readonly example?: object
  readonly notes?: string
  readonly deprecated?: string
}

/** How the last note begins if nothing on GitHub tells whether a write with a key was applied. */
export const keyNote = "Takes no key: "

/**
 * Describes a capability in the fewest words that suffice to call it. Inputs that only have a type share a line, and
 * the output looks like a GraphQL selection.
 */
export function summaryOf(
  contract: Contract,
  { example, notes, deprecated }: SummaryDetails = {},
): string {
  const { id, description, effect, idempotent, input, output, routes } = contract
  const again = effect === "read" ? "" : idempotent ? ", idempotent" : ", not idempotent"
  // Most have only GraphQL.
  const over = routes.join() === "graphql" ? "" : `; ${routes.join(", ")}`
  return [
    `${id} (${effect}${again}${over}): ${description}`,
    ...(deprecated === undefined ? [] : [`Deprecated: ${deprecated}`]),
    ...inputLines(contract),
    ...rulesOf(input),
    `gives ${contract.list ? `a page of ${membersText(itemSchemaOf(output) ?? {})}` : membersText(output)}`,
    ...(notes === undefined ? [] : [notes]),
    ...(example && isOpen(input) ? [`example: ${JSON.stringify(example)}`] : []),
  ].join("\n")
}

export function rulesOf(input: JsonSchema): string[] {
  const { properties = {}, required = [] } = input
  const optional = Object.keys(properties).length - required.length
  return requirementsOf(input).map((one) =>
    one.kind === "at_least_one" && one.names.length === optional
      ? "At least one optional input."
      : requirementText(one, (name) => name),
  )
}

/** A signature is one line: the names of further optional inputs are omitted. */
const mostNames = 12

/** The signature of a capability in one line: `issue.close(owner, repo, issue_number, state_reason?)`. */
export function callOf(contract: Contract): string {
  const names = inputsOf(contract).map(({ label }) => label)
  const shown = names.length > mostNames ? [...names.slice(0, mostNames - 1), "…"] : names
  return `${contract.id}(${shown.join(", ")})`
}

interface Input {
  /** `labels?` */
  readonly label: string
  /** `string[] = []` */
  readonly type: string
  readonly description: string | undefined
}

/** Paging inputs. All lists have them, so the page explains them once. */
const paging: ReadonlySet<string> = new Set(["first", "after"])

function inputsOf({ list, input: { properties = {}, required = [] } }: Contract): Input[] {
  const all = Object.entries(properties)
    .filter(([name]) => !(list && paging.has(name)))
    .map(([name, schema]) => {
      const given = schema.default === undefined ? "" : ` = ${bare(JSON.stringify(schema.default))}`
      const isRequired = required.includes(name)
      return {
        isRequired,
        label: isRequired ? name : `${name}?`,
        type: `${bare(typeText(schema))}${given}`,
        description: schema.description,
      }
    })
  return [...all.filter((one) => one.isRequired), ...all.filter((one) => !one.isRequired)]
}

/** Inputs that differ only in name share a line. An input without a type is a string. */
function inputLines(contract: Contract): string[] {
  const lines = new Map<string, string[]>()
  for (const { label, type, description } of inputsOf(contract)) {
    const typed = type === "string" ? "" : `: ${type}`
    const comment = description === undefined ? "" : ` // ${description.replace(/\.$/, "")}`
    const names = lines.get(typed + comment)
    if (names) names.push(label)
    else lines.set(typed + comment, [label])
  }
  return [...lines].map(([line, names]) => `${names.join(", ")}${line}`)
}

/** Removes the quotes of enum values; nothing else in a type is in capitals. */
function bare(type: string): string {
  return type.replaceAll(/"([\w.-]+)"/g, "$1").replaceAll(" | ", "|")
}

/** The maximum number of types whose fields are listed: more would make a summary longer than several calls. */
export const mostSpelledOut = 4

/** The names of members; for a list those of its items, for a union those of each type. */
function membersText({ anyOf = [], oneOf = anyOf, ...schema }: JsonSchema): string {
  const { properties, items, additionalProperties: others } = schema
  if (typeof others === "object") return `{ [name]: ${bare(typeText(others))} }`
  if (items) return `[]${spaced(membersText(items))}`
  if (!properties) {
    const kinds = oneOf.flatMap((one) => one.properties?.type?.const ?? [])
    if (kinds.length > mostSpelledOut) return kindsText(oneOf)
    return [...new Set(oneOf.map(membersText).filter(Boolean))].join(" | ")
  }
  const { type, ...rest } = properties
  const named = type?.const === undefined ? properties : rest
  const kind = type?.const === undefined ? "" : `${type.const} `
  const members = Object.entries(named).map(([name, one]) => `${name}${spacedUnlessList(one)}`)
  return `${kind}{ ${members.join(" ")} }`
}

/** The names of many types, and the fields that all or most of them have. */
export function kindsText(types: readonly JsonSchema[]): string {
  const kinds = types.flatMap((one) => one.properties?.type?.const ?? [])
  const counts = new Map<string, number>()
  for (const name of types.flatMap((one) => Object.keys(one.properties ?? {}))) {
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const namedBy = (isIn: (count: number) => boolean) =>
    [...counts].flatMap(([name, count]) => (isIn(count) ? [name] : [])).join(" ")
  const all = namedBy((count) => count === types.length)
  const most = namedBy((count) => count < types.length && count * 2 >= types.length)
  const others = most === "" ? "" : `, most { ${most} }`
  return `${kinds.join(" | ")}, by type; all have { ${all} }${others}`
}

function spacedUnlessList(schema: JsonSchema): string {
  const text = membersText(schema)
  return text.startsWith("[]") ? text : spaced(text)
}

function spaced(text: string): string {
  return text === "" ? "" : ` ${text}`
}

/** Whether the types leave open what a call must contain. */
function isOpen(input: JsonSchema): boolean {
  return /\bunknown\b/.test(typeText(input))
}
