import { aboutPath } from "../messages/index.js"
import {
  ABSENT,
  alternatives,
  arrayOf,
  describe,
  has,
  isNullish,
  NOTHING,
  present,
  type Shape,
  unionOf,
} from "../shape/index.js"
import { helper } from "./build.js"
import { hintOfValue } from "./compiler.js"
import { PathError } from "./error.js"
import { mapPresent } from "./reading.js"
import { nullishPart, type Scope, type Value } from "./value.js"

/** A list without its null items. */
export function dropNullish(list: Value): Value {
  const { items } = requireList(list, "a projection")
  if (!isNullish(items)) return list
  return {
    expression: helper("present", list.expression),
    shape: unionOf(nullishPart(list.shape), arrayOf(present(items))),
    ...hintOfValue(list),
  }
}

/** Calls a method of a list that may be null: null stays null, absent stays absent. */
export function onList(
  list: Value,
  scope: Scope,
  apply: (there: Value, scope: Scope) => Value,
): Value {
  if (scope.purpose === "request" && has(list.shape, "null")) {
    return mapPresent(list, scope, apply)
  }
  const result = apply(list, scope)
  const chains = isNullish(list.shape)
  return chains
    ? { ...result, shape: unionOf(result.shape, ABSENT), chained: result.shape }
    : result
}

/** Whether a value is known to be null, so that nothing is read from it. */
export function isNothing(value: Value): boolean {
  return alternatives(present(value.shape)).length === 0
}

export function requireList(value: Value, what: string): { items: Shape } {
  const lists = alternatives(present(value.shape))
  const items: Shape[] = []
  for (const member of lists) {
    if (member.kind !== "array") {
      throw new PathError(aboutPath.needsList(what, describe(value.shape)))
    }
    items.push(member.items)
  }
  return { items: items.length === 0 ? NOTHING : unionOf(...items) }
}
