import type { PageInfo } from "../definition/index.js"
import type { ResultMeta, ResultWarning } from "../envelope/index.js"
import { GhxError } from "../errors/index.js"
import { noCursor, shownOnly, shrunk } from "../routes/index.js"

/** GitHub leaves out items after it has counted them, so a few pages may be empty; more than this never end. */
const mostEmpty = 50

/** Follows the pages of an iteration, and collects what they leave out. */
export class Paging {
  readonly #warnings = new Map<string, ResultWarning>()
  readonly #seen: Set<unknown>
  #empty = 0
  /** The lowest count of all items. What is created meanwhile need not be on a page. */
  #total = Number.POSITIVE_INFINITY
  #pages = 0
  #read = 0

  /**
   * @param first - the cursor of the first page, if it has one
   * @param size - the largest number of items on a page
   */
  constructor(
    private readonly first?: unknown,
    private readonly size = 100,
  ) {
    this.#seen = new Set([first])
  }

  get warnings(): ResultWarning[] {
    return [...this.#warnings.values()]
  }

  /**
   * The cursor of the page after this one; undefined if no further page can be read.
   *
   * @param count - the number of items on this page
   */
  next({ warnings = [], pagination }: ResultMeta, page: PageInfo | undefined, count: number) {
    for (const one of warnings) if (one.code !== "CALLER") this.#add(one)
    this.#pages += 1
    this.#read += count
    const total = pagination?.total_count ?? 0
    const isShorter = this.#pages > 1 && total < this.#total
    if (isShorter && position.test(`${[...this.#seen].at(-1)}`)) this.#add(shrunk)
    this.#total = Math.min(this.#total, total)
    if (!page?.has_next_page) return this.#checkTotal()
    const { end_cursor } = page
    this.#empty = count > 0 ? 0 : this.#empty + 1
    const stuck =
      end_cursor === null || this.#seen.has(end_cursor)
        ? noCursor.message
        : this.#empty > mostEmpty
          ? `GitHub has more pages, but ${this.#empty} are empty`
          : undefined
    if (end_cursor !== null && stuck === undefined) {
      this.#seen.add(end_cursor)
      return end_cursor
    }
    const isKnown = this.warnings.some(({ code }) => code === "INCOMPLETE")
    if (stuck !== undefined && !isKnown)
      this.#add({ code: "INCOMPLETE", message: stuck, pointer: pageInfoPointer })
    return undefined
  }

  /** Warns if GitHub counts more items than as many pages can have; a page may lack a few that GitHub hides. */
  #checkTotal(): undefined {
    const isKnown = this.warnings.some(({ code }) => code !== "CLEANED")
    if (this.first === undefined && this.#total > this.#pages * this.size && !isKnown)
      this.#add(shownOnly(this.#read, this.#total))
  }

  /** Throws if the pages have left out anything. An iteration has no `meta` that could say so. */
  end(capability_id: string): void {
    // Otherwise anybody who writes a comment could end the iterations of others.
    const warnings = this.warnings.filter(({ code }) => code !== "CLEANED")
    const [first, ...others] = warnings
    if (!first) return
    const more = others.length > 0 ? ` (and ${others.length} more)` : ""
    const { fix } = warnings.find((one) => one.fix !== undefined) ?? {}
    throw new GhxError({
      ok: false,
      error: {
        code: warnings.every(({ code }) => code === "WITHHELD") ? "AUTH" : "SERVER",
        message: `${first.message}${more}`,
        retryable: false,
        details: { ...(fix !== undefined && { fix }), warnings },
      },
      meta: { capability_id },
    })
  }

  #add(warning: ResultWarning): void {
    this.#warnings.set(JSON.stringify(warning), warning)
  }
}

/**
 * Cursors that are a number of items or pages, in Base64: `cursor:100` of searches, `page=2` of REST. A page begins
 * after as many items, whichever they are.
 */
const position = /^(?:Y3Vyc29yOj|cGFnZT)/

/** The warning that a list goes on, unless another one says why its next page cannot be read. */
export function morePages({ capability_id, pagination }: ResultMeta): ResultWarning | undefined {
  if (!pagination?.has_next_page || pagination.end_cursor === null) return undefined
  const { end_cursor, total_count } = pagination
  const total = total_count === undefined ? "" : ` (${total_count} items in all)`
  // The result of an operation without a capability does not show the cursor, which over REST consists of inputs.
  const isOperation = capability_id.includes(" ")
  const next = isOperation && /^\w+=/.test(end_cursor) ? end_cursor : `after=${end_cursor}`
  const fix = isOperation ? `Pass ${next} to read on` : "Pass its end_cursor as `after` to read on"
  return { code: "MORE_PAGES", message: `has more pages${total}`, fix }
}

/** Where a warning points that is about further pages. It does not matter to who has read enough. */
export const pageInfoPointer = "/page_info"
