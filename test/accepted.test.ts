/**
 * Every card that the compiler accepts yields code that compiles. The cards in `test/accepted/` were once
 * refused though correct, or accepted though TypeScript found errors in their code.
 */
import { rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { compile, inputsOfFixture } from "./compile.js"
import { ROOT } from "./projects.js"
import { createProjectFolder, lineOf, typeCheck, writeFiles } from "./type-check.js"

const folder = createProjectFolder("accepted")

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("the compiler accepts correct cards, and their generated code type-checks", () => {
  const { files, diagnostics } = compile(inputsOfFixture(join(ROOT, "test/accepted")))
  expect(diagnostics).toEqual([])
  writeFiles(folder, files)
  const problems = typeCheck(folder)
  expect(problems.map((one) => ({ ...one, code: lineOf(folder, one) }))).toEqual([])
})
