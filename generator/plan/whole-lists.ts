/** Values that are computed from a list, such as a count, of which GitHub may withhold items. */
import { build, type Value } from "../path/index.js"
import { alternatives, isNullish, NULL, present, type Shape, unionOf } from "../shape/index.js"
import { dependenciesOf, dependencyOn, wholeOf } from "./dependencies.js"
import type { BareScope } from "./mapping.js"
import type { MappingOf } from "./shape-mappings.js"

const SCALARS: readonly Shape["kind"][] = ["boolean", "number", "string"]

/**
 * The value, or null if a list that it is computed from lacks items: a count or a state of the rest would be wrong. A
 * list as the value stays, because it shows what there is.
 */
export function orNullWithGaps(
  value: Value,
  { current }: Pick<BareScope, "current">,
  mappingOf: MappingOf = () => undefined,
): Value {
  const { expression, shape } = value
  const isScalar = alternatives(present(shape)).every(({ kind }) => SCALARS.includes(kind))
  if (!isScalar || current.expression.kind !== "name") return value
  const read = new Map([[current.expression.name, dependencyOn("")]])
  const places = [...wholeOf(dependenciesOf(expression, read, mappingOf))]
  const lists = new Set(places.flatMap((place) => listAt(place, current.shape) ?? []))
  if (lists.size === 0) return value
  const paths = [...lists].sort().map(build.literalOf)
  return {
    expression: build.helper("ifWhole", current.expression, ...paths, expression),
    shape: unionOf(...alternatives(shape), NULL),
  }
}

/** The path of the first list on a path whose items may be null. */
function listAt(place: string, from: Shape): string | undefined {
  let at: readonly Shape[] = [from]
  const names: string[] = []
  for (const name of place.replace("?", "").split(".")) {
    names.push(name)
    at = at.flatMap(alternatives).flatMap((one) => {
      const field = one.kind === "object" ? one.fields[name] : undefined
      return field ? alternatives(field.shape) : []
    })
    if (at.some((one) => one.kind === "array" && isNullish(one.items))) return names.join(".")
    at = at.flatMap((one) => (one.kind === "array" ? [one.items] : [one]))
  }
  return undefined
}
