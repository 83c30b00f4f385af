import type { ValidationIssue } from "../envelope/index.js"
import { reasonOf } from "../errors/index.js"
import { type Place, placeOf } from "../reference/index.js"
import { childPointer } from "./pointer.js"

export interface Snapshot {
  /** Plain JSON data, independent of the caller's objects; null if the input has no JSON form. */
  readonly value: unknown
  readonly issues: ValidationIssue[]
  /** The places of values that other steps will provide. `value` has null there. */
  readonly references?: readonly Referred[]
}

/** A place in an input, and the place of its future value. */
export interface Referred {
  /** JSON pointer into the input. */
  readonly pointer: string
  readonly place: Place
}

// Deeper inputs are a mistake, and copying them would exhaust the stack.
const deepest = 64

// More values are a mistake, and more than GitHub accepts in one request. Shared parts count each time, and holes of
// a list count, too.
const mostValues = 100_000

// Maximum number of collected problems. Fewer are reported, but problems of the input itself before those within its
// fields.
const most = 1_000

const loneSurrogate = /\p{Surrogate}/u
const surrogate = /[\ud800-\udfff]/

/**
 * A copy of `input` as JSON would represent it, and a list of everything in it that JSON cannot represent. A
 * missing input counts as an empty object.
 *
 * A property with the value undefined is absent. Keys such as `__proto__` are copied as own properties, so that
 * validation sees and refuses them.
 */
export function snapshot(input: unknown): Snapshot {
  const issues: ValidationIssue[] = []
  const references: Referred[] = []
  const ancestors = new Set<object>()
  /** The names on the path to the value that is being copied. A pointer is only made for a problem. */
  const way: (string | number)[] = []
  let left = mostValues

  const refuse = (message: string): null => {
    if (issues.length < most) issues.push({ pointer: pointerOf(way), message })
    return null
  }

  const copy = (value: unknown): unknown => {
    if (value === null || typeof value === "boolean") return value
    if (typeof value === "string") {
      // Each route would encode it differently: a URL cannot contain it, and gh replaces it by a question mark.
      return hasLoneSurrogate(value) ? refuse("contains an unpaired surrogate") : value
    }
    if (typeof value === "number") {
      return Number.isFinite(value) ? value : refuse(`expected a finite number, found ${value}`)
    }
    const place = placeOf(value)
    if (place) return refer(place)
    if (typeof value !== "object") return refuse(`expected JSON data, found ${aOrAn(typeof value)}`)
    if (ancestors.has(value)) return refuse("contains itself")
    if (ancestors.size >= deepest) return refuse(`is nested deeper than ${deepest} levels`)
    const depth = way.length
    ancestors.add(value)
    try {
      return Array.isArray(value) ? copyArray(value) : copyObject(value)
    } catch (error) {
      way.length = depth
      return refuse(`cannot be read: ${reasonOf(error)}`)
    } finally {
      ancestors.delete(value)
    }
  }

  const refer = (place: Place): null => {
    references.push({ pointer: pointerOf(way), place })
    return null
  }

  const copyMember = (name: string | number, value: unknown): unknown => {
    way.push(name)
    const copied = copy(value)
    way.pop()
    return copied
  }

  /** Copies this many members; copies none if the whole input would exceed the limit. */
  const within = (count: number, copyMembers: () => unknown): unknown => {
    if (count > left) return refuse(`is too large: an input has at most ${mostValues} values`)
    left -= count
    return copyMembers()
  }

  const copyArray = (array: readonly unknown[]) => {
    const { length } = array
    return within(length, () =>
      Array.from({ length }, (_, index) => copyMember(index, array[index])),
    )
  }

  const copyObject = (object: object) => {
    const kind = foreignKind(object)
    if (kind !== undefined) return refuse(`expected a plain object, found ${kind}`)
    const names = Object.keys(object)
    return within(names.length, () => copyMembers(object, names))
  }

  const copyMembers = (object: object, names: readonly string[]) => {
    const result: Record<string, unknown> = {}
    for (const key of names) {
      const item: unknown = Reflect.get(object, key)
      if (item === undefined) continue
      const value = copyMember(key, item)
      // Assigning to this key would replace the prototype.
      if (key === "__proto__") Object.defineProperty(result, key, { ...plain, value })
      else result[key] = value
    }
    return result
  }

  const value = copy(input === undefined ? {} : input)
  return references.length > 0 ? { value, issues, references } : { value, issues }
}

const plain = { writable: true, enumerable: true, configurable: true }

function pointerOf(way: readonly (string | number)[]): string {
  return way.reduce<string>((pointer, name) => childPointer(pointer, String(name)), "")
}

/** Whether a string has half of a surrogate pair. Most strings have no surrogates, which is quicker to test. */
function hasLoneSurrogate(text: string): boolean {
  return surrogate.test(text) && loneSurrogate.test(text)
}

/** The kind of an object that is not plain; plain objects of other realms count as plain. */
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
