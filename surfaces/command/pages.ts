/** `--limit`: the first items of a list, read page by page and returned as one page. */
import {
  type Contract,
  type OperationPages,
  pageOf,
  type ResultEnvelope,
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

/** Which items of a list are kept. */
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
  keeps: Keeps = () => true,
): Promise<ResultEnvelope<unknown>> {
  const most = contract?.input.properties?.first?.maximum ?? limit
  const { first = Math.min(limit, most), after, ...others }: Record<string, unknown> = Object(input)
  const shown = progress(limit, "items", terminal)
  const items: unknown[] = []
  const seen = new Set([after])
  let cursor = after
  try {
    for (;;) {
      const envelope = await ask({
        ...others,
        first,
        ...(cursor !== undefined && { after: cursor }),
      })
      const page = envelope.ok ? pageOf(envelope.data) : undefined
      if (!envelope.ok || !page) {
        if (items.length > 0) printNote(`${items.length} items had been read`, terminal)
        return envelope
      }
      items.push(...page.items.filter(keeps))
      shown.now(items.length)
      const { has_next_page, end_cursor } = page.page_info
      const goesOn = has_next_page && end_cursor !== null && !seen.has(end_cursor)
      if (items.length < limit && goesOn) {
        seen.add(end_cursor)
        cursor = end_cursor
        continue
      }
      const isCut = items.length > limit
      // The cursor would skip items of the last page that are not returned.
      const page_info = isCut ? { has_next_page: true, end_cursor: null } : page.page_info
      return { ...envelope, data: { ...page, items: items.slice(0, limit), page_info } }
    }
  } finally {
    shown.all()
  }
}

/** The same for operations without a capability. Their pages keep GitHub's form, and are combined into one. */
export async function operationPagesUpTo(
  limit: number,
  input: unknown,
  ask: Ask,
  pages: OperationPages,
  terminal: Terminal,
): Promise<ResultEnvelope<unknown>> {
  const shown = progress(limit, "items", terminal)
  const items: unknown[] = []
  const seen = new Set<string>()
  let next = pages.next(input, { size: Math.min(limit, 100) })
  try {
    for (;;) {
      const envelope = await ask(next)
      if (!envelope.ok) {
        if (items.length > 0) printNote(`${items.length} items had been read`, terminal)
        return envelope
      }
      items.push(...pages.items(envelope.data))
      shown.now(items.length)
      const { has_next_page, end_cursor } = envelope.meta.pagination ?? {}
      const cursor = has_next_page ? end_cursor : undefined
      if (items.length < limit && typeof cursor === "string" && !seen.has(cursor)) {
        seen.add(cursor)
        next = pages.next(next, { cursor })
        continue
      }
      return { ...envelope, data: pages.holding(envelope.data, items.slice(0, limit)) }
    }
  } finally {
    shown.all()
  }
}
