/**
 * One folder in `test/plans/` for each kind of thing that a card can say: `card.yaml` and its documents
 * go in, `plan.yaml` and `module.ts` come out. UPDATE=1 rewrites those; read every change.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { generate, planOf } from "../generator/compile/index.js"
import { printYaml } from "../generator/parse/index.js"
import { type Inputs, readInputs } from "../generator/read/index.js"
import { ROOT } from "./projects.js"
import { createProjectFolder, lineOf, typeCheck, writeFiles } from "./type-check.js"

const GOLDEN = join(ROOT, "test/plans")
const names = readdirSync(GOLDEN).sort()
const pinned = readInputs(ROOT)
const folder = createProjectFolder("plans")

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("a card is planned and written", () => {
  it.each(names)("%s", (name) => {
    const { id, inputs } = inputsOf(name)
    const { plan, diagnostics } = planOf(inputs, id) ?? {}
    expect(diagnostics).toEqual([])
    if (plan === undefined) throw new Error(`${name} has no plan`)
    const { files } = generate(inputs)
    expectGolden(name, "plan.yaml", printYaml(plan))
    expectGolden(name, "module.ts", files.get(`generated/${pathOf(id)}.ts`) ?? "")
  })
})

it("a plan is data: what is stored and read again is the same plan", () => {
  for (const name of names) {
    const { id, inputs } = inputsOf(name)
    const plan = planOf(inputs, id)?.plan
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
  }
})

it("TypeScript accepts all of their modules, in one project", () => {
  const all = names.map((name) => inputsOf(name).inputs)
  const merged = (key: "cards" | "operations") => new Map(all.flatMap((inputs) => [...inputs[key]]))
  const inputs = { ...pinned, cards: merged("cards"), operations: merged("operations") }
  const { files, diagnostics } = generate(inputs)
  expect(diagnostics).toEqual([])
  for (const name of names) {
    const { id } = inputsOf(name)
    expect(files.get(`generated/${pathOf(id)}.ts`)).toBe(golden(name, "module.ts"))
  }
  writeFiles(folder, files)
  expect(typeCheck(folder).map((one) => ({ ...one, code: lineOf(folder, one) }))).toEqual([])
})

/** A project of one card; look-ups are in `lookup.NAME.graphql`. */
function inputsOf(name: string): { id: string; inputs: Inputs } {
  const card = golden(name, "card.yaml")
  const id = /^capability_id: (.*)$/m.exec(card)?.[1] ?? ""
  const documents = readdirSync(join(GOLDEN, name)).filter((file) => file.endsWith(".graphql"))
  const operations = documents.map((file): [string, string] => {
    const lookup = /^lookup\.(\w+)\.graphql$/.exec(file)?.[1]
    const path = lookup === undefined ? pathOf(id) : `lookup/${lookup}`
    return [`operations/${path}.graphql`, golden(name, file)]
  })
  const cards = new Map([[`cards/${pathOf(id)}.yaml`, card]])
  const { contracts: _, ...pins } = pinned
  return { id, inputs: { ...pins, cards, operations: new Map(operations) } }
}

function pathOf(id: string): string {
  return id.replaceAll(".", "/")
}

function golden(name: string, file: string): string {
  return readFileSync(join(GOLDEN, name, file), "utf8")
}

function expectGolden(name: string, file: string, text: string): void {
  if (process.env.UPDATE) writeFileSync(join(GOLDEN, name, file), text)
  expect(text).toBe(golden(name, file))
}
