/** Compares the tasks of a run with those in the journal under its name. */
import { isDeepStrictEqual } from "node:util"
import { lineOf, valueIn } from "./journal.js"

/** A value as a journal returns it. */
export const plain = (value: unknown): unknown =>
  value === undefined ? undefined : valueIn(lineOf(value))

export const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other)

/** Maximum number of named differences. */
const mostNamed = 3

/** The difference in words; undefined if there is none. Null stands for tasks made by functions. */
export function differenceOf(
  before: readonly unknown[] | null,
  now: readonly unknown[] | null,
): string | undefined {
  if (before === null || now === null) {
    if (before === now) return undefined
    const made = "steps made by functions"
    return before === null ? `it had ${made}, now it has tasks` : `it had tasks, now it has ${made}`
  }
  const at = Array.from({ length: Math.max(before.length, now.length) }, (_, index) => index)
  const found = at.flatMap((index) => placesIn(before[index], now[index], `#${index}`))
  if (found.length === 0) return undefined
  const [more] = found.length > mostNamed ? [`; ${found.length - mostNamed} more`] : [""]
  return `its tasks differ from those that it started with: ${found.slice(0, mostNamed).join("; ")}${more}`
}

function placesIn(before: unknown, now: unknown, place: string): string[] {
  if (isSame(before, now)) return []
  if (!isObject(before) || !isObject(now) || Array.isArray(before) !== Array.isArray(now))
    return [`${place} was ${worded(before)}, is ${worded(now)}`]
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return names.flatMap((name) => placesIn(before[name], now[name], `${place}/${name}`))
}

const longest = 60

function worded(value: unknown): string {
  if (value === undefined) return "not there"
  const text = lineOf(value)
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}
