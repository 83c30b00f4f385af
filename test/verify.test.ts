/** Compares generated code with other tools, and tests that the comparison finds faults: each test breaks a copy. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, expect, it } from "vitest"
import { generate } from "../generator/compile/index.js"
import { readSchema } from "../generator/parse/index.js"
import { readInputs, readTexts } from "../generator/read/index.js"
import { standsForItsPlan } from "./all.js"
import { cards } from "./cards.js"
import { inputsOf, samples } from "./documents/index.js"
import { ROOT } from "./projects.js"
import { describeRarely } from "./rarely.js"
import { API_PATH, describeApi } from "./verify/api.js"
import { type Fault, faults } from "./verify/faults.js"
import { KNOWN_REASONS } from "./verify/known-differences.js"
import { verify } from "./verify/verify.js"

const project = readInputs(ROOT)
const pathOf = (id: string) => `cards/${id.replaceAll(".", "/")}.yaml`

it("test/api.md matches what `make api` writes", () => {
  const page = readFileSync(join(ROOT, API_PATH), "utf8")
  // `make check` compares these files with freshly generated ones.
  expect(describeApi(ROOT, readTexts(ROOT, "generated"))).toBe(page)
})

// `make check` type-checks every module, and the examples run them.
describeRarely("the comparison with other tools", () => {
  let found: Fault["found"][]
  let known: string[]
  beforeAll(async () => {
    // Documents of other authors show the bugs of a library.
    const others = inputsOf(samples(readSchema(project.schema)))
    // All faults at once, because loading TypeScript takes most of the time.
    const faultyCards = Object.values(faults).map(({ path }) =>
      path.replace(/^generated\/(?:operations\/)?/, "cards/").replace(/\.ts$/, ".yaml"),
    )
    // The comparison only depends on the expressions, the document and the schemas of a card.
    const stands = cards.filter(standsForItsPlan).map((card) => pathOf(card.capability_id))
    const isNeeded = ([path]: [string, string]) =>
      [...faultyCards, ...stands].includes(path) || /^cards\/(?:shared|shapes)\//.test(path)
    // The lock lists the released contracts of the whole project, not of these few cards.
    const { contracts: _, ...unreleased } = project
    const inputs = {
      ...unreleased,
      cards: new Map([...[...project.cards].filter(isNeeded), ...others.cards]),
      operations: new Map([...project.operations, ...others.operations]),
    }
    const together = generate(inputs)
    const files = new Map(together.files)
    for (const { path, part, other } of Object.values(faults)) {
      const text = files.get(path) ?? ""
      files.set(path, text.replace(part, other))
      expect(files.get(path), path).not.toBe(text)
    }
    const { findings, known: met } = await verify(ROOT, { inputs, ...together, files })
    known = [...met].sort()
    found = [...findings]
  })

  it.each(Object.entries(faults))("reports %s", (_what, { found: expected }) => {
    expect(found.filter(({ where }) => where === expected.where)).toEqual([
      { ...expected, message: expect.stringContaining(expected.message) },
    ])
  })

  it("reports nothing else in the cards and documents that it compares", () => {
    const expected = new Set(Object.values(faults).map(({ found: { where } }) => where))
    expect(found.filter(({ where }) => !expected.has(where))).toEqual([])
  })

  it("ignores exactly the known bugs of the compared libraries", () => {
    // When a library fixes one of these bugs, its reason is no longer met and has to go.
    expect(known).toEqual([...KNOWN_REASONS].sort())
  })
})
