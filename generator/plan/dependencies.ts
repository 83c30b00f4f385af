/** Finds the places of an answer that an expression reads. */
import type { Expression } from "../path/index.js"
import type { MappingOf } from "./shape-mappings.js"

/**
 * The dependencies of a value. A path consists of the names that lead to it from the answer; lists are
 * transparent, so an item has the path of its list. With `?`, only presence matters.
 */
export interface Dependencies {
  /** The places of which it is the value, or a list of values. */
  readonly at: ReadonlySet<string>
  /** Further places that affect its value. */
  readonly by: ReadonlySet<string>
  /** The members of an object literal, or of a list of them. */
  readonly members?: ReadonlyMap<string, Dependencies>
}

type Variables = ReadonlyMap<string, Dependencies>

const NOWHERE: ReadonlySet<string> = new Set()
const NOTHING: Dependencies = { at: NOWHERE, by: NOWHERE }

export function dependencyOn(place: string): Dependencies {
  return { at: new Set([place]), by: NOWHERE }
}

export function dependenciesOf(
  one: Expression,
  variables: Variables,
  mappingOf: MappingOf,
): Dependencies {
  const made = (part: Expression) => dependenciesOf(part, variables, mappingOf)
  const applied = (callback: Expression | undefined, ...given: readonly Dependencies[]) => {
    if (callback?.kind !== "function") return callback ? made(callback) : NOTHING
    const inner = new Map(variables)
    for (const [index, name] of callback.parameters.entries()) {
      inner.set(name, given[index] ?? NOTHING)
    }
    return dependenciesOf(callback.body, inner, mappingOf)
  }
  /** Unknown functions read their arguments as a whole. */
  const consumed = (parts: readonly Expression[]) => {
    const values = parts.filter(({ kind }) => kind !== "function").map(made)
    const all = joined(...values)
    const bodies = parts.filter(({ kind }) => kind === "function").map((part) => applied(part, all))
    return decidedBy(wholeOf(joined(all, ...bodies)))
  }
  switch (one.kind) {
    case "name":
      return variables.get(one.name) ?? NOTHING
    case "property":
      return memberOf(made(one.of), one.name)
    case "has":
      return decidedBy(presenceOf(memberOf(made(one.of), one.name)))
    case "not":
      return decidedBy(presenceOf(made(one.of)))
    case "operation":
      switch (one.operator) {
        case "&&":
          return joined(made(one.right), decidedBy(presenceOf(made(one.left))))
        case "||":
        case "??":
          return joined(made(one.left), made(one.right), decidedBy(presenceOf(made(one.left))))
        default:
          return consumed([one.left, one.right])
      }
    case "choice":
      return joined(made(one.whenTrue), made(one.whenFalse), decidedBy(presenceOf(made(one.test))))
    case "object": {
      const own = new Map(one.members.map(({ name, value }) => [name, made(value)]))
      return joined(one.base ? made(one.base) : NOTHING, { ...NOTHING, members: own })
    }
    case "shape": {
      const mapping = mappingOf(one.shape, one.route)
      if (!mapping) return consumed([one.of])
      const inner = new Map([[mapping.parameter, made(one.of)]])
      return dependenciesOf(mapping.value, inner, mappingOf)
    }
    case "list":
      return joined(...one.items.map(made))
    case "method": {
      const of = made(one.of)
      const [callback] = one.args
      if (one.name === "map" || one.name === "flatMap") {
        return joined(applied(callback, of), decidedBy(presenceOf(of)))
      }
      if (one.name === "filter") {
        return joined(of, decidedBy(wholeOf(applied(callback, of))))
      }
      if (one.name === "at" || one.name === "slice" || one.name === "flat") {
        return joined(of, consumed(one.args))
      }
      return consumed([one.of, ...one.args])
    }
    case "helper": {
      const [first, second] = one.args
      if (!first) return NOTHING
      switch (one.name) {
        case "ifWhole":
          return made(one.args.at(-1) ?? first)
        case "present":
        case "orNull":
        case "falsy":
          return made(first)
        case "truthy":
          return decidedBy(presenceOf(made(first)))
        case "listOf":
          return joined(...one.args.map(made))
        case "slice":
          return joined(made(first), consumed(one.args.slice(1)))
        case "member":
        case "having": {
          const value = made(first)
          if (second?.kind !== "literal") return consumed(one.args)
          const member = memberOf(value, String(second.value))
          return one.name === "member" ? member : joined(value, decidedBy(presenceOf(member)))
        }
        case "given":
        case "pipe": {
          const value = made(first)
          return joined(applied(second, value), decidedBy(presenceOf(value)))
        }
        case "either":
        case "both": {
          const [left, right] = [made(first), second ? made(second) : NOTHING]
          return joined(one.name === "either" ? left : NOTHING, right, decidedBy(wholeOf(left)))
        }
        default:
          return consumed(one.args)
      }
    }
    case "call":
      return consumed(one.args)
    case "function":
      return applied(one)
    default:
      return NOTHING
  }
}

/** A member of a value, which is affected by everything that affects the value. */
export function memberOf({ at, by, members }: Dependencies, name: string): Dependencies {
  const places = new Set([...at].map((place) => below(place, name)))
  return joined({ at: places, by }, members?.get(name) ?? NOTHING)
}

export function below(place: string, name: string): string {
  return place === "" ? name : `${place}.${name}`
}

/** All places that a value and its members depend on. */
export function wholeOf({ at, by, members = new Map() }: Dependencies): ReadonlySet<string> {
  return new Set([...at, ...by, ...[...members.values()].flatMap((one) => [...wholeOf(one)])])
}

/** The paths that decide whether a value is present. */
export function presenceOf({ at, by }: Dependencies): ReadonlySet<string> {
  return new Set([...[...at].map((place) => `${place}?`), ...by])
}

function decidedBy(places: ReadonlySet<string>): Dependencies {
  return { at: NOWHERE, by: places }
}

function joined(...all: readonly Dependencies[]): Dependencies {
  const known = all.filter((one) => one !== NOTHING)
  const [only = NOTHING] = known
  if (known.length < 2) return only
  const members = new Map<string, Dependencies>()
  for (const [name, made] of known.flatMap((one) => [...(one.members ?? [])])) {
    const before = members.get(name)
    members.set(name, before ? joined(before, made) : made)
  }
  return {
    at: new Set(known.flatMap(({ at }) => [...at])),
    by: new Set(known.flatMap(({ by }) => [...by])),
    ...(members.size > 0 && { members }),
  }
}

/** The places that every result reads, and the places that each output field is made from. */
export interface Places {
  readonly always: ReadonlySet<string>
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>
}
