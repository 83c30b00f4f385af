import type { PageInfo } from "../definition/index.js"
import type { ResultMeta, ResultWarning } from "../envelope/index.js"
import { GhxError } from "../errors/index.js"
import { noCursor, shownOnly, shrunk } from "../routes/index.js"

/** GitHub leaves out items after it has counted them, so a few pages may be empty; more than this never end. */
const mostEmpty = 50

/** Follows the pages of a list, and collects what they leave out. Loaded by the first iteration. */
export class Paging {
  readonly #warnings = new Map<string, ResultWarning>()
  readonly #cursors: Set<unknown>
  readonly #size: number
  readonly #ids = new Set<unknown>()
  #empty = 0
  /** The lowest count of all items. What is created meanwhile need not be on a page. */
  #total = Number.POSITIVE_INFINITY
  #pages = 0
  #read = 0

  /** @param input - of the first page */
  constructor(input?: unknown) {
    const { after, first = 100 }: { after?: unknown; first?: number } = Object(input)
    this.#cursors = new Set([after])
    this.#size = first
  }

  get warnings(): ResultWarning[] {
    return [...this.#warnings.values()]
  }

  /**
   * The cursor of the page after this one; undefined if no further page can be read.
   *
   * @param items - the items of this page
   */
  next(meta: ResultMeta, page: PageInfo | undefined, items: readonly unknown[]) {
    for (const one of meta.warnings ?? []) if (one.code !== "CALLER") this.#add(one)
    for (const item of items) this.#ids.add(Object(item).id ?? {})
    this.#pages += 1
    this.#read += items.length
    const total = meta.pagination?.total_count ?? Number.NaN
    if (this.#pages > 1 && position.test(`${[...this.#cursors].at(-1)}`)) {
      if (total < this.#total) this.#add(shrunk)
      // A new item shifts one to the next page; more repetitions come from items that moved.
      else if (total - this.#total < this.#read - this.#ids.size)
        this.#add({ ...shrunk, message: moved })
    }
    this.#total = Math.min(this.#total, total)
    if (!page?.has_next_page) return this.#checkTotal()
    const { end_cursor } = page
    this.#empty = items.length > 0 ? 0 : this.#empty + 1
    const isNew = end_cursor !== null && !this.#cursors.has(end_cursor)
    if (isNew && this.#empty <= mostEmpty) {
      this.#cursors.add(end_cursor)
      return end_cursor
    }
    const message = isNew ? `GitHub has more pages, but ${this.#empty} are empty` : noCursor.message
    const isKnown = this.warnings.some(({ code }) => code === "INCOMPLETE")
    if (!isKnown) this.#add({ ...noCursor, message })
    return undefined
  }

  /** Warns if GitHub counts more items than as many pages can have; a page may lack a few that GitHub hides. */
  #checkTotal(): undefined {
    const isKnown = this.warnings.some(({ code }) => code !== "CLEANED")
    if (this.#cursors.has(undefined) && this.#total > this.#pages * this.#size && !isKnown)
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

const moved = "Items may be missing, as their order changed: read all, then change"

/**
 * Cursors that are a number of items or pages, in Base64: `cursor:100` of searches, `page=2` of REST, `100` of
 * branches, project items and sub-issues. A page begins after as many items, whichever they are.
 */
const position =
  /^(?:Y3Vyc29yOj|cGFnZT|(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5])*(?:[MNO][ADQTgjwz][AEIMQUYcgk]?)?=*$)/
