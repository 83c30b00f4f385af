import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { search } from "@jmespath-community/jmespath"
import { type FieldNode, getVariableValues, parse, visit } from "graphql"
import { Check } from "typebox/schema"
import { beforeAll, describe, expect, it } from "vitest"
import { generate } from "../generator/compile/index.js"
import { readSchema } from "../generator/parse/index.js"
import { SCHEMA_PATH } from "../generator/read/index.js"
import type { LoadedDefinition } from "../runtime/index.js"
import { loaded } from "../runtime/testing/index.js"
import { madeUpAnswer } from "./documents/answers.js"
import { inputsOf, operationOf, type Sample, samples } from "./documents/index.js"
import { madeUpInput } from "./documents/inputs.js"
import { randomNumbers } from "./documents/random.js"
import { createProjectFolder, typeCheck, writeFiles } from "./type-check.js"

type Definition = LoadedDefinition<string, unknown, unknown>

const sdl = readFileSync(fileURLToPath(new URL(`../${SCHEMA_PATH}`, import.meta.url)), "utf8")
const schema = readSchema(sdl)
const all = samples(schema)
const generated = generate({ ...inputsOf(all), schema: sdl })
const folder = createProjectFolder("documents-test")

beforeAll(() => writeFiles(folder, generated.files))

describe("documents of other authors", () => {
  it("are many, and some nest ten fields deep", () => {
    expect(all.length).toBeGreaterThanOrEqual(45)
    const deep = all.filter(({ text }) => depthOf(text) >= 10).map(({ name }) => name)
    expect(deep).toEqual(["depth-twelve", "depth-twenty", "status-check-rollup"])
  })

  it("compile without errors, every variable provided and every field used", () => {
    const { diagnostics } = generated
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([])
    // What these cards promise was written by hand, and is now and then wider than it has to be.
    const others = diagnostics.filter(({ code }) => code !== "GHX1741")
    const warnings = others.map(({ code, file }) => `${code} ${file.split("/").at(-1)}`)
    expect([...new Set(warnings)]).toEqual([
      "GHX1211 deprecated_fields.graphql",
      // The field with `@include(if: false)`.
      "GHX1212 directives_on_fields.graphql",
    ])
    expect(generated.contracts.size).toBe(all.length)
  })

  it("give TypeScript that the strict compiler accepts", () => {
    expect(typeCheck(folder)).toEqual([])
  })
})

describe.each(all)("$name", (sample) => {
  it("is sent as it is written", async () => {
    const { graphql } = await definitionOf(sample)
    expect(graphql?.operation.document).toBe(sample.text.trimEnd())
  })

  it("gets variables that GraphQL accepts, and gives what JMESPath gives", async () => {
    const { input: contract, output, graphql } = await definitionOf(sample)
    const document = parse(sample.text)
    const { variableDefinitions = [] } = operationOf(document)
    for (let seed = 1; seed <= 25; seed += 1) {
      const random = randomNumbers(seed)
      const input = madeUpInput(contract, random)
      const variables = overTheWire(graphql?.variables(input, {}))
      const { errors } = getVariableValues(schema, variableDefinitions, variables)
      expect(errors, `seed ${seed}`).toBeUndefined()

      const data = madeUpAnswer(document, schema, variables, () => random)
      const result = graphql?.output(data, input, {}) ?? null
      expect(result, `seed ${seed}`).toEqual(interpret(sample, data))
      expect(result === null || Check({ ...output }, result), `seed ${seed}`).toBe(true)
    }
  })
})

async function definitionOf({ id }: Sample): Promise<Definition> {
  const path = join(folder, "generated", `${id.split(".").join("/")}.ts`)
  const module: Record<string, Parameters<typeof loaded>[0]> = await import(/* @vite-ignore */ path)
  const [capability] = Object.values(module)
  if (capability === undefined) throw new Error(`${path} exports nothing`)
  return loaded(capability)
}

/** JSON leaves out what is undefined. */
function overTheWire(value: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value))
}

/** What the card says, by the interpreter of the language that it says it in. */
function interpret({ card }: Sample, data: unknown): unknown {
  const { result, pagination, output } = card.graphql
  const path = pagination?.connection ?? result
  const root = path === undefined ? data : evaluate(data, path)
  if (root === null) return null
  const object = (from: unknown) =>
    Object.fromEntries(Object.entries(output).map(([name, text]) => [name, evaluate(from, text)]))
  if (pagination === undefined) return object(root)
  const nodes = evaluate(root, "nodes[]")
  return {
    items: Array.isArray(nodes) ? nodes.map(object) : [],
    total_count: evaluate(root, "totalCount"),
    page_info: evaluate(root, "pageInfo.{has_next_page: hasNextPage, end_cursor: endCursor}"),
  }
}

function evaluate(data: unknown, expression: string): unknown {
  // The interpreter also reads what objects inherit: `constructor` of an object without one.
  const own = JSON.parse(JSON.stringify(data), (_key, value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.assign(Object.create(null), value)
      : value,
  )
  return search(own, expression) ?? null
}

/** How many fields stand in one another. */
function depthOf(text: string): number {
  let deepest = 0
  visit(parse(text), {
    Field: (_node, _key, _parent, _path, ancestors) => {
      const outer = ancestors.filter(
        (one): one is FieldNode => "kind" in one && one.kind === "Field",
      )
      deepest = Math.max(deepest, outer.length + 1)
    },
  })
  return deepest
}
