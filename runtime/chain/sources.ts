import type { RecordedStep } from "../client/index.js"
import type { ValidationIssue } from "../envelope/index.js"
import type { Place } from "../reference/index.js"
import { type ChainEntry, labelOf, type PlannedEntry, sourceOf } from "./entry.js"

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

/** The sources of the values of an entry. */
export function valueSourcesOf(
  entries: readonly ChainEntry[],
  index: number,
  entry: PlannedEntry,
): ValueSources {
  const { plan, each } = entry
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
  const from = [...sources, ...(list ? [list] : [])].map((source) => source.from)
  return [...new Set(from.filter((one) => typeof one === "number"))]
}
