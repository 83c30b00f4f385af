import { checkOptions, count, type Known } from "../input/index.js"
import {
  type Out,
  outOf,
  type PathPart,
  type Place,
  placeOf,
  type Reference,
} from "../reference/index.js"
import {
  type Chainable,
  isA,
  SingleUse,
  type Step,
  type StepPlan,
  stepPlan,
  type ThrowingStep,
} from "../step/index.js"

/** Where `each` keeps its plan. */
export const eachPlan: unique symbol = Symbol("ghx.each.plan")

/** One step of a chain for each item in the list of an earlier step. */
export interface Each<Id extends string, T> extends Chainable<Id, T[]> {
  /** The data of every item, which is not known yet. */
  readonly out: Out<T[]>
  /** @internal */
  readonly [eachPlan]: EachPlan
}

/** Which items of a list, and how many. */
export interface EachOptions<Item> {
  /** Only items whose members have these values, or for which a function returns true. */
  readonly where?:
    | { readonly [Key in keyof Item]?: Condition<Item[Key]> }
    | ((item: Item) => boolean)
  /** Maximum number of items; a longer list fails before any of its steps is sent. 100 by default. */
  readonly limit?: number
}

/**
 * The expected value, a list of allowed values, or values to exclude under `not`. A list meets a condition if
 * one of its members does: `{ labels: "bug" }`.
 */
export type Condition<T> = [T] extends [readonly (infer One)[]] ? OneOf<One> : OneOf<T>

type OneOf<T> = T | readonly T[] | { readonly not: T | readonly T[] }

/** A chain entry with one step per list item. */
export interface EachPlan extends SingleUse {
  readonly list: Place
  /** Stands for the item in references of the step. */
  readonly item: object
  readonly step: StepPlan<string, unknown>
  readonly where: readonly Criterion[] | ((item: unknown) => boolean)
  readonly limit: number
}

/** The required value of a member of an item. */
export interface Criterion {
  readonly path: readonly PathPart[]
  readonly condition: unknown
}

/** The `limit` of an `each` without one. */
export const defaultLimit = 100

/**
 * Reserves a step for the items of a list.
 *
 * @throws if the step has run or belongs to a chain
 */
export function planEach(
  { list, item, step }: Pick<EachPlan, "list" | "item" | "step">,
  { where = [], limit = defaultLimit }: Partial<Pick<EachPlan, "where" | "limit">>,
): EachPlan {
  step.claim("chain")
  const content = `each of ${step.definition.id}`
  return Object.assign(new SingleUse(content, () => content), { list, item, step, where, limit })
}

const known: Known<EachOptions<unknown>> = { where: "object or function", limit: count }

/**
 * Makes one step for each item of an earlier step's list, in the same chain.
 *
 * Its data is the list of all results, in the order of the items. If one fails, the others continue; the
 * error has `details.results` with the result of each.
 *
 * @param list - such as `threads.out.items`
 * @param make - called once, with a placeholder for the item
 * @throws if `make` returns anything but a step that has not run
 *
 * @example
 * const threads = ghx.pr.threads.list({ owner, repo, pull_number: 7 })
 * const resolved = each(
 *   threads.out.items,
 *   (thread) => ghx.pr.thread.resolve({ thread_id: thread.id }),
 *   { where: { is_resolved: false } },
 * )
 * await chain(threads, resolved)
 */
export function each<Item, Id extends string, T>(
  list: Reference<readonly Item[]>,
  make: (item: Out<Item>) => Step<Id, T> | ThrowingStep<Id, T>,
  options: EachOptions<Item> = {},
): Each<Id, T> {
  checkOptions<object>("each", options, known)
  const place = placeOf(list)
  if (!place)
    throw new TypeError("each takes a list from the result of a step: `threads.out.items`")
  const item = {}
  const step: unknown = typeof make === "function" && make(outOf<Item>(item))
  if (!isA<Step<Id, T>>(step, stepPlan)) {
    throw new TypeError("each turns an item into one step: return the call without `await`")
  }
  const { where = {}, ...limit } = options
  const criteria = isPredicate(where) ? where : criteriaIn(where)
  const plan = planEach({ list: place, item, step: step[stepPlan] }, { where: criteria, ...limit })
  return {
    id: step.id,
    get out() {
      return outOf<T[]>(plan)
    },
    [eachPlan]: plan,
  }
}

/** Includes inherited members: without them, the criteria would be empty and select all items. */
function criteriaIn(where: object): Criterion[] {
  const criteria: Criterion[] = []
  for (const name in where) criteria.push({ path: [name], condition: Reflect.get(where, name) })
  return criteria
}

/** `where` is called only with items whose type `each` has checked. */
function isPredicate(where: unknown): where is (item: unknown) => boolean {
  return typeof where === "function"
}
