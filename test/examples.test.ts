/**
 * Runs every example of every card on the sandbox, and compares the results with `test/results/`. UPDATE=1
 * rewrites those files; read every change.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { executeTask } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { parse, stringify } from "yaml"
import { type Card, cards, tokenFor } from "./cards.js"
import { makeClone } from "./clone.js"
import { needsGh } from "./needs.js"
import { isUpdate } from "./observed.js"
import { forCatalogue, isSynthesized, synthesizedCards, synthesizedFor } from "./small-fixture.js"
import { isAboutNow } from "./wall-clock.js"

const RESULTS = join(import.meta.dirname, "results")

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox(forCatalogue)
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

describe.each(cards)("$capability_id", (card) => {
  const { capability_id, effect, routing, examples = [] } = card
  const advice = `UPDATE=1 make test CARD=${capability_id} writes it down; read it`
  let wasSynthesized = false
  it("has an example", () => expect(examples.length).toBeGreaterThan(0))

  it.for(examples)("returns the recorded result: $title", async ({ title, input }, context) => {
    // A capability that only gh has changes a clone, and not GitHub.
    const isLocal = routing.preferred === "cli"
    if (isLocal) needsGh(context)
    const gh = isLocal ? await localGh() : undefined
    const options = {
      base_url: sandbox.url,
      token: tokenFor(card, sandbox),
      validate_output: true,
      ...(gh && { gh }),
    }
    const result = await executeTask({ task: capability_id as string, input }, options)
    expect(result).toMatchObject({ ok: true, meta: { capability_id } })
    // The preferred route must not need a fallback.
    expect(["CARD_PREFERRED", "FEWEST_REQUESTS"]).toContain(result.meta.reason)
    expect(sandbox.applied).toHaveLength(effect === "read" || isLocal ? 0 : 1)
    expect(synthesizedFor(card, sandbox.requests)).toEqual([])
    wasSynthesized ||= sandbox.requests.some((request) => request.synthesized.length > 0)
    const data = shortened(result.ok && result.data)
    if (isUpdate) remember(card, title, data)
    expect(data, advice).toEqual(remembered(capability_id)[title])
  })

  it("is answered from the sandbox's state, unless it is listed as synthesized", () => {
    synthesizedCards.note(capability_id, wasSynthesized || undefined)
    expect(isSynthesized(card), advice).toBe(wasSynthesized)
  })
})

it("every recorded result belongs to an example", () => {
  const files = readdirSync(RESULTS).filter((file) => file.endsWith(".yaml"))
  const kept = files.flatMap((file) =>
    Object.keys(remembered(file.replace(/\.yaml$/, ""))).map((title) => `${file}: ${title}`),
  )
  const titles = cards.flatMap(({ capability_id, examples = [] }) =>
    examples.map(({ title }) => `${capability_id}.yaml: ${title}`),
  )
  expect(kept.sort()).toEqual(titles.sort())
})

async function localGh() {
  const clone = makeClone()
  onTestFinished(clone.remove)
  const { env } = await sandbox.serveGh()
  return { env: { ...env, ...clone.env }, cwd: clone.cwd }
}

const fileOf = (id: string) => join(RESULTS, `${id}.yaml`)

/** The recorded results of a capability's examples, by title. */
function remembered(id: string): Record<string, unknown> {
  return existsSync(fileOf(id)) ? parse(readFileSync(fileOf(id), "utf8")) : {}
}

/** Records the result of an example, and drops those of examples that are gone. */
function remember({ capability_id: id, examples = [] }: Card, title: string, data: unknown): void {
  const all = { ...remembered(id), [title]: data }
  const kept = examples.flatMap(({ title }) => (title in all ? [[title, all[title]] as const] : []))
  writeFileSync(fileOf(id), stringify(Object.fromEntries(kept), { lineWidth: 100 }))
}

/** A list is recorded by its first items, a long text by its beginning, and bytes by their number. */
function shortened(value: unknown): unknown {
  if (typeof value === "number" && isAboutNow(value)) return "seconds of the wall clock"
  if (value instanceof Uint8Array) return `${value.length} bytes`
  if (typeof value === "string" && value.length > 500) {
    return `${value.slice(0, 400)} … ${value.length} characters`
  }
  if (Array.isArray(value)) {
    const [most, items] = [3, value.map(shortened)]
    return items.length > most ? [...items.slice(0, most), `… ${items.length - most} more`] : items
  }
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]))
}
