import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { search } from "@jmespath-community/jmespath"
import {
  type DocumentNode,
  type FieldNode,
  getVariableValues,
  parse,
  validate,
  visit,
} from "graphql"
import { Check } from "typebox/schema"
import { beforeAll, describe, expect, it } from "vitest"
import { generate } from "../generator/compile/index.js"
import { readSchema } from "../generator/parse/index.js"
import { SCHEMA_PATH } from "../generator/read/index.js"
import { textOf } from "../runtime/graphql/index.js"
import type { LoadedDefinition } from "../runtime/index.js"
import { loaded } from "../runtime/testing/index.js"
import { synthesizedAnswer } from "./documents/answers.js"
import { hashOf, idleLeaves } from "./documents/idle-leaves.js"
import { inputsOf, operationOf, type Sample, samples } from "./documents/index.js"
import { synthesizedInput } from "./documents/inputs.js"
import { pick, randomNumbers } from "./documents/random.js"
import { all } from "./some.js"
import { createProjectFolder, typeCheck, writeFiles } from "./type-check.js"

type Definition = LoadedDefinition<string, unknown, unknown>

const sdl = readFileSync(fileURLToPath(new URL(`../${SCHEMA_PATH}`, import.meta.url)), "utf8")
const schema = readSchema(sdl)
const documents = samples(schema)
const generated = generate({ ...inputsOf(documents), schema: sdl })
const folder = createProjectFolder("documents-test")

beforeAll(() => writeFiles(folder, generated.files))

describe("documents of other authors", () => {
  it("number at least 45, three of them ten fields deep", () => {
    expect(documents.length).toBeGreaterThanOrEqual(45)
    const deep = documents.filter(({ text }) => depthOf(text) >= 10).map(({ name }) => name)
    expect(deep).toEqual(["depth-twelve", "depth-twenty", "status-check-rollup"])
  })

  it("compile without errors, with the known warnings only", () => {
    const { diagnostics } = generated
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([])
    // The output types of these cards are written by hand, and sometimes wider than necessary.
    const others = diagnostics.filter(({ code }) => code !== "GHX1741")
    const warnings = others.map(({ code, file }) => `${code} ${file.split("/").at(-1)}`)
    expect([...new Set(warnings)]).toEqual([
      // GitHub has deprecated its audit log over GraphQL.
      "GHX1211 audit_log.graphql",
      "GHX1211 deprecated_fields.graphql",
      // The field with `@include(if: false)`.
      "GHX1212 directives_on_fields.graphql",
    ])
    expect(generated.contracts.size).toBe(documents.length)
  })

  it("generate TypeScript that type-checks", () => {
    expect(typeCheck(folder)).toEqual([])
  })
})

describe.each(documents)("document $name", (sample) => {
  it("is sent as written, besides whether its connections go on", async () => {
    const { graphql } = await definitionOf(sample)
    const withoutEnds = (text = "") =>
      text.replaceAll(/(?:\n\s*)?pageInfo \{ has(?:Next|Previous)Page \} ?/g, "")
    expect(withoutEnds(graphql?.operation.document)).toBe(withoutEnds(sample.text.trimEnd()))
  })

  it("receives valid variables, and its output equals JMESPath's", async () => {
    const { input: contract, output, graphql } = await definitionOf(sample)
    const document = parse(sample.text)
    const { variableDefinitions = [] } = operationOf(document)
    for (let seed = 1; seed <= (all ? 25 : 3); seed += 1) {
      const random = randomNumbers(seed)
      const input = synthesizedInput(contract, random)
      const variables = overTheWire(graphql?.variables(input, {}))
      const { errors } = getVariableValues(schema, variableDefinitions, variables)
      expect(errors, `seed ${seed}`).toBeUndefined()

      const data = synthesizedAnswer(document, schema, variables, () => random)
      const result = graphql?.output(data, input, {}) ?? null
      expect(result, `seed ${seed}`).toEqual(interpret(sample, data))
      expect(result === null || Check({ ...output }, result), `seed ${seed}`).toBe(true)
    }
  })

  it("with `fields` stays valid and selects only what these fields need", async () => {
    const whole = await definitionOf(sample)
    const random = randomNumbers(hashOf(sample.name))
    const names = Object.keys(sample.card.output_schema.properties ?? {})
    const some = names.filter(() => random() < 0.4)
    const inputOf = (seed: number) => synthesizedInput(whole.input, randomNumbers(seed))
    for (const name of names) {
      const { graphql } = await definitionOf(sample, [name])
      const text = graphql ? textOf(graphql.operation) : ""
      expect(validate(schema, parse(text)), text).toEqual([])
    }
    for (const fields of [[pick(names, random)], some.length > 0 ? some : names]) {
      const less = await definitionOf(sample, fields)
      const resultOf = ({ graphql }: Definition, answer: unknown, seed: number) =>
        graphql?.output(answer, inputOf(seed), {})
      const variablesOf = ({ graphql }: Definition, seed: number) =>
        overTheWire(graphql?.variables(inputOf(seed), {}))
      const text = less.graphql ? textOf(less.graphql.operation) : ""
      const document = parse(text)
      expect(validate(schema, document), text).toEqual([])
      const idle = idleLeaves(
        document,
        schema,
        (answer, seed) => resultOf(less, answer, seed),
        (seed) => variablesOf(less, seed),
      )
      // The runtime reads whether a list goes on, and where, and whether content is whole.
      const read = /\.(?:pageInfo\.(?:has\w+Page|endCursor)|byteSize|isTruncated)$/
      const needless = idle.filter((place) => !read.test(place))
      expect(needless, `${fields.join()} ${text}`).toEqual([])
      for (let seed = 1; seed <= (all ? 10 : 1); seed += 1) {
        const of = (definition: Definition, one: DocumentNode) => {
          const randomAt = (place: string) => randomNumbers(hashOf(place) + seed)
          const answer = synthesizedAnswer(one, schema, variablesOf(definition, seed), randomAt)
          return resultOf(definition, answer, seed)
        }
        const expected = onlyOf(of(whole, parse(sample.text)), fields)
        expect(of(less, document), `${fields.join()} ${seed}`).toEqual(expected)
      }
    }
  })
})

/** The fields of a result, or of the items of a list. */
function onlyOf(result: unknown, fields: readonly string[]): unknown {
  if (typeof result !== "object" || result === null) return result
  const of = (one: object) =>
    Object.fromEntries(Object.entries(one).filter(([name]) => fields.includes(name)))
  return "page_info" in result && "items" in result && Array.isArray(result.items)
    ? { ...result, items: result.items.map(of) }
    : of(result)
}

async function definitionOf({ id }: Sample, fields?: string[]): Promise<Definition> {
  const path = join(folder, "generated", `${id.split(".").join("/")}.ts`)
  const module: Record<string, Parameters<typeof loaded>[0]> = await import(/* @vite-ignore */ path)
  const [capability] = Object.values(module)
  if (capability === undefined) throw new Error(`${path} exports nothing`)
  return loaded(capability, fields)
}

/** JSON omits undefined members. */
function overTheWire(value: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value))
}

/** The result according to a JMESPath interpreter. */
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
  // The interpreter also reads inherited members, such as `constructor`.
  const own = JSON.parse(JSON.stringify(data), (_key, value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.assign(Object.create(null), value)
      : value,
  )
  return search(own, expression) ?? null
}

/** The depth of nested fields. */
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
