/** `--limit`: the first items of a list, read page by page and returned as one page. */
import {
  type Contract,
  type OperationPages,
  Paging,
  pageInfoPointer,
  pageOf,
  type ResultEnvelope,
  type ResultMeta,
} from "../../runtime/index.js"
import { printNote, progress, UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

type Ask = (input: unknown) => Promise<ResultEnvelope<unknown>>

/**
 * @param given - a string as typed, or a number
 * @throws UsageError if there is nothing to limit
 */
export function limitOf(given: string | number, contract: Contract | undefined): number {
  const limit = Number(given)
  const isTyped = typeof given === "string"
  if (isTyped && (!/^\d+$/.test(given) || !Number.isSafeInteger(limit) || limit < 1)) {
    throw new UsageError(`--limit takes a whole number of at least 1, not ${given}`)
  }
  if (contract && !contract.list) throw new UsageError(`${contract.id} does not return a list`)
  return limit
}

export type Keeps = (item: unknown) => boolean

/**
 * Reads page after page. If a page fails, the whole fails with the number of items read so far.
 *
 * @param ask - requests one page, by its input
 * @param keeps - items that count
 */
export async function pagesUpTo(
  limit: number,
  input: unknown,
  ask: Ask,
  contract: Contract | undefined,
  terminal: Terminal,
  keeps?: Keeps,
): Promise<ResultEnvelope<unknown>> {
  const most = contract?.input.properties?.first?.maximum ?? limit
  // Of a page of the wanted length, few items may be kept.
  const {
    first = keeps ? most : Math.min(limit, most),
    after,
    ...others
  }: Record<string, unknown> = Object(input)
  const shown = progress(limit, "items", terminal)
  const items: unknown[] = []
  const paging = new Paging({ after })
  let cursor = after
  let [size, count] = [first, 0]
  for (;;) {
    const envelope = await ask({
      ...others,
      first: size,
      ...(cursor !== undefined && { after: cursor }),
    })
    const page = envelope.ok ? pageOf(envelope.data) : undefined
    if (!envelope.ok || !page) {
      if (items.length > 0) printNote(`${items.length} items had been read`, terminal)
      return envelope
    }
    items.push(...(keeps ? page.items.filter(keeps) : page.items))
    shown.now(items.length)
    cursor = paging.next(envelope.meta, page.page_info, page.items)
    count += page.items.length
    if (items.length < limit && cursor !== undefined) {
      const { route_used, pagination: { total_count = 0 } = {} } = envelope.meta
      const rest = after === undefined && total_count > count ? total_count - count : most
      // GitHub charges for what a page may have. A cursor over REST counts in pages of one size.
      if (route_used === "graphql")
        size = Math.min(Number(first), rest, keeps ? rest : limit - items.length)
      continue
    }
    const isCut = items.length > limit
    // The cursor would skip items of the last page that are not returned.
    const page_info = isCut ? { has_next_page: true, end_cursor: null } : page.page_info
    const data = { ...page, items: items.slice(0, limit), page_info }
    return { ...envelope, data, meta: metaOf(envelope.meta, paging, items.length - limit) }
  }
}

/**
 * The metadata of the last page, with the warnings of all. Who has enough items needs no further pages.
 *
 * @param over - how many items were read beyond the limit
 */
function metaOf(
  { warnings: all = [], pagination, ...meta }: ResultMeta,
  paging: Paging,
  over: number,
): ResultMeta {
  const isStuck = all.some(({ pointer }) => pointer === pageInfoPointer)
  const warnings = paging.warnings.filter(({ pointer }) => over < 0 || pointer !== pageInfoPointer)
  const more = { has_next_page: true, end_cursor: null }
  // No further page can be read of a search that GitHub ends.
  const end = over > 0 ? more : isStuck ? { ...more, has_next_page: false } : undefined
  return {
    ...meta,
    ...(pagination && { pagination: { ...pagination, ...end } }),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** The first items of an operation without a capability. Its pages keep GitHub's form, and are combined into one. */
export async function operationPagesUpTo(
  limit: number,
  input: unknown,
  ask: Ask,
  pages: OperationPages,
  terminal: Terminal,
): Promise<ResultEnvelope<unknown>> {
  const shown = progress(limit, "items", terminal)
  const items: unknown[] = []
  const paging = new Paging()
  let first: unknown
  let next = pages.next(input, { size: Math.min(limit, 100) })
  for (;;) {
    const envelope = await ask(next)
    if (!envelope.ok) {
      if (items.length > 0) printNote(`${items.length} items had been read`, terminal)
      return envelope
    }
    first ??= envelope.data
    const own = pages.items(envelope.data)
    items.push(...own)
    shown.now(items.length)
    const cursor = paging.next(envelope.meta, envelope.meta.pagination, own)
    if (items.length < limit && cursor !== undefined) {
      next = pages.next(next, { cursor })
      continue
    }
    const data = pages.holding(envelope.data, items.slice(0, limit), first)
    return { ...envelope, data, meta: metaOf(envelope.meta, paging, items.length - limit) }
  }
}
