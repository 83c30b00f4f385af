/** Checks that the real gh prints the types of generator/pin/describe-gh.ts, for everything in the sandbox. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { Errors } from "typebox/schema"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type Sandbox, startSandbox } from "../../sandbox/index.js"
import { needsGh } from "../../test/needs.js"
import { ghTypes } from "./describe-gh.js"

let sandbox: Sandbox
let env: Record<string, string>
beforeAll(async () => {
  sandbox = await startSandbox()
  env = (await sandbox.serveGh()).env
})
afterAll(() => sandbox.close())
beforeEach(needsGh)

/** Converts OpenAPI's `nullable` to JSON Schema. Additional fields that gh prints are allowed. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict)
  if (typeof schema !== "object" || schema === null) return schema
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, strict(value)]),
  )
  return nullable ? { anyOf: [rest, { type: "null" }] } : rest
}

async function printed(group: string, fields: readonly string[]): Promise<unknown[]> {
  const argv = [group, "list", "--repo=octocat/hello-world", "--state=all", "--limit=100"]
  const { stdout } = await promisify(execFile)("gh", [...argv, `--json=${fields.join()}`], {
    env: { ...process.env, ...env },
  })
  return JSON.parse(stdout)
}

describe.each(Object.entries(ghTypes))("gh %s", (group, type) => {
  const { properties } = type as { properties: Record<string, object> }

  it("prints every field with the type in ghTypes", async () => {
    const items = await printed(group, Object.keys(properties))
    expect(items.length).toBeGreaterThan(2)
    const problems = items.flatMap((item) => Errors(strict(type) as object, item)[1])
    expect(problems).toEqual([])
  })

  it("prints output that a different type rejects", async () => {
    const [item] = await printed(group, ["number"])
    expect(Errors({ type: "object", required: ["title"] }, item)[0]).toBe(false)
  })
})
