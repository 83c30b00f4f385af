import { expect, test } from "vitest"
import { arrayOf, NULL, objectOf, type Shape, unionOf } from "../shape/index.js"
import { print } from "./layout.js"
import { printType, withEnums } from "./type.js"

const enumOf = (...values: readonly string[]): Shape => ({ kind: "string", values })
const reasons = enumOf("COMPLETED", "DUPLICATE", "NOT_PLANNED", "REOPENED", "TRANSFERRED", "OTHER")
const states = enumOf("OPEN", "CLOSED")

test("withEnums() declares long enums that occur several times", () => {
  const issue = objectOf({ reason: reasons, state: states })
  const { shape, enums } = withEnums(
    objectOf({ issue, others: arrayOf(issue), last: unionOf(reasons, NULL) }),
    ["Data"],
  )
  expect(enums.map((one) => print(one))).toEqual([`type Reason = ${printType(reasons)}\n`])
  expect(printType(shape).replace(/\s+/g, " ")).toBe(
    '{ issue: { reason: Reason; state: "OPEN" | "CLOSED" } others: { reason: Reason; state: "OPEN" | "CLOSED" }[]; last: Reason | null }',
  )
})

test("withEnums() declares no enum under a name that is taken", () => {
  const shape = objectOf({ data: objectOf({ data: reasons }), last: objectOf({ data: reasons }) })
  expect(withEnums(shape, ["Data"])).toEqual({ shape, enums: [] })
})
