import type { Client, RecordedStep } from "../client/index.js"
import type { ValidationIssue } from "../envelope/index.js"
import { isObject } from "../errors/index.js"
import { childPointer, type Snapshot } from "../input/index.js"
import { every, type PathPart, type Place } from "../reference/index.js"
import type { EachPlan } from "./each.js"
import { type ChainEntry, labelOf, type PlannedEntry, sourceOf } from "./entries.js"

/** A value of an input that is taken from elsewhere. */
export interface ValueSource {
  /** JSON pointer into the input. */
  readonly pointer: string
  readonly place: Place
  /** The index of the entry with the value, the item of an `each`, or an earlier record. */
  readonly from: number | "item" | RecordedStep
}

/** A value from an entry or an earlier record. */
export type EntrySource = ValueSource & { readonly from: number | RecordedStep }

export interface ValueSources {
  readonly sources: readonly ValueSource[]
  /** The list for whose items the entry makes one step each. */
  readonly list?: EntrySource
  /** The entries that must come before it, although it uses none of their values. */
  readonly behind: readonly number[]
  /** Issues of references to values that will not be known in time. */
  readonly issues: readonly ValidationIssue[]
}

const none: ValueSources = { sources: [], behind: [], issues: [] }

export function valueSourcesOf(
  entries: readonly ChainEntry[],
  index: number,
  entry: PlannedEntry,
): ValueSources {
  const { plan, each } = entry
  if (!each && !entry.after && !plan.input.references) return none
  const issues: ValidationIssue[] = []
  const ofEntry = (pointer: string, place: Place): EntrySource[] => {
    const from = entries.findIndex((other) => sourceOf(other) === place.source)
    if (from >= 0 && from < index) return [{ pointer, place, from }]
    const recorded = plan.client().recording?.steps.get(place.source)
    if (recorded) return [{ pointer, place, from: recorded }]
    issues.push({ pointer, message: unknownSource(entries, from, index) })
    return []
  }
  const [list] = each ? ofEntry(`/${index}/each`, each.list) : []
  const sources = (plan.input.references ?? []).flatMap(({ pointer, place }): ValueSource[] =>
    place.source === each?.item ? [{ pointer, place, from: "item" }] : ofEntry(pointer, place),
  )
  const behind = (entry.after ?? []).map((one) =>
    entries.findIndex((other) => sourceOf(other) === one),
  )
  return { sources, issues, behind: behind.filter((one) => one >= 0), ...(list && { list }) }
}

function unknownSource(entries: readonly ChainEntry[], from: number, index: number): string {
  const entry = entries[from]
  if (!entry) return "uses the result of a step that is not in this chain"
  if (from === index) return "uses its own result"
  return `uses the result of ${labelOf(entry, from)}, which comes later; move that step before it`
}

/** The entries whose values are used. */
export function sourcesOf({ sources, list }: Pick<ValueSources, "sources" | "list">): number[] {
  if (sources.length === 0 && !list) return []
  const from = [...sources, ...(list ? [list] : [])].map((source) => source.from)
  return [...new Set(from.filter((one) => typeof one === "number"))]
}

/** The value at a place of a result; null where nothing is. */
export function valueAtPlace(data: unknown, path: readonly PathPart[]): unknown {
  const [part, ...rest] = path
  if (part === undefined) return data ?? null
  if (part === every) {
    return Array.isArray(data) ? data.map((item) => valueAtPlace(item, rest)) : null
  }
  const owner = typeof part === "number" ? Array.isArray(data) : isObject(data)
  if (!owner) return null
  const at = Array.isArray(data) ? data.at(Number(part)) : own(data, part)
  return valueAtPlace(at, rest)
}

function own(data: unknown, name: PathPart): unknown {
  return isObject(data) && Object.hasOwn(data, name) ? Reflect.get(data, name) : null
}

/** A value for a place of an input. */
export interface Filling {
  readonly pointer: string
  readonly value: unknown
}

/** A copy of an input with the missing values filled in. */
export function fillIn({ value, issues }: Snapshot, fillings: readonly Filling[]): Snapshot {
  const known = new Map(fillings.map((one) => [one.pointer, one.value]))
  const fill = (at: unknown, pointer: string): unknown => {
    if (known.has(pointer)) return structuredClone(known.get(pointer))
    if (Array.isArray(at)) {
      return at.map((item, index) => fill(item, childPointer(pointer, String(index))))
    }
    if (!isObject(at)) return at
    return Object.fromEntries(
      Object.entries(at).map(([name, item]) => [name, fill(item, childPointer(pointer, name))]),
    )
  }
  return { value: fill(value, ""), issues }
}

export function meetsConditions(item: unknown, where: EachPlan["where"]): boolean {
  if (typeof where === "function") {
    const is: unknown = where(item)
    if (isObject(is) && "then" in is) throw new TypeError("it returned a promise")
    return Boolean(is)
  }
  return where.every(({ path, condition }) => {
    const found = valueAtPlace(item, path)
    // Lists of texts are of labels, logins and topics, whose case GitHub ignores.
    const ignoresCase = Array.isArray(found) && !path.includes(every)
    const plain = (one: unknown) =>
      ignoresCase && typeof one === "string" ? one.toLowerCase() : one
    const values = valuesIn(condition).map(plain)
    const isOne = [found].flat().some((one) => values.includes(plain(one)))
    return isNegated(condition) ? !isOne : isOne
  })
}

/** The values that a condition names, whether directly or under its `not`. */
export function valuesIn(condition: unknown): readonly unknown[] {
  return [isNegated(condition) ? condition.not : condition].flat()
}

function isNegated(condition: unknown): condition is { readonly not: unknown } {
  return isObject(condition) && "not" in condition
}

/** Whether a list has more items on further pages. */
export function hasMorePages(data: unknown, { path }: Place): boolean {
  const page = valueAtPlace(data, [...path.slice(0, -1), "page_info", "has_next_page"])
  return path.at(-1) === "items" && page === true
}

/** The raw answer of GitHub for a client's result. Values that go back to GitHub are taken from it. */
export function originalOf(data: unknown, { guard }: Client): unknown {
  if (typeof data !== "object" || data === null) return data
  return guard.untrusted?.originals.get(data) ?? data
}
