/** Properties of plans for random entities, for every capability. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import fc, { type Arbitrary } from "fast-check"
import { createExecutor } from "ghx"
import { plan } from "ghx/plan"
import { describe, expect, it } from "vitest"
import { catalog } from "../../generated/catalog.js"
import table from "../../generated/plan.json" with { type: "json" }
import type { Contract, JsonSchema } from "../../runtime/index.js"
import { cards, routesOf } from "../cards.js"
import { ROOT } from "../projects.js"
import { all } from "../some.js"

const contractOf = (id: string): Contract =>
  JSON.parse(readFileSync(join(ROOT, `generated/contracts/${id}.json`), "utf8"))

const things: Readonly<Record<string, { noun: string; tool: string; path: string; by: string[] }>> =
  table.things

/** Values that a schema accepts; undefined if only an example has one. */
function valuesOf({
  type,
  anyOf,
  enum: values,
  pattern,
  items,
}: JsonSchema): Arbitrary<unknown> | undefined {
  if (values) return fc.constantFrom(...values.filter((value) => value !== null))
  if (anyOf) return valuesOf(anyOf[0] ?? {})
  const [only] = [type ?? []].flat().filter((one) => one !== "null")
  if (pattern !== undefined) return undefined
  if (only === "integer" || only === "number") return fc.integer({ min: 1, max: 50 })
  if (only === "boolean") return fc.boolean()
  if (only === "string") return fc.constantFrom("Found a bug", "main", "issue", "{owner}", "ä ü")
  const item = only === "array" && items ? valuesOf(items) : undefined
  return item && fc.uniqueArray(item, { minLength: 1, maxLength: 2 })
}

/** Everything that describes a call: names and their values. */
function entitiesFor(id: string, depth = 0): Map<string, Arbitrary<unknown>> {
  const found = new Map<string, Arbitrary<unknown>>()
  const example: object = catalog[id]?.example ?? {}
  const { properties = {} } = contractOf(id).input
  const inputs = Object.entries(properties).filter(([name]) => name !== "after")
  for (const [name, schema] of inputs) {
    const thing = depth < 3 ? things[name] : undefined
    if (thing) {
      const own = contractOf(thing.tool)
      const [list = ""] = thing.path.split("[")
      const item = own.output.properties?.[list]?.items?.properties ?? {}
      for (const by of thing.by) {
        const values = valuesOf(own.input.properties?.[by] ?? item[by] ?? {})
        if (values) found.set(by, values).set(`${thing.noun}_${by}`, values)
      }
      // If names are equal, the one nearer to the capability takes precedence.
      for (const [inner, values] of entitiesFor(thing.tool, depth + 1)) {
        if (!found.has(inner)) found.set(inner, values)
      }
    }
    const value = Reflect.get(example, name)
    const values = value === undefined ? valuesOf(schema) : fc.constant(value)
    if (values) found.set(name, values)
  }
  // If a list and the capability use the same name, the capability takes precedence.
  for (const [name, schema] of inputs) {
    const value = Reflect.get(example, name)
    const values = value === undefined ? valuesOf(schema) : fc.constant(value)
    if (values) found.set(name, values)
    else found.delete(name)
  }
  return found
}

/** A random subset: nearly all of the required entities that nothing finds, and few of the others. */
function requestsOf(id: string): Arbitrary<Record<string, unknown>> {
  const required = new Set(["owner", "repo", ...(contractOf(id).input.required ?? [])])
  const each = [...entitiesFor(id)].map(([name, values]) => {
    const often = required.has(name) && !(name in things) ? 19 : 2
    return fc.tuple(fc.nat(19), values).map(([dice, value]): [string, unknown][] => {
      if (dice < often) return [[name, value]]
      return dice === 19 ? [[name, null]] : []
    })
  })
  return fc.tuple(...each).map((all) => Object.fromEntries(all.flat()))
}

const types: Readonly<Record<string, unknown>> = table.types

/** Whether an entity is a string, under its own name and as a member of an object. */
const isText = (name: string): boolean =>
  types[name] === undefined && types[name.replace(/^[a-z]+_/, "")] === undefined

/** Whether an entity is the number or id of an object, which then needs no other identification. */
const isId = (name: string): boolean => Object.keys(things).some((id) => name.endsWith(id))

/** Capabilities for which the client below has no route. */
const overGhAlone: ReadonlySet<string> = new Set(
  cards
    .filter((card) => routesOf(card).every((route) => route === "cli"))
    .map((card) => card.capability_id),
)

/** No server listens: an error from there means that all checks before sending have passed. */
const { executeTasks } = createExecutor({
  base_url: "http://127.0.0.1:9",
  token: "t",
  retry: false,
  routes: ["graphql", "rest"],
  confirm: () => true,
})

describe.each(Object.keys(table.tools))("%s", (intent) => {
  it("has deterministic plans of at most three valid steps for random entities", async () => {
    const requests = requestsOf(intent)
    await fc.assert(
      fc.asyncProperty(requests, async (entities) => {
        const made = plan({ intent, entities })
        const backwards = Object.fromEntries(Object.entries(entities).reverse())
        expect(plan({ intent, entities: backwards })).toEqual(made)
        const { steps, missing, requires_chaining } = made
        expect(steps.length === 0).toBe(missing.length > 0)
        expect(steps.length).toBeLessThanOrEqual(3)
        const last = steps.at(-1)
        const isOpen = last !== undefined && last.tool !== intent
        expect(requires_chaining).toBe(steps.length > 1 || isOpen)
        for (const [index, { step_number, depends_on }] of steps.entries()) {
          expect(step_number).toBe(index + 1)
          expect(depends_on ?? 0).toBeLessThan(step_number)
        }
        // Every listed value is used by a later step.
        const taken = JSON.stringify(steps.map(({ input }) => input))
        for (const { as } of steps.slice(0, -1)) {
          // A plan that ends with a list leaves the choice of an item to the user.
          if (as === undefined) expect(isOpen).toBe(true)
          else expect(taken).toContain(`"$from":"${as}"`)
        }
        const { results } = await executeTasks(steps)
        const errors = results.flatMap((result) => (result.ok ? [] : [result.error]))
        const refused = overGhAlone.has(intent) ? "ADAPTER_UNSUPPORTED" : "NETWORK"
        expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual(
          steps.map(({ tool }) => expect.stringMatching(tool === intent ? refused : "NETWORK")),
        )
      }),
      { numRuns: all ? 100 : 4 },
    )
  })

  it("has plans whose inputs contain every given text entity", () => {
    const names = [...entitiesFor(intent).keys()].filter((name) => !(name in things))
    const texts = names.filter(isText)
    const { required = [] } = contractOf(intent).input
    const others = requestsOf(intent).map((entities) =>
      Object.fromEntries(
        Object.entries(entities).filter(([name]) => !texts.includes(name) && !isId(name)),
      ),
    )
    const chosen = fc.subarray(texts, { maxLength: Math.min(4, texts.length) })
    fc.assert(
      fc.property(others, chosen, (entities, some) => {
        const all = [...some, ...texts.filter((name) => required.includes(name))]
        const own = Object.fromEntries(all.map((name) => [name, `${name}!`]))
        const { steps } = plan({ intent, entities: { ...entities, ...own } })
        if (steps.at(-1)?.tool !== intent) return
        const written = JSON.stringify(steps.map(({ input }) => input))
        for (const name of some) {
          if (!table.context.includes(name)) expect(written).toContain(`"${name}!"`)
        }
      }),
      { numRuns: all ? 300 : 20 },
    )
  })
})
