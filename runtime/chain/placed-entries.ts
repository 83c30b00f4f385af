import { pathText, placeOf } from "../reference/index.js"
import { type Step, stepPlan } from "../step/index.js"
import { type Each, eachPlan } from "./each-plan.js"
import { type ChainEntry, isA } from "./entries.js"
import { isPlainObject, type Layout, type LayoutPath, layoutOf } from "./layout.js"
import { type Chain, chainPlan } from "./types.js"

interface PlacedEntries {
  readonly entries: readonly ChainEntry[]
  /** Absent if the results are one list of steps. */
  readonly layout?: Layout
}

/** The entries of everything that a chain is given, which from now on belong to it. */
export function placedEntries(given: unknown, throws: boolean): PlacedEntries {
  if (Array.isArray(given) && given.every(isFlat)) {
    return { entries: given.flatMap((one) => claimed(one, throws).entries) }
  }
  const entries: ChainEntry[] = []
  const read = (part: unknown, path: LayoutPath): Layout | undefined => {
    if (!isOwn(part)) return refuseMistakes(part, path, given)
    const own = claimed(part, throws)
    const start = entries.length
    for (const [index, entry] of own.entries.entries())
      entries.push(entry.ok ? { ...entry, at: pathOf(entry, index, path, part, given) } : entry)
    const end = entries.length
    const { layout } = own
    if (layout) return { fill: (values) => layout.fill(values.slice(start, end)) }
    if (!isA<Chain<unknown>>(part, chainPlan)) return { fill: (values) => values[start] }
    return { joins: end - start, fill: (values) => values.slice(start, end) }
  }
  return { layout: layoutOf(given, read), entries }
}

/** Whether an item of a list is a step, or a chain that joins the list. */
function isFlat(item: unknown): boolean {
  return isOwn(item) && !claimedLayout(item)
}

/** Whether something is a step, an `each` or a chain. */
export function isOwn(part: unknown): part is object {
  return (
    isA<Chain<unknown>>(part, chainPlan) ||
    isA<Each<string, unknown>>(part, eachPlan) ||
    isA<Step<string, unknown>>(part, stepPlan)
  )
}

/** Whether the only argument of a chain has its steps by name. */
export function isShape(part: unknown): boolean {
  return isPlainObject(part) && !isResult(part)
}

function claimedLayout(item: unknown): Layout | undefined {
  return isA<Chain<unknown>>(item, chainPlan) ? item[chainPlan].layout : undefined
}

function claimed(item: object, throws: boolean): PlacedEntries {
  if ("throws" in item && !throws)
    throw new TypeError("A step of a client with `throws` belongs to its own chain: use ghx.chain")
  if (isA<Chain<unknown>>(item, chainPlan)) {
    const plan = item[chainPlan]
    plan.claim("chain")
    return plan
  }
  if (isA<Each<string, unknown>>(item, eachPlan)) {
    const each = item[eachPlan]
    each.claim("chain")
    return { entries: [{ ok: true, plan: each.step, each }] }
  }
  const plan = (item as Step<string, unknown>)[stepPlan]
  plan.claim("chain")
  return { entries: [{ ok: true, plan }] }
}

/** Where an entry stands; the entries of a chain that joins a list stand in that list. */
function pathOf(
  { at }: { readonly at?: LayoutPath },
  index: number,
  path: LayoutPath,
  part: object,
  given: unknown,
): LayoutPath {
  if (!isA<Chain<unknown>>(part, chainPlan)) return path
  if (at) return [...path, ...at]
  const last = path.at(-1)
  const joins = typeof last === "number" || given === part
  return joins ? [...path.slice(0, -1), Number(last) + index] : [...path, index]
}

const takes = "chain takes steps that have not run yet: call capabilities without `await`"

function refuseMistakes(part: unknown, path: LayoutPath, given: unknown): undefined {
  const refuse = (what: string) => {
    const where = path.length > 0 ? `; ${pathText(path)} is ${what}` : ""
    throw new TypeError(`${takes}${where}`)
  }
  if (isResult(part)) refuse("a result")
  if (placeOf(part)) refuse("a reference, which only inputs of steps take")
  if (typeof part === "function") refuse("a function: call it")
  if (typeof Object(part).then === "function") refuse("a promise")
  // As a member, a plain value has a name that says what it is.
  const isItem = path.length === 1 && Array.isArray(given)
  if (isItem && !Array.isArray(part) && !isPlainObject(part)) refuse("none")
  return undefined
}

function isResult(part: unknown): boolean {
  if (!isPlainObject(part) || !("meta" in part)) return false
  return ("ok" in part && typeof part.ok === "boolean") || ("status" in part && "results" in part)
}
