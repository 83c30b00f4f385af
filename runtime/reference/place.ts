import { type PathPart, pathText } from "./path.js"
import type { Out } from "./types.js"

/** A place in the result of a step, or in an item of a list. */
export interface Place {
  /** Identifies the step or the item. */
  readonly source: object
  readonly path: readonly PathPart[]
  /** Whether null is a failure. */
  readonly required: boolean
  /** Conditions that select one item; `[*]` of the path then means that item. */
  readonly match?: readonly Mark[]
}

/** The expected value of a member of the item. */
export interface Mark {
  readonly path: readonly PathPart[]
  readonly value: MarkValue
}

export type MarkValue = string | number | boolean

/** The property of a reference that holds its place. */
const placeIn: unique symbol = Symbol("ghx.reference.place")

/** The result of a step that has not run. */
export function outOf<T>(source: object): Out<T>
export function outOf(source: object): object {
  return referenceTo({ source, path: [], required: false })
}

/** The place that a reference stands for; undefined if the value is no reference. */
export function placeOf(value: unknown): Place | undefined {
  if (typeof value !== "function" || !(placeIn in value)) return undefined
  const place: unknown = Reflect.get(value, placeIn)
  return isPlace(place) ? place : undefined
}

function isPlace(value: unknown): value is Place {
  return typeof value === "object" && value !== null && "source" in value
}

/**
 * References are functions, so that copying an input does not mistake them for data. The properties of a reference
 * are references to places below it, as are the results of `at` and `required`.
 */
function referenceTo(place: Place): object {
  const child = (part: PathPart): Place => ({ ...place, path: [...place.path, part] })
  return new Proxy(() => {}, {
    get(_, name) {
      if (name === placeIn) return place
      // `await` and `JSON.stringify` read these members.
      if (name === "then" || name === "toJSON") return undefined
      if (typeof name === "symbol") throw new TypeError(notYet(place))
      return referenceTo(child(name))
    },
    has: (_, name) => name === placeIn,
    apply(_, __, [argument]) {
      const above = { ...place, path: place.path.slice(0, -1) }
      const called = place.path.at(-1)
      if (called === "required") return referenceTo({ ...above, required: true })
      if (called === "at" && Number.isInteger(argument)) {
        return referenceTo({ ...above, path: [...above.path, argument] })
      }
      throw new TypeError(notYet(place))
    },
  })
}

function notYet({ path }: Place): string {
  return `out.${pathText(path)} is unknown until its step has run; pass it to an input unchanged, or use sequence`
}
