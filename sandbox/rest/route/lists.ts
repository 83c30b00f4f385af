import { compares, parseComparison } from "../../search/index.js"
import { invalid } from "./errors.js"
import type { AskedRequest } from "./request.js"

/** A parameter with a fixed set of values; the first one is the default. */
export function choice<const Value extends string>(
  { query }: AskedRequest,
  resource: string,
  name: string,
  ...values: readonly [Value, ...Value[]]
): Value {
  const given = query.get(name)
  if (given === null || given === "") return values[0]
  const found = values.find((value) => value === given)
  if (found === undefined) throw invalid(resource, name)
  return found
}

/** `since`, as a filter for rows changed at or after that time. */
export function isSince(request: AskedRequest, resource: string) {
  const from = timeIn(request, resource, "since")
  return (row: { updatedAt: string }) => from === null || Date.parse(row.updatedAt) >= from
}

/** A parameter that is a time, in milliseconds since 1970. */
export function timeIn({ query }: AskedRequest, resource: string, name: string): number | null {
  const text = query.get(name)
  if (text === null || text === "") return null
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw invalid(resource, name)
  return time
}

/** A parameter that is a date, or a range such as `>2024-01-01` or `2024-01-01..2024-02-01`, as a test of times. */
export function rangeIn({ query }: AskedRequest, resource: string, name: string) {
  const text = query.get(name)
  const range = text ? parseComparison(text) : {}
  const isTime = (bound: string) => /^\d{4}/.test(bound) && !Number.isNaN(Date.parse(bound))
  if (!range || !Object.values(range).every(isTime)) throw invalid(resource, name)
  return (time: string): boolean => compares(range, time)
}

/** Rows by a key, with ids to break ties so that pages never overlap. */
export function sorted<Row extends { id: number }>(
  rows: readonly Row[],
  key: (row: Row) => string | number,
  direction: "asc" | "desc",
): Row[] {
  const sign = direction === "asc" ? 1 : -1
  return [...rows].sort((a, b) => {
    const [x, y] = [key(a), key(b)]
    return sign * (x < y ? -1 : x > y ? 1 : a.id - b.id)
  })
}
