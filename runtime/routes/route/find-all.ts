import { type Failure, permanent } from "../../errors/index.js"
import type { Found, FoundValues, Missing } from "./found.js"

/** The common part of lookups of all routes. */
interface AnyLookup<Input> {
  readonly subject: string
  readonly optional?: boolean
  foreach?(input: Input): readonly unknown[] | null | undefined
}

/**
 * Whether the call has to stop. Even an optional lookup stops it if the list was cut: the item may be on a later
 * page.
 */
const isMissed = (one: Found, { optional }: AnyLookup<never>): one is Missing =>
  one.kind === "missing" && (!optional || one.isCut === true)

/**
 * Runs the lookups of a call in parallel. A failing one hides missing objects, since it may be their
 * cause; otherwise every missing object is reported. Nothing has been changed in either case.
 */
export async function findAll<Input, Lookup extends AnyLookup<Input>>(
  lookups: Readonly<Record<string, Lookup>>,
  input: Input,
  find: (lookup: Lookup, item?: { value: unknown }) => Promise<Found>,
  merge: (failures: readonly Failure[]) => Failure | undefined = ([first]) => first,
): Promise<FoundValues> {
  const all = await Promise.all(
    Object.entries(lookups).map(async ([name, lookup]) => {
      if (!lookup.foreach) return { name, lookup, found: [await find(lookup)], items: undefined }
      const list = lookup.foreach(input)
      const found = await Promise.all((list ?? []).map((value) => find(lookup, { value })))
      return { name, lookup, found, items: { list } }
    }),
  )
  const failed = all.flatMap(({ found }) =>
    found.flatMap((one) => (one.kind === "failed" ? [one.failure] : [])),
  )
  const failure = merge(failed)
  if (failure) return { ok: false, failure: { ...failure, outcome: "not_sent" } }
  const missing = all.flatMap(({ lookup, found }) =>
    found.flatMap((one) => (isMissed(one, lookup) ? [one] : [])),
  )
  const nothing = nothingFound(missing)
  if (nothing) return { ok: false, failure: nothing }
  const values = all.map(({ name, lookup, found, items }) => {
    const values = found.flatMap((one, at) => {
      if (one.kind === "unsent") {
        // A dry run shows a valid request: that of a call whose optional lookup finds nothing.
        if (lookup.optional && !items) return []
        return [one.standIn(items?.list ? `${name}: ${items.list[at]}` : name)]
      }
      return one.kind === "found" ? [one.value] : []
    })
    if (items) return [name, items.list ? values : items.list] as const
    return [name, values.length === 0 ? null : values[0]] as const
  })
  return { ok: true, values: Object.fromEntries(values) }
}

/** The failure of lookups that found nothing: it names each missing object once. */
function nothingFound(
  lost: readonly { readonly name: string; readonly message: string }[],
): Failure | undefined {
  if (lost.length === 0) return undefined
  const messages = new Set(lost.map(({ message }) => message))
  const missing = [...new Set(lost.map(({ name }) => name))]
  return permanent("NOT_FOUND", "not_sent", [...messages].join(" "), { missing })
}
