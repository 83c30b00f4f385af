import { execFileSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, expect, it } from "vitest"
import * as helpers from "../../runtime/path/index.js"
import { printExpression, printType } from "../emit/index.js"
import { Path } from "../jmespath/index.js"
import { arrayOf, type Shape, STRING, unionOf } from "../shape/index.js"
import { compilePath } from "./compile.js"
import { PathError } from "./compiler.js"
import { expressions, scopeOf, shapes } from "./testing/index.js"
import { normalize, type Scope } from "./value.js"

const FOLDER = join(import.meta.dirname, "../../.cache/path-types")
/** `EXPRESSIONS=5000 SEED=7 vitest run generator/path/types` compiles more or other expressions. */
const EXPRESSIONS = Number(process.env.EXPRESSIONS ?? 1500)
const SEED = Number(process.env.SEED ?? 20)

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

/** As in a generated module: a function takes a typed response and returns the inferred type. */
function functions(purpose: Scope["purpose"], count: number): string[] {
  const cases = shapes(3).chain((shape) => fc.tuple(fc.constant(shape), expressions(shape, 3)))
  const found: string[] = []
  for (let seed = SEED; found.length < count; seed += 1) {
    for (const [shape, text] of fc.sample(cases, { numRuns: 250, seed })) {
      const source = functionOf(shape, text, purpose, found.length)
      if (source !== undefined) found.push(source)
    }
  }
  return found.slice(0, count)
}

function functionOf(
  shape: Shape,
  text: string,
  purpose: Scope["purpose"],
  index: number,
): string | undefined {
  const parsed = Path.parse(text)
  if (parsed.problem) return undefined
  const scope = scopeOf("data", shape, purpose)
  try {
    const value = normalize(compilePath(parsed, scope), scope)
    const [from, to] = [shape, widened(value.shape)].map((one) => printType(one))
    const comment = `// ${text.replace(/\n/g, " ")}`
    return `${comment}\nexport const ${purpose}${index} = (data: ${from}): ${to} => (\n${printExpression(value.expression)})`
  } catch (error) {
    if (error instanceof PathError) return undefined
    throw error
  }
}

/**
 * TypeScript widens a string in an inferred list to `string`, because nothing here gives a contextual type.
 */
function widened(shape: Shape): Shape {
  switch (shape.kind) {
    case "string":
      return STRING
    case "boolean":
      return { kind: "boolean" }
    case "array":
      return arrayOf(widened(shape.items))
    case "union":
      return unionOf(...shape.members.map(widened))
    case "object": {
      const fields = Object.entries(shape.fields).map(([name, field]) => [
        name,
        { ...field, shape: widened(field.shape) },
      ])
      return { ...shape, fields: Object.fromEntries(fields) }
    }
    default:
      return shape
  }
}

it("random path expressions compile to strict TypeScript of the inferred types", {
  timeout: 600_000,
}, () => {
  const some = Math.ceil(EXPRESSIONS / 4)
  const all = [...functions("output", EXPRESSIONS - some), ...functions("request", some)]
  mkdirSync(FOLDER, { recursive: true })
  const names = Object.keys(helpers).join(", ")
  writeFileSync(
    join(FOLDER, "expressions.ts"),
    `import { ${names} } from "../../runtime/path/index.js"\nexport { ${names} }\n${all.join("\n\n")}\n`,
  )
  writeFileSync(
    join(FOLDER, "tsconfig.json"),
    JSON.stringify({
      extends: "../../tsconfig.base.json",
      include: ["*.ts"],
      exclude: [],
      references: [{ path: "../../runtime" }],
      compilerOptions: { noEmit: true, noUnusedLocals: false, noUnusedParameters: false },
    }),
  )
  const tsc = join(import.meta.dirname, "../../node_modules/.bin/tsc")
  const errors = (() => {
    try {
      return execFileSync(tsc, ["--build", FOLDER, "--checkers", "1"], {
        encoding: "utf8",
        maxBuffer: 1e8,
      })
    } catch (error) {
      return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error)
    }
  })()
  expect(errors).toBe("")
})
