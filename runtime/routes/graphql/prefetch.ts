import type { GraphqlRoute, Lookup } from "../../definition/index.js"
import type { GraphqlTransport } from "../../graphql/index.js"
import type { Scope } from "../../timing/index.js"
import { lookupKey } from "./lookups.js"
import { mapData } from "./route.js"

/** A lookup whose variables are known before the input is complete. */
interface KnownLookup {
  readonly lookup: Lookup<unknown>
  readonly all: readonly { readonly item: unknown; readonly variables: object }[]
  /** The input; reading an unknown value in it throws. */
  readonly known: unknown
}

/** The possible lookups of a call whose input is incomplete because other steps provide values. */
export interface Prefetchable {
  /** Whether these are all lookups of the call. */
  readonly complete: boolean
  readonly lookups: readonly KnownLookup[]
}

/**
 * The lookups that do not depend on missing inputs.
 *
 * @param missing - names of inputs that are not known yet, or incomplete
 */
export function prefetchable(
  { lookups = {} }: GraphqlRoute<unknown, unknown>,
  input: unknown,
  missing: ReadonlySet<string>,
): Prefetchable {
  const known = withoutMissing(input, missing)
  const found = Object.values(lookups).map((lookup) => knownLookup(lookup, known))
  return {
    complete: !found.includes(undefined),
    lookups: found.flatMap((one) => one ?? []),
  }
}

function knownLookup(lookup: Lookup<unknown>, known: unknown): KnownLookup | undefined {
  // A list is not prefetched, because that would fetch only its first page.
  if (lookup.among) return undefined
  try {
    const items = lookup.foreach ? (lookup.foreach(known) ?? []) : [undefined]
    const all = items.flatMap((item) => {
      const variables = lookup.variables(known, item, undefined)
      return variables ? [{ item, variables }] : []
    })
    return { lookup, all, known }
  } catch (error) {
    if (error instanceof NotKnownYet) return undefined
    throw error
  }
}

class NotKnownYet extends Error {}

/** An input that throws when a missing property is read. */
function withoutMissing(input: unknown, missing: ReadonlySet<string>): unknown {
  return new Proxy(Object(input), {
    get(target, name) {
      if (typeof name === "string" && missing.has(name)) throw new NotKnownYet()
      return Reflect.get(target, name)
    },
  })
}

/**
 * Runs the possible lookups, and keeps their results. A missing object may be created later.
 */
export async function prefetch(
  { lookups }: Prefetchable,
  transport: GraphqlTransport,
  scope: Scope,
  keep: (key: string, data: object) => void,
): Promise<void> {
  const asked = lookups.flatMap(({ lookup, all, known }) =>
    all.map(async ({ item, variables }) => {
      const { operation } = lookup
      const answer = await transport.query({ operation, variables, scope })
      if (!answer.ok || answer.errors.length > 0) return
      const { data } = answer
      const mapped = mapData(data, (found) => lookup.result(found, known, item))
      if (!mapped.ok || mapped.value === null || typeof data !== "object" || data === null) return
      keep(lookupKey(operation, variables), data)
    }),
  )
  await Promise.all(asked)
}
