import { build, keyOf, nullishPart, type Value, variableName } from "../path/index.js"
import { arrayOf, present, type Shape, unionOf } from "../shape/index.js"
import type { LookupPlan } from "./capability-plan.js"
import type { Foreach } from "./foreach.js"
import type { BareScope } from "./mapping.js"

/** The nullable inputs of a lookup. If one of them is null or absent, the lookup is skipped. */
export class NullableInputs {
  private readonly skipped: { readonly name: string; readonly value: Value }[] = []
  private readonly scope: BareScope

  constructor(scope: BareScope) {
    this.scope = scope
  }

  /** The value; the lookup is skipped if it is absent. */
  readonly take = (wanted: string, value: Value): Value => {
    const taken = new Set([...this.scope.names, ...this.skipped.map(({ name }) => name)])
    const name = variableName(wanted, taken)
    this.skipped.push({ name, value })
    return { expression: build.reference(name), shape: present(value.shape) }
  }

  /** Skips the lookup if this value is absent, although the request does not use it. */
  need(name: string, value: Value): void {
    const key = keyOf(value.expression)
    if (!this.skipped.some((one) => keyOf(one.value.expression) === key)) this.take(name, value)
  }

  plan(): LookupPlan["given"] {
    return this.skipped.map(({ name, value }) => ({ name, expression: value.expression }))
  }

  /**
   * The shape of the results of lookups that each find `one`: a list with `foreach`, and nullable if they may be
   * skipped.
   */
  found(one: Shape, each: Foreach | undefined): Shape {
    const skips = [...this.skipped.map(({ value }) => value), ...(each ? [each.list] : [])]
    const nullish = unionOf(...skips.map((value) => nullishPart(value.shape)))
    return unionOf(each === undefined ? one : arrayOf(one), nullish)
  }
}
