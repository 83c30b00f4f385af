/** Every example of every card runs against the sandbox: documentation that cannot rot. */
import { executeTask } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { cards } from "./cards.js"
import { makeClone } from "./clone.js"
import { needsGh } from "./needs.js"

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

describe.each(cards)("$capability_id", ({ capability_id, effect, routing, examples = [] }) => {
  it("has an example", () => expect(examples.length).toBeGreaterThan(0))

  it.for(examples)("$title", async ({ input }, context) => {
    // What only gh can do changes a clone, and not GitHub.
    const isLocal = routing.preferred === "cli"
    if (isLocal) needsGh(context)
    const gh = isLocal ? await localGh() : undefined
    const options = {
      base_url: sandbox.url,
      token: sandbox.token,
      validate_output: true,
      ...(gh && { gh }),
    }
    const result = await executeTask({ task: capability_id as string, input }, options)
    expect(result).toMatchObject({
      ok: true,
      meta: { capability_id, route_used: routing.preferred },
    })
    expect(sandbox.applied).toHaveLength(effect === "read" || isLocal ? 0 : 1)
  })
})

async function localGh() {
  const clone = makeClone()
  onTestFinished(clone.remove)
  const { env } = await sandbox.serveGh()
  return { env: { ...env, ...clone.env }, cwd: clone.cwd }
}
