import type { Out, PathPart, Place } from "../reference/index.js"
import { type Chainable, SingleUse, type StepPlan } from "../step/index.js"

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
