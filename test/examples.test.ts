/** Every example of every card runs against the sandbox: documentation that cannot rot. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type CapabilityMap, executeTask } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { parse } from "yaml"

const root = join(import.meta.dirname, "../cards")
interface Card {
  capability_id: keyof CapabilityMap
  effect: "read" | "write" | "destroy"
  examples?: { title: string; input: Record<string, unknown> }[]
}

const cards: Card[] = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".yaml"))
  .map((path) => parse(readFileSync(join(root, path), "utf8")))
  .sort((a, b) => (a.capability_id < b.capability_id ? -1 : 1))

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

describe.each(cards)("$capability_id", ({ capability_id, effect, examples }) => {
  it("has an example", () => expect(examples?.length ?? 0).toBeGreaterThan(0))

  it.each(examples ?? [])("$title", async ({ input }) => {
    const options = { base_url: sandbox.url, token: sandbox.token, validate_output: true }
    const result = await executeTask({ task: capability_id as string, input }, options)
    expect(result).toMatchObject({ ok: true, meta: { capability_id, route_used: "graphql" } })
    expect(sandbox.applied).toHaveLength(effect === "read" ? 0 : 1)
  })
})
