/** Every example of every card runs against the sandbox: documentation that cannot rot. */
import { executeTask } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { cards } from "./cards.js"
import { type Clone, makeClone } from "./clone.js"

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let clone: Clone
beforeEach(async () => {
  sandbox = await startSandbox()
  clone = makeClone()
})
afterEach(async () => {
  await sandbox.close()
  clone.remove()
})

describe.each(cards)("$capability_id", ({ capability_id, effect, routing, examples = [] }) => {
  it("has an example", () => expect(examples.length).toBeGreaterThan(0))

  it.each(examples)("$title", async ({ input }) => {
    const { env } = await sandbox.serveGh()
    const gh = { env: { ...env, ...clone.env }, cwd: clone.cwd }
    const options = { base_url: sandbox.url, token: sandbox.token, validate_output: true, gh }
    const result = await executeTask({ task: capability_id as string, input }, options)
    expect(result).toMatchObject({
      ok: true,
      meta: { capability_id, route_used: routing.preferred },
    })
    // What only gh can do changes the clone, and not GitHub.
    const changesGithub = effect !== "read" && routing.preferred !== "cli"
    expect(sandbox.applied).toHaveLength(changesGithub ? 1 : 0)
  })
})
