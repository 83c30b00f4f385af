import type { Shape } from "../../shape/index.js"
import { build } from "../index.js"
import type { Scope } from "../value.js"

/** A scope in which `@` is a variable of the given name and shape. */
export function scopeOf(name: string, shape: Shape, purpose: Scope["purpose"]): Scope {
  return {
    purpose,
    current: { expression: build.reference(name), shape },
    variables: new Map(),
    facts: [],
    names: new Set([name]),
    onRead: () => {},
  }
}
