import { register, search } from "@jmespath-community/jmespath"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as helpers from "../../runtime/path/index.js"
import { printExpression } from "../emit/index.js"
import { Path } from "../jmespath/index.js"
import {
  arrayOf,
  INTEGER,
  mismatches,
  NULL,
  objectOf,
  type Shape,
  unionOf,
} from "../shape/index.js"
import { compilePath } from "./compile.js"
import { PathError } from "./compiler.js"
import { expressions, scopeOf, shapes, valuesOf } from "./testing/index.js"
import { normalize, type Scope } from "./value.js"

register("base64", ([text]) => helpers.base64(String(text)), [{ types: [2] }])
register("tail", ([text, lines]) => helpers.tail(String(text), Number(lines)), [
  { types: [2] },
  { types: [0] },
])
register("grouped", ([query]) => helpers.grouped(String(query)), [{ types: [2] }])
register("until_last_error", ([log]) => helpers.untilLastError(String(log)), [{ types: [2] }])

const cases = shapes(3).chain((shape) =>
  fc.record({
    shape: fc.constant(shape),
    expression: expressions(shape, 3),
    values: fc.array(valuesOf(shape), { minLength: 3, maxLength: 6 }),
  }),
)

/** The compiled expression as a function; undefined if the compiler rejects it. */
function compiled(expression: string, shape: Shape, purpose: Scope["purpose"]) {
  const parsed = Path.parse(expression)
  if (parsed.problem) return undefined
  const scope = scopeOf("data", shape, purpose)
  try {
    const value = normalize(compilePath(parsed, scope), scope)
    const source = printExpression(value.expression)
    const script = source.replaceAll('" as const', '"')
    const run = new Function("data", ...Object.keys(helpers), `return (${script})`)
    return {
      source,
      shape: value.shape,
      run: (data: unknown) => run(data, ...Object.values(helpers)),
    }
  } catch (error) {
    if (error instanceof PathError) return undefined
    throw error
  }
}

/** The value as JSON: an absent value is null at the top level, and omitted from objects. */
function json(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value))
}

function interpreted(data: unknown, expression: string): { value: unknown } | undefined {
  try {
    return { value: json(search(json(data) as never, expression)) }
  } catch (error) {
    // The library loses a variable of an outer `let` if its value is falsy.
    if (error instanceof Error && /undefined variable/.test(error.message)) return undefined
    throw error
  }
}

/** The shape of a single value, for comparison with the inferred shape. */
function shapeOf(value: unknown): Shape {
  if (value === null || value === undefined) return NULL
  if (Array.isArray(value)) return arrayOf(unionOf(...value.map(shapeOf)))
  if (typeof value === "object") {
    const fields = Object.entries(value).map(([name, one]) => [name, { shape: shapeOf(one) }])
    return { kind: "object", fields: Object.fromEntries(fields) }
  }
  if (typeof value === "number") {
    return { kind: "number", integer: Number.isInteger(value), values: [value] }
  }
  return typeof value === "string"
    ? { kind: "string", values: [value] }
    : { kind: "boolean", value: value === true }
}

/** `TIMES=10 SEED=7 vitest run generator/path/path.property` runs more cases with another seed. */
const TIMES = Number(process.env.TIMES ?? (process.env.ALL === "1" ? 0.5 : 0.2))
const SEED = Number(process.env.SEED ?? 20)

describe("compiled path expressions", () => {
  it("return the results of the library's interpreter, with the inferred types", () => {
    let agreed = 0
    fc.assert(
      fc.property(cases, ({ shape, expression, values }) => {
        const program = compiled(expression, shape, "output")
        if (program === undefined) return
        for (const data of values) {
          const expected = interpreted(data, expression)
          if (expected === undefined) continue
          const actual = program.run(data)
          expect(json(actual), `${expression}\n${program.source}`).toEqual(expected.value)
          expect(
            mismatches(shapeOf(actual), program.shape),
            `${expression}\n${program.source}`,
          ).toEqual([])
          agreed += 1
        }
      }),
      { numRuns: 2500 * TIMES, seed: SEED },
    )
    // Most random expressions do not type-check, but enough must.
    expect(agreed).toBeGreaterThan(1000)
  })

  it("keep the type of a piped value nullable", () => {
    const inner = unionOf(objectOf({ a: arrayOf(INTEGER) }), NULL)
    const shape = unionOf(objectOf({ b: INTEGER }), objectOf({ a: inner }))
    const program = compiled("a | a | (@) || (@)", shape, "output")
    expect(json(program?.run({ a: null })), program?.source).toBeNull()
    expect(program?.run({ a: { a: [1] } })).toEqual([1])
  })

  it("return the interpreter's results in requests, if absent and null are equal", () => {
    fc.assert(
      fc.property(cases, ({ shape, expression, values }) => {
        const program = compiled(expression, shape, "request")
        if (program === undefined) return
        for (const data of values) {
          const expected = interpreted(data, expression)
          if (expected === undefined) continue
          expect(withoutNulls(json(program.run(data))), `${expression}\n${program.source}`).toEqual(
            withoutNulls(expected.value),
          )
        }
      }),
      { numRuns: 1500 * TIMES, seed: SEED },
    )
  })
})

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== "object" || value === null) return value
  const kept = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutNulls(one)]))
}
