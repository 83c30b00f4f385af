/** Random shapes, values of a shape, and path expressions that are meaningful for a shape. */
import fc from "fast-check"
import {
  ABSENT,
  alternatives,
  arrayOf,
  BOOLEAN,
  has,
  INTEGER,
  NULL,
  objectOf,
  present,
  type Shape,
  STRING,
  unionOf,
} from "../../shape/index.js"
import { conditions, pathsOf } from "./conditions.js"

const NAMES = ["a", "b", "c", "login", "nodes"]
const ENUM: Shape = { kind: "string", values: ["OPEN", "CLOSED"] }
const OTHER_ENUM: Shape = { kind: "string", values: ["OPEN", "MERGED", "DRAFT"] }
const TEXTS = ["", "x", "bug", "OPEN", "é😀"]

const scalar: fc.Arbitrary<Shape> = fc.constantFrom(STRING, INTEGER, BOOLEAN, ENUM, OTHER_ENUM)

/** Shapes like those of GitHub's data: objects, lists with null items, nullable values, unions of objects. */
export function shapes(depth: number): fc.Arbitrary<Shape> {
  if (depth === 0) return scalar
  const inner = shapes(depth - 1)
  const field = fc.oneof(
    { weight: 3, arbitrary: inner },
    { weight: 3, arbitrary: inner.map((shape) => unionOf(shape, NULL)) },
    { weight: 1, arbitrary: inner.map((shape) => unionOf(shape, ABSENT)) },
  )
  const object = fc
    .dictionary(fc.constantFrom(...NAMES), field, { minKeys: 1, maxKeys: 4 })
    .map((fields): Shape => objectOf(fields))
  const pair = fc.tuple(object, object).map(([one, other]) => unionOf(one, other))
  // A field such as `__typename`, whose value identifies the member of the union.
  const kinds = ["User", "Bot", "Team"].map((kind): Shape => ({ kind: "string", values: [kind] }))
  const discriminated = fc
    .array(object, { minLength: 2, maxLength: 3 })
    .map((members) =>
      unionOf(
        ...members.map(
          (one, index): Shape =>
            one.kind === "object"
              ? { ...one, fields: { ...one.fields, kind: { shape: kinds[index] ?? STRING } } }
              : one,
        ),
      ),
    )
  const union = fc.oneof(pair, discriminated)
  const list = fc
    .tuple(fc.oneof(object, union, inner), fc.boolean())
    .map(([items, isNullable]) => arrayOf(isNullable ? unionOf(items, NULL) : items))
  return fc.oneof(
    { weight: 4, arbitrary: object },
    { weight: 3, arbitrary: list },
    { weight: 1, arbitrary: union },
    { weight: 1, arbitrary: scalar },
  )
}

/** A value of a shape. Absent properties are omitted. */
export function valuesOf(shape: Shape): fc.Arbitrary<unknown> {
  return fc.oneof(...alternatives(shape).map(valuesOfOne))
}

function valuesOfOne(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case "null":
      return fc.constant(null)
    case "absent":
      return fc.constant(undefined)
    case "boolean":
      return fc.boolean()
    case "number":
      return fc.integer({ min: -2, max: 3 })
    case "string":
      return fc.constantFrom(...(shape.values ?? TEXTS))
    case "array":
      return fc.array(valuesOf(shape.items), { maxLength: 4 })
    case "object": {
      const fields = Object.entries(shape.fields).map(([name, field]) => [
        name,
        valuesOf(field.shape),
      ])
      return fc
        .record(Object.fromEntries(fields))
        .map((value) =>
          Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)),
        )
    }
    default:
      return fc.constant(null)
  }
}

/** An arbitrary that is created when a value is drawn from it, because most are never used. */
function later<T>(make: () => fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.constant(undefined).chain(make)
}

/** An expression over a value of the shape. Most compile; those that do not are skipped by the test. */
export function expressions(shape: Shape, depth: number): fc.Arbitrary<string> {
  const leaf = fc.oneof(
    fc.constantFrom("@", "`[]`", "`null`", "`0`", "'x'", "'OPEN'", "`true`", "`{}`"),
    fieldName(shape),
  )
  if (depth === 0) return leaf
  const sub = later(() => expressions(shape, depth - 1))
  const condition = later(() => conditions(shape))
  const choices: fc.Arbitrary<string>[] = [
    leaf,
    fc.tuple(sub, sub).map(([a, b]) => `(${a}) || (${b})`),
    fc.tuple(sub, sub).map(([a, b]) => `(${a}) && (${b})`),
    sub.map((a) => `!(${a})`),
    fc.tuple(sub, fc.constantFrom("==", "!="), sub).map(([a, op, b]) => `(${a}) ${op} (${b})`),
    fc.tuple(sub, sub, sub).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
    fc.tuple(sub, sub).map(([a, b]) => `{one: ${a}, two: ${b}}`),
    fc.tuple(sub, sub).map(([a, b]) => `[${a}, ${b}]`),
    fc.tuple(sub, sub).map(([a, b]) => `let $v = ${a} in [$v, ${b}]`),
    fc.tuple(sub, sub).map(([a, b]) => `not_null(${a}, ${b})`),
    sub.map((a) => `to_string(${a})`),
    fc.tuple(condition, sub).map(([test, a]) => `${test} && ${a}`),
    fc.tuple(condition, sub, sub).map(([test, a, b]) => `${test} ? (${a}) : (${b})`),
    fc.tuple(condition, condition).map(([one, two]) => `${one} && ${two}`),
    fc.tuple(condition, pathsOf(shape)).map(([test, path]) => `${test} && {v: ${path}}`),
  ]
  choices.push(...objectChoices(shape, depth), ...listChoices(shape, depth), ...textChoices(shape))
  return fc.oneof(...choices)
}

function fieldName(shape: Shape): fc.Arbitrary<string> {
  const names = alternatives(shape).flatMap((one) =>
    one.kind === "object" ? Object.keys(one.fields) : [],
  )
  return names.length === 0 ? fc.constant("@") : fc.constantFrom(...names)
}

function objectChoices(shape: Shape, depth: number): fc.Arbitrary<string>[] {
  return alternatives(shape).flatMap((one) =>
    one.kind !== "object"
      ? []
      : Object.entries(one.fields).flatMap(([name, field]) => {
          const inner = later(() => expressions(present(field.shape), depth - 1))
          return [
            inner.map((rest) => `${name}.${afterDot(rest)}`),
            inner.map((rest) => `${name} | ${rest}`),
            ...(has(field.shape, "array")
              ? [
                  later(() => fc.oneof(...listChoices(field.shape, depth))).map((rest) =>
                    onto(name, rest),
                  ),
                ]
              : []),
          ]
        }),
  )
}

/** Expressions after a dot: a field, a multi-select or a function. */
function afterDot(rest: string): string {
  return /^([a-z_]+[^|]*|[{].*)$/i.test(rest) && !/^let /.test(rest) ? rest : `{v: ${rest}}`
}

function onto(name: string, rest: string): string {
  return rest.startsWith("[") ? `${name}${rest}` : `${name} | ${rest}`
}

function listChoices(shape: Shape, depth: number): fc.Arbitrary<string>[] {
  return alternatives(shape).flatMap((one) => {
    if (one.kind !== "array") return []
    const item = present(one.items)
    const inner = later(() => expressions(item, depth - 1))
    const condition = later(() => conditions(item))
    const rest = fc.oneof(
      fc.constant(""),
      inner.map((text) => `.${afterDot(text)}`),
    )
    const list = [
      rest.map((text) => `[]${text}`),
      rest.map((text) => `[*]${text}`),
      fc.tuple(inner, rest).map(([test, text]) => `[?${test}]${text}`),
      fc.tuple(condition, rest).map(([test, text]) => `[?${test}]${text}`),
      fc.tuple(condition, rest).map(([test, text]) => `[] | [?${test}] | []${text}`),
      fc.tuple(condition, pathsOf(item)).map(([test, path]) => `[?${test}].{v: ${path}}`),
      fc.tuple(condition, condition).map(([a, b]) => `[?${a}] | [?${b}]`),
      fc
        .tuple(conditions(item), pathsOf(item))
        .map(([test, path]) => `[?${test}] | [0].${afterDot(path)}`),
      fc
        .tuple(fc.constantFrom("0:2", ":1", "-2:", "1:-1", "::2", "::-1", "2:0:-1", "-3:9"), rest)
        .map(([slice, text]) => `[${slice}]${text}`),
      fc.integer({ min: -3, max: 3 }).map((index) => `[${index}]`),
      fc.constant("length(@)"),
      rest.map((text) => `map(&@${text.startsWith("[") || text.startsWith(".") ? text : ""}, @)`),
      fieldName(item).map((name) => `map(&${name}, @)`),
      fieldName(item).map((name) => `[].${name} | [0]`),
      fc.constant("contains(@, 'x')"),
      fc.constant("contains(@, 'OPEN')"),
      fc.constant("join(',', @)"),
    ]
    return list
  })
}

function textChoices(shape: Shape): fc.Arbitrary<string>[] {
  if (!has(shape, "string") && !has(shape, "number")) return []
  return [
    fc.constantFrom(
      "length(@)",
      "upper(@)",
      "lower(@)",
      "contains(@, 'u')",
      "split(@, 'u')",
      "to_number(@)",
      "@ > `0`",
      "@ <= `1`",
      "floor(@)",
      "base64(@)",
      "tail(@, `1`)",
      "until_last_error(@)",
      "grouped(@)",
    ),
  ]
}
