/** Compares our validator with typebox, which validates cards: both refuse the same values. */
import fc from "fast-check"
import { Errors } from "typebox/schema"
import { Settings } from "typebox/system"
import { afterAll, beforeAll, expect, test } from "vitest"
import { cards } from "../../test/cards.js"
import { all } from "../../test/some.js"
import type { JsonSchema } from "../definition/index.js"
import { boundIntegers } from "./bounds.js"
import { rareKeywords } from "./rare-keywords.js"
import { arbitrarySchema, arbitraryValue, keywords } from "./testing/index.js"
import { violations } from "./violations.js"

const cases = all ? 100_000 : 800

// typebox reports at most eight violations by default.
const { maxErrors } = Settings.Get()
beforeAll(() => Settings.Set({ maxErrors: Number.POSITIVE_INFINITY }))
afterAll(() => Settings.Set({ maxErrors }))

type Reported = readonly [pointer: string, keyword: string, schema_path: string]

/**
 * Our violations in a canonical order, without those of bytes, which JSON Schema does not know. The order
 * of keywords does not matter.
 */
function ours(schema: JsonSchema, value: unknown): Reported[] {
  const ours = violations(schema, value, rareKeywords)
    .filter(({ keyword }) => keyword !== "contentMediaType")
    .map(({ pointer, keyword, schema_path }): Reported => [pointer, keyword, schema_path])
  return ours.sort(byText)
}

/**
 * typebox's violations in our form, without duplicates. An unknown member is reported at the object instead of the
 * `false` schema, and a value that violates `additionalProperties` at itself.
 */
function theirs(schema: JsonSchema, value: unknown): Reported[] {
  const [, errors] = Errors({ ...schema }, value)
  return errors
    .filter(({ keyword }) => keyword !== "boolean")
    .filter(
      ({ keyword, schemaPath }) =>
        keyword !== "additionalProperties" || schemaAt(schema, schemaPath) === false,
    )
    .map(({ instancePath, keyword, schemaPath }): Reported => [instancePath, keyword, schemaPath])
    .sort(byText)
}

function byText(one: Reported, other: Reported): number {
  return one.join(" ") < other.join(" ") ? -1 : 1
}

/** The schema of `additionalProperties` at a path. */
function schemaAt(schema: JsonSchema, path: string): unknown {
  const names = path.split("/").slice(1)
  return [...names, "additionalProperties"].reduce<unknown>(
    (at, name) => Reflect.get(Object(at), name.replaceAll("~1", "/").replaceAll("~0", "~")),
    schema,
  )
}

function agree(schema: JsonSchema, value: unknown): void {
  const [mine, others] = [ours(schema, value), theirs(schema, value)]
  // Beyond two hundred violations some are omitted, so only the number is compared.
  if (mine.length >= 200) expect(others.length).toBeGreaterThanOrEqual(200)
  else expect(mine).toEqual(others)
}

test("violations agrees with typebox on schemas and values of every kind", () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(
      arbitrarySchema.chain((schema) => fc.tuple(fc.constant(schema), arbitraryValue(schema))),
      ([schema, value]) => {
        agree(schema, value)
        for (const [, keyword] of ours(schema, value)) {
          seen.set(keyword, (seen.get(keyword) ?? 0) + 1)
        }
      },
    ),
    { numRuns: cases },
  )
  // If some keyword was never violated, the test would prove nothing about it.
  expect([...seen.keys()].sort()).toEqual([...keywords].sort())
})

/** The keywords of a schema and the types of its values, on which its validation depends. */
function keywordsOf(schema: JsonSchema): string[] {
  const { type, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema
  const within = [...Object.values(properties), ...(items ? [items] : []), ...anyOf]
  return [
    `${type}: ${Object.keys(schema)
      .filter((key) => key !== "description")
      .sort()}`,
    ...[...within, ...oneOf, ...allOf].flatMap(keywordsOf),
  ]
}

/** The schema without encodings, which typebox does not check. */
function unencoded(schema: JsonSchema): JsonSchema {
  const isKept = (name: string) => name !== "contentEncoding"
  return JSON.parse(JSON.stringify(schema, (name, value) => (isKept(name) ? value : undefined)))
}

/** Schemas that have a value unlike those of all earlier schemas. */
const met = new Set<string>()
const schemas = cards
  .flatMap(({ capability_id: id, input_schema, output_schema }) => [
    { id, of: "input", schema: unencoded(boundIntegers(input_schema, true)) },
    { id, of: "output", schema: boundIntegers(output_schema, false) },
  ])
  .filter(({ schema }) => {
    const before = met.size
    for (const value of keywordsOf(schema)) met.add(value)
    return all || met.size > before
  })

// With fewer values, possibly all or none of them would violate a large contract.
const leastRuns = 100

test.each(schemas)("violations agrees with typebox on the $of of $id", ({ schema }) => {
  let [kept, broken] = [0, 0]
  fc.assert(
    fc.property(arbitraryValue(schema), (value) => {
      agree(schema, value)
      if (violations(schema, value, rareKeywords).length === 0) kept += 1
      else broken += 1
    }),
    { numRuns: Math.max(leastRuns, Math.ceil(cases / schemas.length)) },
  )
  expect(Math.min(kept, broken)).toBeGreaterThan(0)
})
