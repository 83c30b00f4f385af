/** The cost of the types for a user's compiler. */
import { rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ROOT } from "./projects.js"
import { all } from "./some.js"
import { type Consumer, callsOf, chainOf, compilers, consumerOf, references } from "./type-cost.js"

const folder = "type-budget-test"

let consumer: Consumer
beforeAll(() => {
  consumer = consumerOf(folder, 70)
})
afterAll(() => rmSync(join(ROOT, ".cache", folder), { recursive: true, force: true }))

const [newest] = compilers

// The oldest compiler takes four times as long, and may count a tenth more.
describe.each(all ? compilers : [newest])("the types of ghx with %s", (compiler) => {
  it("cost at most 3,000 types and 2,000 instantiations for calls of 70 capabilities", () => {
    const { types, instantiations } = consumer.costOf(compiler, callsOf(consumer.capabilities))
    // An unresolved import has type `any`, and costs nothing.
    expect(types).toBeGreaterThan(700)
    expect(types).toBeLessThanOrEqual(3_000)
    expect(instantiations).toBeGreaterThan(70)
    expect(instantiations).toBeLessThanOrEqual(compiler === newest ? 2_000 : 2_200)
  })

  it("cost at most 2,000 types and 4,000 instantiations for a chain of 20 (median of three)", () => {
    // Capabilities differ in cost, and which ones are measured depends on the catalogue: the median of three chains.
    const costs = [0, 1, 2].map((start) => {
      const steps = consumer.capabilities.filter((_, index) => index % 3 === start).slice(0, 20)
      return consumer.costOf(compiler, chainOf(steps))
    })
    expect(median(costs.map(({ types }) => types))).toBeLessThanOrEqual(2_000)
    expect(median(costs.map(({ instantiations }) => instantiations))).toBeLessThanOrEqual(4_000)
  })

  it("cost at most 3,500 types for references, `each` and a sequence", () => {
    const { types } = consumer.costOf(compiler, references)
    expect(types).toBeGreaterThan(700)
    expect(types).toBeLessThanOrEqual(3_500)
  })
})

function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[values.length >> 1]
}
