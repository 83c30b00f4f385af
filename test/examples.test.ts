/** Every example of every card runs against the sandbox: documentation that cannot rot. */
import { executeTask } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { cards } from "./cards.js"

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

describe.each(cards)("$capability_id", ({ capability_id, effect, routing, examples = [] }) => {
  it("has an example", () => expect(examples.length).toBeGreaterThan(0))

  it.each(examples)("$title", async ({ input }) => {
    const options = { base_url: sandbox.url, token: sandbox.token, validate_output: true }
    const result = await executeTask({ task: capability_id as string, input }, options)
    expect(result).toMatchObject({
      ok: true,
      meta: { capability_id, route_used: routing.preferred },
    })
    expect(sandbox.applied).toHaveLength(effect === "read" ? 0 : 1)
  })
})
