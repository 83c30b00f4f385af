/** Results of the size that was asked for, and how small they are where nothing was asked. */
import type { Contract, JsonSchema, ResultError } from "../../runtime/index.js"
import { didYouMean, nearNames } from "../../runtime/near/index.js"

/** What a result becomes before it is told. */
export interface Trimmed {
  readonly data: unknown
  /** Fields of items that `fields` would have brought. */
  readonly left_out?: readonly string[]
}

/** A field that the capability does not give, as an invalid input; undefined where all are known. */
export function unknownField(
  { id, list, output }: Contract,
  fields: readonly string[],
): ResultError | undefined {
  const known = Object.keys((list ? itemOf(output) : output).properties ?? {})
  const at = fields.findIndex((name) => !known.includes(name))
  if (at < 0) return undefined
  const near = nearNames(fields[at] ?? "", known)
  const hint = near.length > 0 ? didYouMean(near) : `known: ${known.join(", ")}`
  const message = `${id} gives no ${JSON.stringify(fields[at])}, ${hint}`
  const issues = [{ pointer: `/fields/${at}`, message }]
  const details = { issues, candidates: near, outcome: "not_sent" as const }
  return { code: "VALIDATION", message, retryable: false, details }
}

/** Only these fields; of a page, those of each item. */
export function picked(data: unknown, fields: readonly string[], contract: Contract): unknown {
  if (!contract.list) return pick(data, fields)
  const page = Object(data)
  return { ...page, items: page.items.map((item: unknown) => pick(item, fields)) }
}

/**
 * A page without what says nothing, null and empty lists, and without what only repeats it: the node id and
 * the address of a thing that has a number, and when it was last touched, where it says when it was made.
 * What is left out is named, since `fields` brings it.
 */
export function trimmed(data: unknown, { list, output }: Contract): Trimmed {
  if (!list) return { data }
  const properties = itemOf(output).properties ?? {}
  const left_out = [
    ...("number" in properties ? ["id", "url"] : []),
    ...("created_at" in properties ? ["updated_at"] : []),
  ].filter((name) => name in properties)
  const page = Object(data)
  const items = page.items.map((item: object) =>
    Object.fromEntries(
      Object.entries(item).filter(([name, value]) => !left_out.includes(name) && !isEmpty(value)),
    ),
  )
  return { data: { ...page, items }, ...(left_out.length > 0 && items.length > 0 && { left_out }) }
}

function pick(value: unknown, fields: readonly string[]): object {
  return Object.fromEntries(fields.map((name) => [name, Object(value)[name] ?? null]))
}

function itemOf({ properties = {} }: JsonSchema): JsonSchema {
  return properties.items?.items ?? {}
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}
