import { build, keyOf, nullishPart, type Value, variableName } from "../path/index.js"
import { arrayOf, present, type Shape, unionOf } from "../shape/index.js"
import type { LookupPlan } from "./capability-plan.js"
import type { Foreach } from "./foreach.js"
import type { BareScope } from "./mapping.js"

/** The inputs of a lookup that may be null: without one of them there is nothing to look up. */
export class Given {
  private readonly skipped: { readonly name: string; readonly value: Value }[] = []
  private readonly scope: BareScope

  constructor(scope: BareScope) {
    this.scope = scope
  }

  /** The value if it is present; otherwise the lookup is skipped. */
  readonly take = (wanted: string, value: Value): Value => {
    const taken = new Set([...this.scope.names, ...this.skipped.map(({ name }) => name)])
    const name = variableName(wanted, taken)
    this.skipped.push({ name, value })
    return { expression: build.reference(name), shape: present(value.shape) }
  }

  /** Has the lookup skipped without a value that its request does not take. */
  need(name: string, value: Value): void {
    const key = keyOf(value.expression)
    if (!this.skipped.some((one) => keyOf(one.value.expression) === key)) this.take(name, value)
  }

  plan(): LookupPlan["given"] {
    return this.skipped.map(({ name, value }) => ({ name, expression: value.expression }))
  }

  /** The results of lookups that find `one` each: a list with `foreach`, null where they are skipped. */
  found(one: Shape, each: Foreach | undefined): Shape {
    const skips = [...this.skipped.map(({ value }) => value), ...(each ? [each.list] : [])]
    const nullish = unionOf(...skips.map((value) => nullishPart(value.shape)))
    return unionOf(each === undefined ? one : arrayOf(one), nullish)
  }
}
