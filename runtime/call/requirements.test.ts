import { Check } from "typebox/schema"
import { expect, test } from "vitest"
import type { JsonSchema } from "../definition/index.js"
import { requirements } from "./requirements.js"

const names = ["text", "number", "date", "state", "reason"]
const schema: JsonSchema = {
  type: "object",
  allOf: [
    { oneOf: [{ required: ["text"] }, { required: ["number"] }, { required: ["date"] }] },
    { anyOf: [{ required: ["date"] }, { required: ["state"] }] },
  ],
  dependentRequired: { reason: ["state", "text"] },
}

test("requirements rejects exactly the combinations of inputs that JSON Schema rejects", () => {
  for (let mask = 0; mask < 2 ** names.length; mask += 1) {
    const given = names.filter((_, index) => mask & (1 << index))
    const input = Object.fromEntries(given.map((name) => [name, 1]))
    expect(requirements(schema, input).length === 0, given.join()).toBe(Check({ ...schema }, input))
  }
})
