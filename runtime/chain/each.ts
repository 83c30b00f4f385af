import { checkOptions, count, type Known } from "../input/index.js"
import { type Out, outOf, placeOf, type Reference } from "../reference/index.js"
import { type Step, stepPlan, type ThrowingStep } from "../step/index.js"
import { type Criterion, type Each, type EachOptions, eachPlan, planEach } from "./each-plan.js"
import { isA } from "./entries.js"

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
