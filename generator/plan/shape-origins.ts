import type { RouteType } from "../../runtime/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import type { ShapeFile } from "../expand/index.js"
import { aboutShape } from "../messages/index.js"
import { atKey } from "../parse/index.js"
import { build, reservedNames } from "../path/index.js"
import { present, type Shape } from "../shape/index.js"
import { camelCase, identifier } from "../text/index.js"
import type { BareScope } from "./mapping.js"
import type { Described } from "./route.js"

/** The origin of a shape by route: the file of a fragment, or the name of a schema. */
export type Origins = Readonly<Partial<Record<RouteType, string>>>

/** The origins in a shape's file, or else those of its base shape. */
export function originsOf(
  name: string,
  described: Described,
  over: readonly string[] = [],
): Origins {
  const file = described.files.get(name)
  if (file === undefined) return described.package ? originsOf(name, described.package) : {}
  const { value } = file
  const isInCircle = over.includes(name)
  const base =
    value.shape === undefined || isInCircle
      ? {}
      : originsOf(value.shape, described, [...over, name])
  const own = described.routes.flatMap(({ type, origin }) => {
    const named = origin.named(name, file, described)
    return named === undefined ? [] : [[type, named] as const]
  })
  return { ...base, ...Object.fromEntries(own) }
}

/** Checks that a shape has sources, and that all of them exist. */
export function checkOrigins(
  name: string,
  file: ShapeFile,
  origins: Origins,
  described: Described,
): Diagnostic[] {
  const { source } = file
  if (Object.keys(origins).length === 0)
    return [atKey(source, ["description"], aboutShape.noType(name))]
  return described.routes.flatMap(({ type, origin }) =>
    origin.check(origins[type], file, described),
  )
}

/** The scope of a shape's mapping: an object of its type, under the type's name. */
export function scopeOf(route: RouteType, origins: Origins, described: Described): BareScope {
  const name = identifier(camelCase(nameOf(origins, described)))
  return {
    purpose: "output",
    current: {
      expression: build.reference(name),
      shape: present(typeOf(route, origins[route] ?? "", described)),
      hint: name,
    },
    variables: new Map(),
    facts: [],
    names: new Set([...reservedNames(), name]),
  }
}

function nameOf(origins: Origins, described: Described): string {
  const names = described.routes.flatMap(({ type, origin }) => {
    const named = origins[type]
    return (named === undefined ? undefined : origin.nameOf(named, described)) ?? []
  })
  return names[0] ?? "value"
}

function typeOf(route: RouteType, named: string, described: Described): Shape {
  const { origin } = described.routes.find(({ type }) => type === route) ?? {}
  if (origin === undefined) throw new Error(`${route} is not a route`)
  return origin.typeOf(named, `$${route}@${named}`, described)
}
