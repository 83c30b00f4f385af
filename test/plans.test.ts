/**
 * Tests one folder in `test/plans/` for each feature of the card language: `card.yaml` and its documents are the
 * input, `plan.yaml` and `module.ts` the output. UPDATE=1 rewrites the output; read every change.
 */
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { generate, planOf } from "../generator/compile/index.js"
import { printYaml } from "../generator/parse/index.js"
import { GOLDEN, golden, goldenCard, goldenNames, goldenProject, pathOf } from "./golden.js"
import { createProjectFolder, lineOf, typeCheck, writeFiles } from "./type-check.js"

const names = goldenNames
const folder = createProjectFolder("plans")

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("a card in test/plans", () => {
  it.each(names)("%s compiles to its golden plan.yaml and module.ts", (name) => {
    const { id, inputs } = goldenCard(name)
    const { plan, diagnostics } = planOf(inputs, id) ?? {}
    expect(diagnostics).toEqual([])
    if (plan === undefined) throw new Error(`${name} has no plan`)
    const { files } = generate(inputs)
    expectGolden(name, "plan.yaml", printYaml(plan))
    expectGolden(name, "module.ts", files.get(`generated/${pathOf(id)}.ts`) ?? "")
  })
})

it("the plan of a card is unchanged by a JSON round trip", () => {
  for (const name of names) {
    const { id, inputs } = goldenCard(name)
    const plan = planOf(inputs, id)?.plan
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
  }
})

it("TypeScript accepts the golden modules of all cards in one project", () => {
  const { files, diagnostics } = generate(goldenProject(names))
  expect(diagnostics).toEqual([])
  for (const name of names) {
    const { id } = goldenCard(name)
    expect(files.get(`generated/${pathOf(id)}.ts`)).toBe(golden(name, "module.ts"))
  }
  writeFiles(folder, files)
  expect(typeCheck(folder).map((one) => ({ ...one, code: lineOf(folder, one) }))).toEqual([])
})

function expectGolden(name: string, file: string, text: string): void {
  if (process.env.UPDATE) writeFileSync(join(GOLDEN, name, file), text)
  expect(text).toBe(golden(name, file))
}
