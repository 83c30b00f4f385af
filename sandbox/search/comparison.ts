import { timestamp } from "../tables/index.js"
import { invalidSearch, unreadableValue } from "./refusals.js"
import type { Term } from "./tokens.js"

export interface Comparison {
  from?: string
  after?: string
  to?: string
  before?: string
}

/** `5`, `>5`, `>=5`, `<5`, `<=5`, `5..10`, `5..*`, `*..5`, and the same with dates. */
export function parseComparison(text: string): Comparison | undefined {
  const [from, to, more] = text.split("..")
  if (from === undefined || from === "" || more !== undefined) return undefined
  if (to !== undefined) {
    if (to === "" || (from === "*" && to === "*") || /^[<>]/.test(from)) return undefined
    return { ...(from !== "*" && { from }), ...(to !== "*" && { to }) }
  }
  const [, operator, value = ""] = /^(>=|<=|>|<)?(.+)$/.exec(text) ?? []
  if (value === "" || value === "*" || /^[<>=]/.test(value)) return undefined
  if (operator === ">") return { after: value }
  if (operator === ">=") return { from: value }
  if (operator === "<") return { before: value }
  if (operator === "<=") return { to: value }
  return { from: value, to: value }
}

export function compares(comparison: Comparison, actual: string | number): boolean {
  const { from, after, to, before } = comparison
  return (
    (from === undefined || order(actual, from) >= 0) &&
    (after === undefined || order(actual, after) > 0) &&
    (to === undefined || order(actual, to) <= 0) &&
    (before === undefined || order(actual, before) < 0)
  )
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** A date without a time means the whole day. */
function order(actual: string | number, bound: string): number {
  if (typeof actual === "number") return actual - Number(bound)
  if (DAY.test(bound)) {
    const day = actual.slice(0, bound.length)
    return day < bound ? -1 : day > bound ? 1 : 0
  }
  return Date.parse(actual) - Date.parse(bound)
}

export function dateMatcher(term: Term): (date: string | null) => boolean {
  const comparison = comparisonOf(term)
  for (const bound of Object.values(comparison)) checkDate(bound, term)
  const { from, after, to, before } = comparison
  const tests = [
    from && isFrom(spelt(from)),
    after && isAfter(endOf(after)),
    to && isUntil(endOf(to)),
    before && isBefore(spelt(before)),
  ].filter((test) => typeof test === "function")
  return (date) => date !== null && tests.every((test) => test(date))
}

// All times have the same format, so they can be compared as strings.
const isFrom = (bound: string) => (date: string) => date >= bound
const isAfter = (bound: string) => (date: string) => date > bound
const isUntil = (bound: string) => (date: string) => date <= bound
const isBefore = (bound: string) => (date: string) => date < bound

const spelt = (bound: string): string => (DAY.test(bound) ? bound : timestamp(new Date(bound)))

/** A date without a time means the whole day, so the bound sorts after every time of the day. */
const endOf = (bound: string): string => (DAY.test(bound) ? `${bound}~` : spelt(bound))

export function numberMatcher(term: Term): (count: number) => boolean {
  const comparison = comparisonOf(term)
  if (!Object.values(comparison).every((bound) => /^\d+$/.test(bound))) {
    throw unreadableValue(term.text)
  }
  return (count) => compares(comparison, count)
}

function comparisonOf(term: Term): Comparison {
  const comparison = parseComparison(term.value)
  if (!comparison) throw unreadableValue(term.text)
  return comparison
}

const TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?$/

function checkDate(text: string, term: Term): void {
  // A year or a month alone is valid ISO 8601, but not documented.
  if (/^\d{4}(?:-\d\d)?$/.test(text)) throw unreadableValue(term.text)
  const day = DAY.test(text) ? text : TIME.exec(text)?.[1]
  if (day !== undefined && isDay(day) && !Number.isNaN(Date.parse(text))) return
  throw invalidSearch(
    `"${text}" is not a recognized date/time format. Please provide an ISO 8601 date/time value, such as YYYY-MM-DD.`,
  )
}

/** JavaScript parses the 30th of February as the 2nd of March. */
const isDay = (day: string): boolean => {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
