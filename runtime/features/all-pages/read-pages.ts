/** Reads the pages of a list. Loaded by the first call with `all`. */
import { type CallContext, type FeatureCode, pageOf } from "../../call/index.js"
import type { JsonSchema } from "../../definition/index.js"
import type { ResultEnvelope, ResultMeta, ResultWarning } from "../../envelope/index.js"
import { type Failure, permanent } from "../../errors/index.js"
import type { Definition, LoadedDefinition } from "../../routes/index.js"
import { Paging } from "../../step/index.js"

/** With the longest page as the default; kept, because validators are cached by schema. */
const inputs = new WeakMap<JsonSchema, JsonSchema>()

export const allPagesCode: FeatureCode = {
  define(definition, { all }) {
    const limit = limitIn(all)
    const refused = problem(definition, limit, all)
    if (refused) return { ...definition, refused }
    return { ...definition, input: withLongestPages(definition.input), all: { limit } }
  },
  layer: (next) => (definition, input, callContext) =>
    readAll(definition, input, callContext, (own) => next(definition, own, callContext)),
}

function limitIn(all: unknown): number {
  const { limit = Number.POSITIVE_INFINITY } = Object(all === true ? {} : all)
  return typeof limit === "number" && all !== false ? limit : Number.NaN
}

function problem(
  { id, input }: LoadedDefinition<string, unknown, unknown>,
  limit: number,
  all: unknown,
): Failure | undefined {
  const isList = input.properties?.after !== undefined
  const strange = Object.keys(Object(all)).find((name) => name !== "limit")
  const isKnown = isList && strange === undefined
  if (isKnown && (limit === Number.POSITIVE_INFINITY || (Number.isInteger(limit) && limit >= 1)))
    return undefined
  const wanted = strange === undefined ? ", a whole number of at least 1" : `, not ${strange}`
  const message = isList ? `\`all\` is true or { limit }${wanted}` : "its result has no pages"
  return permanent("VALIDATION", "not_sent", `Invalid \`all\` of ${id}: ${message}`, {
    issues: [{ pointer: "/all", message }],
  })
}

function withLongestPages(input: JsonSchema): JsonSchema {
  const { first, ...others } = input.properties ?? {}
  if (first?.maximum === undefined) return input
  const longest = inputs.get(input) ?? {
    ...input,
    properties: { ...others, first: { ...first, default: first.maximum } },
  }
  inputs.set(input, longest)
  return longest
}

async function readAll<T>(
  { all }: Definition,
  input: unknown,
  { scope }: CallContext,
  ask: (input: unknown) => Promise<ResultEnvelope<T>>,
): Promise<ResultEnvelope<T>> {
  const { limit = Number.POSITIVE_INFINITY } = all ?? {}
  const given: Record<string, unknown> = Object(input)
  const first = Math.min(Number(given.first ?? limit), limit)
  const own = Number.isFinite(first) ? { ...given, first } : given
  const paging = new Paging(own)
  const items: unknown[] = []
  const metas: ResultMeta[] = []
  let cursor: string | undefined
  for (;;) {
    const envelope = await ask(cursor === undefined ? own : { ...own, after: cursor })
    metas.push(envelope.meta)
    const page = envelope.ok ? pageOf(envelope.data) : undefined
    if (!envelope.ok || !page) return envelope
    items.push(...page.items)
    cursor = paging.next(envelope.meta, page.page_info, page.items)
    if (items.length < limit && cursor !== undefined && !scope.signal?.aborted) continue
    const isCut = items.length > limit
    // The cursor of a page that was cut would skip items.
    const page_info = isCut ? { has_next_page: true, end_cursor: null } : page.page_info
    const data = Object.assign({}, envelope.data, { items: items.slice(0, limit), page_info })
    const isLimited = page_info.has_next_page && items.length >= limit
    const warnings = [...paging.warnings, ...(isLimited ? [goesOn(limit)] : [])]
    return {
      ...envelope,
      data,
      meta: { ...metaOf(metas, warnings), ...paginationOf(envelope.meta, page_info) },
    }
  }
}

function goesOn(limit: number): ResultWarning {
  return { code: "MORE_PAGES", message: `has more than ${limit} items`, fix: "Raise `limit`" }
}

function paginationOf(
  { pagination }: ResultMeta,
  { has_next_page }: { readonly has_next_page: boolean },
): Pick<ResultMeta, "pagination"> {
  // Without a cursor, a chain adds no warning of its own.
  return pagination ? { pagination: { ...pagination, has_next_page, end_cursor: null } } : {}
}

/** The metadata of all pages. The cost of the last page is that of all. */
function metaOf(metas: readonly ResultMeta[], warnings: readonly ResultWarning[]): ResultMeta {
  const [first] = metas
  const last = metas.at(-1) ?? { capability_id: "" }
  const attempts = metas.flatMap((one) => one.attempts ?? [])
  const sum = (name: "total_ms" | "adapter_ms") =>
    metas.reduce((total, { timings }) => total + (timings?.[name] ?? 0), 0)
  const { warnings: _, ...meta } = { ...first, ...last }
  return {
    ...meta,
    ...(last.timings && { timings: { total_ms: sum("total_ms"), adapter_ms: sum("adapter_ms") } }),
    ...(attempts.length > 0 && { attempts }),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  }
}
