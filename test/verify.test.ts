/** Tests faults in generated code that only `--verify` finds. Each test breaks a copy. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { generate } from "../generator/compile/index.js"
import { readSchema } from "../generator/parse/index.js"
import { ownLayout, readInputs, readTexts, SCHEMA_PATH } from "../generator/read/index.js"
import { runOnce } from "../generator/run/index.js"
import { apiPageOf, KNOWN_REASONS, loadVerifier, type Verifier } from "../generator/verify/index.js"
import { all, standsForItsPlan } from "./all.js"
import { cards } from "./cards.js"
import { copyCards, linkPins } from "./command.js"
import { inputsOf, samples } from "./documents/index.js"
import { ROOT } from "./projects.js"
import { type Fault, faults } from "./verify/faults.js"

const project = readInputs(ROOT)
const compiler = { root: ROOT, folder: join(ROOT, "generator") }
const pathOf = (id: string) => `cards/${id.replaceAll(".", "/")}.yaml`

/** Documents of other authors show the bugs of a library. */
const others = all
  ? inputsOf(samples(readSchema(project.schema)))
  : { cards: new Map<string, string>(), operations: new Map<string, string>() }

let verify: Verifier
beforeAll(async () => {
  verify = await loadVerifier(ROOT, ROOT)
})

it("test/api.md matches what `pnpm gen --verify` writes", async () => {
  const page = readFileSync(join(ROOT, "test/api.md"), "utf8")
  // `make check` compares these files with freshly generated ones.
  expect(await apiPageOf(readTexts(ROOT, "generated"), ROOT)).toBe(page)
})

describe("gen --verify", () => {
  let found: Fault["found"][]
  let known: string[]
  beforeAll(async () => {
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
    const { diagnostics, known: met } = await verify({ inputs, ...together, files })
    known = [...met].sort()
    found = diagnostics.map(({ code, file, message }) => ({ code, file, message }))
  })

  it.each(Object.entries(faults))("reports %s", (_what, { found: expected }) => {
    expect(found.filter(({ file }) => file === expected.file)).toEqual([
      { ...expected, message: expect.stringContaining(expected.message) },
    ])
  })

  it("reports nothing else in the cards and documents that it compares", () => {
    expect(found).toHaveLength(Object.keys(faults).length)
  })

  if (all) {
    it("ignores exactly the known bugs of the compared libraries", () => {
      // When a library fixes one of these bugs, its reason is no longer met and has to go.
      expect(known).toEqual([...KNOWN_REASONS].sort())
    })
  }
})

describe("gen --release", () => {
  const folder = mkdtempSync(join(tmpdir(), "ghx-verify-"))
  const api = join(folder, "test/api.md")
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  beforeAll(() => {
    copyCards(folder, "rate")
    linkPins(folder)
    // Other tools refuse a schema that defines a field twice. Pins are links.
    const schema = project.schema.replace(/^type License [^{]*\{/m, "$&\n  body: String!\n")
    rmSync(join(folder, SCHEMA_PATH))
    writeFileSync(join(folder, SCHEMA_PATH), schema)
  })

  it("writes test/api.md and warns about a schema that breaks GraphQL's rules", async () => {
    const stdout = vi.spyOn(process.stdout, "write").mockReturnValue(true)
    const warned = vi.spyOn(process.stderr, "write").mockReturnValue(true)
    try {
      expect(await runOnce(ownLayout(folder), compiler, { release: true })).toBe(0)
      expect(warned.mock.calls.join("\n")).toMatch(
        /GHX1502.*"License\.body" can only be defined once/s,
      )
      const written = readFileSync(api, "utf8")
      expect(written).toContain("## rate.view\n")
      // `--verify` compares files with the disk in the same way as a normal run, which test/drift.test.ts tests.
      if (!all) return
      writeFileSync(api, written.replace("## rate.view\n", ""))
      expect(await runOnce(ownLayout(folder), compiler, { verify: true, check: true })).toBe(1)
      expect(stdout.mock.calls.join("\n")).toContain("test/api.md is out of date")
    } finally {
      stdout.mockRestore()
      warned.mockRestore()
    }
  })
})
