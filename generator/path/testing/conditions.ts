/** Random conditions about a value: tests, comparisons and repeated tests. */
import fc from "fast-check"
import { alternatives, has, present, type Shape } from "../../shape/index.js"

interface Place {
  readonly path: string
  readonly shape: Shape
}

/** The readable fields of a value, and their fields. */
function placesIn(shape: Shape, depth: number): Place[] {
  return alternatives(present(shape)).flatMap((one) =>
    one.kind !== "object"
      ? []
      : Object.entries(one.fields).flatMap(([name, field]): Place[] => [
          { path: name, shape: field.shape },
          ...(depth === 0 ? [] : placesIn(field.shape, depth - 1)).map((inner) => ({
            ...inner,
            path: `${name}.${inner.path}`,
          })),
        ]),
  )
}

/** A readable path of a value. */
export function pathsOf(shape: Shape): fc.Arbitrary<string> {
  return fc.constantFrom("@", ...placesIn(shape, 2).map(({ path }) => path))
}

/** A condition of a few tests, which may contradict each other. */
export function conditions(shape: Shape): fc.Arbitrary<string> {
  const places: Place[] = [{ path: "@", shape }, ...placesIn(shape, 2)]
  const one = fc.constantFrom(...places).chain(testOf(places))
  const negated = fc.oneof(
    { weight: 3, arbitrary: one },
    { weight: 1, arbitrary: one.map((a) => `!(${a})`) },
  )
  const pair = fc.tuple(negated, fc.constantFrom("&&", "&&", "||"), negated)
  const two = pair.map(([a, operator, b]) => `(${a} ${operator} ${b})`)
  const three = fc
    .tuple(two, fc.constantFrom("&&", "||"), negated)
    .map(([a, operator, b]) => `(${a} ${operator} ${b})`)
  return fc.oneof(negated, two, two, three)
}

function testOf(places: readonly Place[]) {
  return ({ path, shape }: Place): fc.Arbitrary<string> => {
    const operator = fc.constantFrom("==", "!=")
    const against = (literals: readonly string[]) =>
      fc
        .tuple(operator, fc.constantFrom(...literals))
        .map(([sign, value]) => `${path} ${sign} ${value}`)
    const choices: fc.Arbitrary<string>[] = [fc.constant(path), against(["`null`"])]
    for (const kind of alternatives(shape)) {
      if (kind.kind === "string") {
        choices.push(against((kind.values ?? ["x", "", "bug"]).map((value) => `'${value}'`)))
      }
      if (kind.kind === "number")
        choices.push(against(["`0`", "`1`"]), fc.constant(`${path} > \`0\``))
      if (kind.kind === "boolean") choices.push(against(["`true`", "`false`"]))
    }
    if (has(shape, "string")) {
      choices.push(fc.constant(`${path} && contains(${path}, 'u')`))
      const others = places.filter((other) => has(other.shape, "string"))
      choices.push(
        fc
          .tuple(operator, fc.constantFrom(...others))
          .map(([sign, other]) => `${path} ${sign} ${other.path}`),
      )
    }
    return fc.oneof(...choices)
  }
}
