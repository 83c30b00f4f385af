import type { ValidationIssue } from "../envelope/index.js"
import { reasonOf } from "../errors/index.js"
import { childPointer } from "./pointer.js"

export interface Snapshot {
  /** Plain JSON data that shares nothing with the caller's; null where there is no such thing. */
  readonly value: unknown
  readonly issues: ValidationIssue[]
}

// Deeper inputs mean a mistake, and copying them would exhaust the stack.
const deepest = 64

// Not all of them will be told, but those of the input itself before those within its fields.
const most = 1_000

const halfCharacter = /\p{Surrogate}/u

/**
 * A copy of `input` as JSON would carry it, an empty object where there is none, and everything in it that JSON cannot carry.
 *
 * A property with the value undefined is absent. Keys such as `__proto__` are copied as what they
 * are, own properties, so that validation sees and refuses them.
 */
export function snapshot(input: unknown): Snapshot {
  const issues: ValidationIssue[] = []
  const ancestors = new Set<object>()

  const refuse = (pointer: string, message: string): null => {
    if (issues.length < most) issues.push({ pointer, message })
    return null
  }

  const copy = (value: unknown, pointer: string): unknown => {
    if (value === null || typeof value === "boolean") return value
    if (typeof value === "string") {
      // Every route would carry it as something else: an address not at all, gh as a question mark.
      return halfCharacter.test(value) ? refuse(pointer, "holds half a character") : value
    }
    if (typeof value === "number") {
      if (Number.isFinite(value)) return value
      return refuse(pointer, `expected a finite number, found ${value}`)
    }
    if (typeof value !== "object")
      return refuse(pointer, `expected JSON data, found ${aOrAn(typeof value)}`)
    if (ancestors.has(value)) return refuse(pointer, "contains itself")
    if (ancestors.size >= deepest) return refuse(pointer, `is nested deeper than ${deepest} levels`)
    ancestors.add(value)
    try {
      return Array.isArray(value) ? copyArray(value, pointer) : copyObject(value, pointer)
    } catch (error) {
      return refuse(pointer, `cannot be read: ${reasonOf(error)}`)
    } finally {
      ancestors.delete(value)
    }
  }

  const copyArray = (array: readonly unknown[], pointer: string) =>
    Array.from(array, (item, index) => copy(item, childPointer(pointer, String(index))))

  const copyObject = (object: object, pointer: string) => {
    const kind = foreignKind(object)
    if (kind !== undefined) return refuse(pointer, `expected a plain object, found ${kind}`)
    const result = {}
    for (const [key, item] of Object.entries(object)) {
      if (item === undefined) continue
      const value = copy(item, childPointer(pointer, key))
      Object.defineProperty(result, key, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      })
    }
    return result
  }

  return { value: copy(input === undefined ? {} : input, ""), issues }
}

/** What an object is that is no plain one; plain ones of other realms count as plain. */
function foreignKind(object: object): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(object)
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return undefined
  if (object instanceof Date) return "a Date (give its toISOString())"
  const name: unknown = object.constructor?.name
  return typeof name === "string" && name !== "" ? aOrAn(name) : "an instance of a class"
}

function aOrAn(noun: string): string {
  if (noun === "undefined") return noun
  return /^[aeiou]/i.test(noun) ? `an ${noun}` : `a ${noun}`
}
