/** Tests that the short form is the full form with omissions: a card and its expansion are the same capability. */
import { isDeepStrictEqual } from "node:util"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createMemory, expansionOf, planOf } from "../generator/compile/index.js"
import { printYaml } from "../generator/parse/index.js"
import { type Inputs, readInputs } from "../generator/read/index.js"
import { standsForItsPlan } from "./all.js"
import { cards } from "./cards.js"
import { runGenerator } from "./command.js"
import { ROOT } from "./projects.js"
import { all } from "./some.js"

const inputs = readInputs(ROOT)
const memory = createMemory()

// Cards share the rules, so that some cards stand for all.
const some = cards.filter(standsForItsPlan)

/**
 * The cards whose expansions have sections or keys that no earlier expansion has: one rule derives a key for all
 * cards.
 */
const withNewPlaces = new Set<string>()
const seen = new Set<string>()
for (const { capability_id: id } of some) {
  const before = seen.size
  for (const place of pathsIn(expansionOf(inputs, id, memory)?.value)) {
    // Deeper keys are names of inputs, or details of these sections.
    seen.add(place.slice(0, 2).join("."))
  }
  if (all || seen.size > before) withNewPlaces.add(id)
}

describe.each(some)("$capability_id", (card) => {
  const id: string = card.capability_id
  const full = expansionOf(inputs, id, memory)?.value

  it("expands to the same card a second time", () => {
    expect(full).toBeDefined()
    expect(expansionOf(withCard(id, full), id, memory)?.value).toEqual(full)
  })

  it("compiles to the same plan as its expansion", () => {
    // The generated code only depends on the plan.
    const { plan, diagnostics } = planOf(inputs, id, memory) ?? {}
    expect(plan).toBeDefined()
    expect(planOf(withCard(id, full), id, memory)).toMatchObject({ plan, diagnostics })
  })

  if (!withNewPlaces.has(id)) return
  it("expands to the same card without its derivable keys", () => {
    // JSON is valid YAML, and much faster to write and to read.
    const expand = (value: unknown) =>
      expansionOf(withText(id, JSON.stringify(value)), id, memory)?.value
    const left = pathsIn(full).filter((path) => isDeepStrictEqual(expand(cut(full, path)), full))
    expect(left.length).toBeGreaterThanOrEqual(3)
    const expectSame = (paths: readonly string[][]): void => {
      expect(expand(paths.reduce(cut, full)), paths.join("; ")).toEqual(full)
    }
    // A section's keys are derived from each other: all of them together, then some of the whole card.
    for (const section of Object.keys(Object(full)))
      expectSame(left.filter(([first]) => first === section))
    const several = fc.uniqueArray(fc.constantFrom(...left), { selector: String })
    fc.assert(fc.property(several, expectSame), { numRuns: all ? 10 : 1 })
  })
})

it("`expand` prints a card that compiles to the same plan", () => {
  const { stdout, stderr, exitCode } = runGenerator(ROOT, ["expand", "issue.view"])
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 })
  const expanded = {
    ...inputs,
    cards: new Map([...inputs.cards, ["cards/issue/view.yaml", stdout]]),
  }
  const { plan, diagnostics } = planOf(inputs, "issue.view") ?? {}
  expect(planOf(expanded, "issue.view")).toMatchObject({ plan, diagnostics })
})

const withCard = (id: string, value: unknown): Inputs => withText(id, printYaml(value))

function withText(id: string, text: string): Inputs {
  const path = `cards/${id.replaceAll(".", "/")}.yaml`
  return { ...inputs, cards: new Map([...inputs.cards, [path, text]]) }
}

/** The places of values that may be derived: keys of the card, its sections, and their members. */
function pathsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (path.length === 4 || typeof value !== "object" || value === null || Array.isArray(value))
    return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [...path, key],
    ...(key.endsWith("_schema") || key === "examples" ? [] : pathsIn(inner, [...path, key])),
  ])
}

/** A copy without the value at a path. */
function cut(value: unknown, path: readonly string[]): unknown {
  const [key, ...rest] = path
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.flatMap(([name, inner]) =>
      name !== key ? [[name, inner]] : rest.length === 0 ? [] : [[name, cut(inner, rest)]],
    ),
  )
}
