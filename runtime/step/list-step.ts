import type { RunOptions } from "../call/index.js"
import type { Client } from "../client/index.js"
import type { Page } from "../definition/index.js"
import type { ResultMeta, ResultWarning } from "../envelope/index.js"
import { GhxError } from "../errors/index.js"
import type { FieldList, FieldsOption, GivenOptions, Snapshot, Some } from "../input/index.js"
import { amount, checkOptions, type Known } from "../input/index.js"
import type { Loadable } from "../routes/index.js"
import type { Paging } from "./paging.js"
import { createStep, runOptions, type Step, type StepWithOut, stepPlan } from "./step.js"

/** How to run the calls of an iteration. Each option applies to every page's call. */
export interface IterationOptions extends RunOptions {
  /** Maximum number of items (`items`) or pages (`pages`); all by default. */
  limit?: number | undefined
}

/**
 * A step whose result is the first of several pages.
 *
 * @example
 * for await (const issue of ghx.issue.list({ owner, repo })) console.log(issue.title)
 */
export interface ListStep<Id extends string, Item, Count extends number | null = number>
  extends StepWithOut<Id, Page<Item, Count>> {
  /** Every item of every page, as `items()` without options. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined>
  /**
   * Every item, page after page. Throws a {@link GhxError} if a page cannot be fetched, and after the last item if
   * GitHub left out any: its `details.warnings` say what.
   */
  items(options?: IterationOptions): AsyncGenerator<Item, void, undefined>
  /** Every item with some of its fields. */
  items<const Fields extends FieldList<Page<Item, Count>>>(
    options: IterationOptions & FieldsOption<Fields>,
  ): AsyncGenerator<Some<Item, Fields>, void, undefined>
  /** Every page; throws a {@link GhxError} if one cannot be fetched. */
  pages(options?: IterationOptions): AsyncGenerator<Page<Item, Count>, void, undefined>
  /** Every page, with some fields of its items. */
  pages<const Fields extends FieldList<Page<Item, Count>>>(
    options: IterationOptions & FieldsOption<Fields>,
  ): AsyncGenerator<Page<Some<Item, Fields>, Count>, void, undefined>
}

export function createListStep<Id extends string, Item, Count extends number | null>(
  capability: Loadable<Id, Page<Item, Count>>,
  input: Snapshot,
  client: () => Client,
  options?: GivenOptions,
): ListStep<Id, Item, Count> {
  const first = createStep(capability, input, client, options)

  function pages(options?: IterationOptions): AsyncGenerator<Page<Item, Count>, void, undefined>
  function pages<const Fields extends FieldList<Page<Item, Count>>>(
    options: IterationOptions & FieldsOption<Fields>,
  ): AsyncGenerator<Page<Some<Item, Fields>, Count>, void, undefined>
  async function* pages(
    options: IterationOptions = {},
  ): AsyncGenerator<Page<unknown, Count>, void, undefined> {
    first[stepPlan].asked()
    yield* pagesFrom<Page<Item, Count>>(first, readIteration(options), {
      items: (page) => page.items,
      next: (cursor) =>
        createStep(capability, inputOfPage(input, cursor), client, first[stepPlan].options),
    })
  }

  function items(options?: IterationOptions): AsyncGenerator<Item, void, undefined>
  function items<const Fields extends FieldList<Page<Item, Count>>>(
    options: IterationOptions & FieldsOption<Fields>,
  ): AsyncGenerator<Some<Item, Fields>, void, undefined>
  async function* items(options: IterationOptions = {}): AsyncGenerator<unknown, void, undefined> {
    first[stepPlan].asked()
    const { limit, run } = readIteration(options)
    if (limit > 0) yield* itemsIn(pages(run), limit, (page) => page.items)
  }

  return Object.assign(first, { items, pages, [Symbol.asyncIterator]: () => items() })
}

/** The input for the page at a cursor. */
function inputOfPage({ value, issues }: Snapshot, after: string): Snapshot {
  return { value: { ...Object(value), after }, issues }
}

/** Every page, each from a step of its own. Throws after the last if GitHub left out anything. */
export async function* pagesFrom<T>(
  first: Step<string, T>,
  { limit, run }: Iteration,
  list: {
    items(page: T): readonly unknown[]
    next(cursor: string): Step<string, T>
  },
): AsyncGenerator<T, void, undefined> {
  let step = first
  let paging: Paging | undefined
  for (let count = 0; count < limit; count += 1) {
    const envelope = await (run ? step.run(run) : step)
    if (!envelope.ok) throw new GhxError(envelope)
    const { data, meta } = envelope
    yield data
    paging ??= new (await import("./paging.js")).Paging(first.input)
    const cursor = paging.next(meta, meta.pagination, list.items(data))
    if (cursor === undefined) return paging.end(first.id)
    step = list.next(cursor)
  }
}

/** The items of pages, up to a limit. */
export async function* itemsIn<P, Item>(
  pages: AsyncIterable<P>,
  limit: number,
  itemsOf: (page: P) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  let count = 0
  const seen = new Set<unknown>()
  for await (const page of pages) {
    for (const item of itemsOf(page)) {
      const { id } = Object(item)
      // An item that was changed in the meantime may have moved to a later page.
      if (id !== undefined && seen.has(id)) continue
      seen.add(id)
      yield item
      count += 1
      if (count === limit) return
    }
  }
}

interface Iteration {
  readonly limit: number
  /** The options of its calls, if there are any. */
  readonly run?: RunOptions
}

export function readIteration(options: IterationOptions): Iteration {
  const known: Known<IterationOptions> = { limit: amount, ...runOptions }
  const { limit = Infinity, ...run } = checkOptions("An iteration", options, known)
  if (limit !== Infinity && !Number.isInteger(limit)) {
    throw new TypeError(`An iteration takes \`limit\` as a whole number, not ${limit}`)
  }
  return Object.keys(run).length > 0 ? { limit, run } : { limit }
}

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
