/** Finds the result of an earlier write with a key on GitHub. */

import { type CallContext, type ExecuteCall, shownResult } from "../../call/index.js"
import { withoutCleaning } from "../../client/index.js"
import type { Conditions, ReconcileByLooking, ReconcileByRest } from "../../definition/index.js"
import type { ResultEnvelope, ResultError, ResultWarning } from "../../envelope/index.js"
import type { Definition } from "../../routes/index.js"
import { storedFileName, storedText } from "../../text/index.js"
import { markerOf, unmarkedText, usesMarker } from "./marker.js"

export type ReconcileResult<T> =
  | { readonly status: "found"; readonly envelope: ResultEnvelope<T> & { ok: true } }
  /** `warning` is set if older objects were not searched. */
  | { readonly status: "absent"; readonly warning?: ResultWarning }
  /** The failure. `isThere` is set if something matches, but may not have been made by this write. */
  | {
      readonly status: "unknown"
      readonly error: ResultError
      readonly isThere?: true
    }

export interface Reconciler<T> {
  /** Whether the object exists now. If the write creates it, objects that the first look found do not count. */
  find(): Promise<ReconcileResult<T>>
  /** The object that the result belongs to, once it was looked up. `knownLookups` returns the other lookups. */
  target(): unknown
  knownLookups(): unknown
  /**
   * The results of the lookups of the write. `text` is empty if an object is missing; undefined if the lookups
   * failed.
   */
  lookups(): Promise<{ readonly values: unknown; readonly text: string } | undefined>
}

interface Write<T> {
  readonly definition: Definition<T>
  readonly input: unknown
  readonly callContext: CallContext
  readonly next: ExecuteCall
}

/** How far the clock of the process that recorded an intent may be ahead of GitHub's. */
const SKEW_MS = 60_000

/** Maximum number of pages, of 100 objects each, to look through. */
const mostPages = 5

export function reconcilerFor<T>(write: Write<T>): Reconciler<T> {
  const { definition } = write
  const { reconcile, intended_at, unsent } = definition
  // Objects without a marker that exist before the first request were made by somebody else.
  const unmarked = unmarkedText(definition, write.input)
  const marks = usesMarker(reconcile) && unmarked === undefined
  const hasIntent = intended_at !== undefined && !(unsent && !marks)
  const since = hasIntent ? Date.parse(intended_at) - SKEW_MS : undefined
  let lookups: unknown
  let variables: object = {}
  let target: unknown
  let before: ReadonlySet<string> | undefined

  const overGraphql = async (by: ReconcileByLooking): Promise<ReconcileResult<T>> => {
    let oldest: string | undefined
    const items: unknown[] = []
    for (let page = 0; page < mostPages; page += 1) {
      const answer = await readGraphql(write, by, oldest, lookups)
      if (!answer.ok) return unknown(answer.error)
      lookups ??= answer.lookups
      variables = answer.variables
      target = pickMembers(variables, by.variables)
      const all = itemsAt(answer.data, by.path, [null])
      const found = all.filter(Boolean)
      items.push(...found)
      const isList = by.path.at(-1) === "nodes"
      const isCut = isList ? found.length < all.length : answer.envelope.meta.warnings
      const seen = isList || !isCut ? await judge(found, answer.envelope, by) : undefined
      if (seen) return seen
      if (isCut) return unknown(unsure("GitHub does not return all of it", true))
      const isEnd =
        by.marker === undefined ||
        found.some((item) => before?.has(identityOf(item)) ?? isEarlier(item, since))
      oldest = isEnd ? undefined : previousCursor(answer.data, by.path)
      if (oldest === undefined) break
    }
    const isFirst = !before
    before ??= new Set(items.map(identityOf))
    if (oldest === undefined) return { status: "absent" }
    // Writes to a long list could otherwise not have a key at all.
    if (isFirst && since === undefined) return { status: "absent", warning: tooMany(items.length) }
    return unknown(notAmongNewest)
  }

  const judge = async (
    items: readonly unknown[],
    envelope: ResultEnvelope<unknown>,
    by: ReconcileByLooking,
  ): Promise<ReconcileResult<T> | undefined> => {
    const mark = marks ? await markerOf(definition, target) : undefined
    const one = items.find((item) => {
      if (mark !== undefined)
        return isOwn(item, (body) => storedText(body).split("\n").includes(mark))
      if (unmarked === undefined) return matchesConditions(item, by, variables, before)
      if (before?.has(identityOf(item)) || !hasSameTitle(item, write.input)) return false
      return isOwn(item, (body) => isSameText(body, unmarked))
    })
    if (one === undefined) return undefined
    // Without the time of the intent, the same long text counts whenever it was written.
    const isDated = by.makes || (unmarked !== undefined && intended_at !== undefined)
    const doubt = isDated && !before ? earlierObject<T>(one, since) : undefined
    if (doubt) return doubt.status === "absent" ? undefined : doubt
    const { graphql } = definition
    const data = by.into.reduceRight<unknown>((inner, name) => ({ [name]: inner }), one)
    const output = graphql?.output(data, write.input, lookups)
    const keyed = { ...by, item: one, mark }
    const others = definition.parts?.writes?.differences(definition, write.input, output, keyed)
    return foundResult(write, output, { meta: { ...envelope.meta, ...others } })
  }

  const overRest = async (by: ReconcileByRest): Promise<ReconcileResult<T>> => {
    const answer = await readRest(write, by)
    if (!answer.ok) {
      if (before || answer.error.code !== "NOT_FOUND") return unknown(answer.error)
      before = new Set()
      return { status: "absent" }
    }
    const { data } = answer
    const isCounted = Object(data).total_count !== undefined
    const items = [isCounted ? Object.values(Object(data)) : data].flat(2)
    const one = items.find((item) => matchesConditions(item, by, write.input, before))
    const doubt =
      one !== undefined && by.makes && !before ? earlierObject<T>(one, since) : undefined
    before ??= new Set(items.map(identityOf))
    if (doubt) return doubt
    if (one === undefined) return { status: "absent" }
    const page = { has_next_page: false, end_cursor: null }
    const output = definition.rest?.output(
      { lookups: {}, [by.as]: one },
      write.input,
      () => page,
      {},
    )
    return foundResult(write, output, answer.envelope) ?? { status: "absent" }
  }

  return {
    async find() {
      if (!reconcile) return { status: "absent" }
      if ("document" in reconcile) return overGraphql(reconcile)
      return "get" in reconcile ? overRest(reconcile) : { status: "absent" }
    },
    target: () => target,
    knownLookups: () => lookups,
    async lookups() {
      const { graphql, rest } = definition
      if (!(graphql ?? rest)?.lookups) return undefined
      const answer = await (graphql
        ? readGraphql(write, undefined, undefined, undefined)
        : readRest(write, undefined))
      if (!answer.ok && answer.error.code !== "NOT_FOUND") return undefined
      if (!answer.ok) return { values: undefined, text: "" }
      return { values: answer.lookups, text: JSON.stringify(answer.lookups) }
    },
  }
}

/** The result of a removal. GitHub returns nothing, so it is composed of inputs and lookup results. */
export function removalResult<T>(
  { definition, input }: Pick<Write<T>, "definition" | "input">,
  lookups: unknown,
): ResultEnvelope<T> | undefined {
  const { id, reconcile, graphql, rest } = definition
  if (!reconcile || !("gone" in reconcile)) return undefined
  const page = { has_next_page: false, end_cursor: null }
  const data = reconcile.into?.reduceRight<unknown>((inner, name) => ({ [name]: inner }), {})
  const output =
    graphql && reconcile.into
      ? graphql.output(data, input, lookups ?? {})
      : rest?.output({ lookups }, input, () => page, {})
  if (output === null || output === undefined) return undefined
  return { ok: true, data: output, meta: { capability_id: id, once: "found" } }
}

/** The answer to a read. */
type Answer =
  | {
      readonly ok: true
      readonly data: unknown
      readonly lookups: unknown
      readonly variables: object
      readonly envelope: ResultEnvelope<unknown>
    }
  | { readonly ok: false; readonly error: ResultError }

/** Reads over GraphQL, through all layers around the call. */
async function readGraphql<T>(
  { definition, input, callContext, next }: Write<T>,
  by: ReconcileByLooking | undefined,
  before: string | undefined,
  known: unknown,
): Promise<Answer> {
  const { graphql } = definition
  if (!graphql) return { ok: false, error: notAmongNewest }
  const { lookups: finding, ...route } = graphql
  let lookups: unknown
  let variables: object = {}
  const document = by?.document ?? "query Reconcile { __typename }"
  const names = by?.variables ?? []
  const reading: Definition<object> = {
    ...asRead(definition, "graphql"),
    graphql: {
      ...(finding && known === undefined && { lookups: finding }),
      operation: { type: "query", name: "Reconcile", document, isolated: true },
      variables(given, found) {
        lookups = known ?? found
        variables = route.variables(given, lookups)
        return { ...pickMembers(variables, names), ...(before !== undefined && { before }) }
      },
      // The list that is searched need not be whole.
      result: by?.path.filter((name) => name !== "nodes").join(".") ?? "data",
      output: (data) => ({ data }),
    },
  }
  // In a chain, lookups are shared with the other steps.
  const transport = callContext.chain
    ? callContext.graphql
    : definition.parts?.graphqlLookups?.transport(callContext.client)
  const envelope = await next(reading, input, readContext(callContext, "graphql", transport))
  if (!envelope.ok) return { ok: false, error: envelope.error }
  const { data }: { data?: unknown } = envelope.data
  return { ok: true, data, lookups, variables, envelope }
}

export const pickMembers = (values: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

async function readRest<T>(
  { definition, input, callContext, next }: Write<T>,
  by: ReconcileByRest | undefined,
): Promise<Answer> {
  const { get = "", as = "response" } = by ?? {}
  const [path = "", query = ""] = get.split("?")
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
  const reading: Definition<object> = {
    ...asRead(definition, "rest"),
    rest: {
      ...(!by && definition.rest?.lookups && { lookups: definition.rest.lookups }),
      endpoints: !by
        ? []
        : [
            {
              as,
              method: "GET",
              path,
              request: (given) => ({
                path: pickMembers(Object(given), names),
                query: Object.fromEntries(new URLSearchParams(query)),
              }),
            },
          ],
      result: as,
      output: (responses) => ({ data: Reflect.get(Object(responses), by ? as : "lookups") }),
    },
  }
  const envelope = await next(reading, input, readContext(callContext, "rest"))
  if (!envelope.ok) return { ok: false, error: envelope.error }
  const { data }: { data?: unknown } = envelope.data
  return { ok: true, data, lookups: by ? undefined : data, variables: {}, envelope }
}

/** The capability as a read whose output is not validated. */
function asRead(
  {
    graphql: _,
    rest: __,
    cli: ___,
    shown: ____,
    suitability: _____,
    identifies: ______,
    ...definition
  }: Definition,
  route: "graphql" | "rest",
): Omit<Definition<object>, "shown" | "identifies"> {
  return {
    ...definition,
    effect: "read",
    idempotent: true,
    routes: [route],
    output: {},
    isDescribed: true,
  }
}

/** A read takes its own route: the caller's choice of routes concerns the write. */
function readContext(
  callContext: CallContext,
  route: "graphql" | "rest",
  graphql = callContext.client.graphql,
): CallContext {
  const { route: _, ...options } = callContext.options
  const { client } = callContext
  // Strings are compared as GitHub stores them; the result is cleaned afterwards.
  const own = { ...client, ...withoutCleaning, routes: [route] }
  const { chain: __, ...others } = callContext
  return { ...others, client: own, graphql, options }
}

const unknown = (error: ResultError) => ({ status: "unknown", error }) as const

const tooMany = (searched: number): ResultWarning => ({
  code: "MORE_PAGES",
  message: `Only the newest ${searched} objects were searched for the key; an older one may have it`,
  fix: "Pass the time of the first attempt as `intended_at`",
})

const unsure = (message: string, retryable = false): ResultError => ({
  code: "UNKNOWN",
  message,
  retryable,
})

const notAmongNewest = unsure("It may be older than the newest objects")

/** The object that was found, as the result of the call. */
function foundResult<T>(
  { definition, callContext }: Write<T>,
  output: T | null | undefined,
  { meta }: Pick<ResultEnvelope<unknown>, "meta">,
): ReconcileResult<T> | undefined {
  if (output === null || output === undefined) return undefined
  const { data } = shownResult(definition, output, callContext.client)
  return { status: "found", envelope: { ok: true, data, meta } }
}

/** The values at a path, with lists flattened. */
function itemsAt(value: unknown, path: readonly string[], none: unknown[] = []): unknown[] {
  const [first, ...rest] = path
  if (Array.isArray(value)) return value.flatMap((item) => itemsAt(item, path, none))
  if (value === null || value === undefined) return none
  if (first === undefined) return [value]
  return itemsAt(Reflect.get(Object(value), first), rest, none)
}

/** The cursor of the items before those of a list; undefined if there are none. */
function previousCursor(data: unknown, path: readonly string[]): string | undefined {
  if (path.at(-1) !== "nodes") return undefined
  const [info] = itemsAt(data, [...path.slice(0, -1), "pageInfo"])
  const { hasPreviousPage, startCursor }: Record<string, unknown> = Object(info)
  return hasPreviousPage === true && typeof startCursor === "string" ? startCursor : undefined
}

/** Anybody can copy a marker or a text, so it counts only where GitHub says that the viewer is the author. */
function isOwn(item: unknown, isWanted: (body: string) => boolean): boolean {
  const [inner] = itemsAt(item, ["marked", "nodes"])
  const { body, viewerDidAuthor }: Record<string, unknown> = Object(inner ?? item)
  return viewerDidAuthor === true && typeof body === "string" && isWanted(body)
}

const isSameText = (one: string, other: string) => storedText(one) === storedText(other)

function hasSameTitle(item: unknown, input: unknown): boolean {
  const [{ title: one }, { title: other }] = [Object(item), Object(input)]
  return typeof one !== "string" || typeof other !== "string" || isSameText(one, other)
}

/** Whether an object meets the card's conditions. If the write creates it, it must not have existed before. */
function matchesConditions(
  item: unknown,
  { where = {}, makes }: { readonly where?: Conditions; readonly makes?: true },
  given: unknown,
  before: ReadonlySet<string> | undefined,
): boolean {
  if (Object(item) !== item) return false
  if (makes && before?.has(identityOf(item))) return false
  const conditions = Object.entries(where)
  const comparable = conditions.filter(([, wanted]) => conditionValue(wanted, given) !== undefined)
  // If no condition can be compared, nothing shows that this write created the object.
  if (conditions.length > 0 && comparable.length === 0) return makes === true
  return comparable.every(([path, wanted]) =>
    meetsCondition(itemsAt(item, path.split(".")), wanted, given),
  )
}

function meetsCondition(values: readonly unknown[], wanted: unknown, given: unknown): boolean {
  if (typeof wanted === "object" && wanted !== null) {
    if ("absent" in wanted) return values.length === 0
    if ("not" in wanted) return !values.some(isSame(conditionValue(wanted.not, given)))
  }
  return values.some(isSame(conditionValue(wanted, given)))
}

const isSame = (wanted: unknown) => (value: unknown) =>
  typeof value === "string" && typeof wanted === "string"
    ? isSameText(value, wanted)
    : value === wanted

/** A literal, or the value of the variable or input named by `$name`. */
function conditionValue(wanted: unknown, given: unknown): unknown {
  if (typeof wanted === "object" && wanted !== null) {
    if ("not" in wanted) return conditionValue(wanted.not, given)
    const [[form = "", of] = []] = Object.entries(wanted)
    const value = conditionValue(of, given)
    return typeof value === "string" ? (forms[form]?.(value) ?? value) : value
  }
  if (typeof wanted !== "string" || !wanted.startsWith("$")) return wanted
  const value: unknown = Reflect.get(Object(given), wanted.slice(1))
  return value === null ? undefined : value
}

/** What GitHub makes of a text before it stores it. */
const forms: Readonly<Record<string, (text: string) => string>> = {
  file_name: storedFileName,
  repo_name: (text) => text.replace(/[^\w.-]+/g, "-"),
  lower: (text) => text.toLowerCase(),
}

/** When GitHub created the object; NaN if the answer does not contain it. */
function creationTime(item: unknown): number {
  const [inner] = itemsAt(item, ["marked", "nodes"])
  const { createdAt, created_at }: Record<string, unknown> = Object(inner ?? item)
  return Date.parse(String(createdAt ?? created_at))
}

const isEarlier = (item: unknown, since: number | undefined): boolean =>
  since !== undefined && creationTime(item) < since

/**
 * For an object that existed before this process sent anything: `undefined` if an earlier process may have created
 * it, otherwise the reason why it is no evidence.
 */
function earlierObject<T>(
  item: unknown,
  since: number | undefined,
): ReconcileResult<T> | undefined {
  if (since === undefined) return { status: "absent", warning: madeBefore }
  if (isEarlier(item, since)) return { status: "absent" }
  if (creationTime(item) >= since) return undefined
  const error = unsure("It exists, but GitHub does not report when it was created")
  return { ...unknown({ ...error, details: { outcome: "unknown" } }), isThere: true }
}

const madeBefore: ResultWarning = {
  code: "IGNORED",
  message: "There was such an object before, maybe of an earlier call with the key",
  pointer: "/key",
  fix: "Check whether one is too many; `intended_at` tells them apart",
}

/** The identity of an object. */
function identityOf(item: unknown): string {
  const { id, node_id }: Record<string, unknown> = Object(item)
  return String(node_id ?? id ?? JSON.stringify(item))
}
