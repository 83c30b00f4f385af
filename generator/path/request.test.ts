import { describe, expect, it } from "vitest"
import * as helpers from "../../runtime/path/index.js"
import { printExpression } from "../emit/index.js"
import { Path } from "../jmespath/index.js"
import {
  ABSENT,
  arrayOf,
  INTEGER,
  NULL,
  objectOf,
  type Shape,
  STRING,
  unionOf,
} from "../shape/index.js"
import { compilePath } from "./compile.js"
import { scopeOf } from "./testing/index.js"
import { normalize, type Scope } from "./value.js"

const optional = (shape: Shape) => unionOf(shape, NULL, ABSENT)
const input = objectOf({
  title: optional(STRING),
  body: optional(STRING),
  labels: optional(arrayOf(STRING)),
  milestone: optional(objectOf({ number: INTEGER })),
})

function evaluate(expression: string, data: unknown, purpose: Scope["purpose"]): unknown {
  const parsed = Path.parse(expression)
  if (parsed.problem) throw new Error(parsed.problem.message)
  const scope = scopeOf("input", input, purpose)
  const compiled = normalize(compilePath(parsed, scope), scope).expression
  const run = new Function(
    "input",
    ...Object.keys(helpers),
    `return (${printExpression(compiled)})`,
  )
  return run(data, ...Object.values(helpers))
}

describe("an expression in a request", () => {
  it.each([
    ["title", {}, undefined],
    ["title", { title: null }, null],
    ["milestone.number", {}, undefined],
    ["milestone.number", { milestone: null }, null],
    ["milestone.number", { milestone: { number: 3 } }, 3],
    ["{title: title, body: body}", { title: "x" }, { title: "x", body: undefined }],
    ["{title: title, body: body}", { title: "x", body: null }, { title: "x", body: null }],
    ["{issue: {title: title}}", {}, { issue: { title: undefined } }],
    ["labels[]", {}, undefined],
    ["labels[]", { labels: null }, null],
    ["labels[].upper(@)", { labels: null }, null],
    ["labels[].upper(@)", { labels: ["bug"] }, ["BUG"]],
    ["labels[0]", { labels: null }, null],
    ["milestone.{n: number}", { milestone: null }, null],
  ])("%s of %o is %o: absent stays absent, null stays null", (expression, data, expected) => {
    expect(evaluate(expression, data, "request")).toStrictEqual(expected)
  })

  it("omits absent values from the JSON", () => {
    const body = evaluate(
      "{title: title, body: body, milestone: milestone.number}",
      { body: null },
      "request",
    )
    expect(JSON.stringify(body)).toBe('{"body":null}')
  })
})

describe("a comparison in a request treats absent as null", () => {
  it.each([
    ["{v: title} == {w: title}", {}, false],
    ["{v: title} == {v: body}", { title: null }, true],
    ["{v: title, w: body} == {v: body, w: title}", { title: null }, true],
    ["[{v: title}] == [{v: body}]", { title: null }, true],
    ["{v: title} != {v: body}", { title: "x" }, true],
    ["let $made = {v: title} in $made == {v: `null`}", {}, true],
  ])("%s of %o is %o", (expression, data, expected) => {
    expect(evaluate(expression, data, "request")).toBe(expected)
  })
})

describe("an expression in an output", () => {
  it.each([
    ["title", {}],
    ["title", { title: null }],
    ["milestone.number", {}],
    ["labels[0]", { labels: [] }],
    ["labels[]", {}],
  ])("%s of %o is null", (expression, data) => {
    expect(evaluate(expression, data, "output")).toBe(null)
  })
})
