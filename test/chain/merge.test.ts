/** Documents satisfy every rule of the GraphQL specification, alone and merged, whichever capabilities meet and in which order. */

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { buildSchema, isNonNullType, Kind, parse, specifiedRules, validate } from "graphql"
import { describe, expect, it, test } from "vitest"
import { registry } from "../../generated/registry.js"
import type { GraphqlOperation } from "../../runtime/definition/index.js"
import { mergeOperations, textOf } from "../../runtime/graphql/index.js"
import { knownIn } from "../../runtime/index.js"
import { pick, randomNumbers } from "../documents/random.js"
import { all } from "../some.js"

const sdl = readFileSync(join(import.meta.dirname, "../../schema/github-schema.graphql"), "utf8")
const schema = buildSchema(sdl, { assumeValid: true, assumeValidSDL: true })

/** Every operation of the catalogue, lookups included. */
const operations = new Map<string, GraphqlOperation>()
for (const id of knownIn(registry).keys()) {
  const { graphql } = await registry.source(id).load()
  if (!graphql) continue
  operations.set(graphql.operation.name, graphql.operation)
  for (const { operation } of Object.values(graphql.lookups ?? {}))
    operations.set(operation.name, operation)
}
const mergeable = [...operations.values()].filter(({ parts }) => parts !== undefined)

const refusals = (text: string): string[] =>
  validate(schema, parse(text), specifiedRules).map(({ message }) => message)

function problems(items: readonly GraphqlOperation[]): string[] {
  const [first] = items
  if (!first) return []
  const merged = mergeOperations(
    first.type,
    items.map((operation) => ({ operation, variables: {} })),
  )
  return refusals(merged.operation.document)
}

/** Whether it must be sent alone, because its null would make every sibling null, or because it has directives. */
function standsAlone({ document, type }: GraphqlOperation): boolean {
  const [root] = parse(document).definitions.filter(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION,
  )
  const fields = (type === "query" ? schema.getQueryType() : schema.getMutationType())?.getFields()
  if (root?.kind !== Kind.OPERATION_DEFINITION) throw new Error("it has no operation")
  if ((root.directives?.length ?? 0) > 0) return true
  return root.selectionSet.selections.some((one) => {
    const field = one.kind === Kind.FIELD ? fields?.[one.name.value] : undefined
    return field === undefined || isNonNullType(field.type)
  })
}

test("each document of the catalogue is valid by every rule of the specification", () => {
  const sent = [...operations.values()].map((operation) => textOf(operation))
  const folder = join(import.meta.dirname, "../../generated/fields")
  for (const file of readdirSync(folder)) {
    const { reconcile } = JSON.parse(readFileSync(join(folder, file), "utf8"))
    if (reconcile?.document) sent.push(reconcile.document)
  }
  expect(sent.length).toBeGreaterThan(operations.size)
  for (const text of sent) expect(refusals(text), text).toEqual([])
})

describe("merged documents", () => {
  // All pairs would be the square of the catalogue; `make test-all` tries them.
  it("are valid for any two operations of a type, in both orders, and for one twice", () => {
    const random = randomNumbers(1)
    for (const one of mergeable) {
      const mates = mergeable.filter(({ type }) => type === one.type)
      const some = all ? mates : [one, ...Array.from({ length: 3 }, () => pick(mates, random))]
      for (const other of some) {
        for (const pair of [
          [one, other],
          [other, one],
        ]) {
          expect(problems(pair), pair.map(({ name }) => name).join(" and ")).toEqual([])
        }
      }
    }
  })

  it("are valid for all queries and for all mutations of the catalogue", () => {
    for (const type of ["query", "mutation"] as const) {
      expect(problems(mergeable.filter((operation) => operation.type === type))).toEqual([])
    }
  })

  it("exclude operations whose null would null their siblings", () => {
    for (const operation of operations.values()) {
      expect(operation.parts !== undefined, operation.name).toBe(!standsAlone(operation))
      expect(operation.isolated ?? false, operation.name).toBe(standsAlone(operation))
    }
  })

  it("are tested with every capability that has a GraphQL route", () => {
    const served = [...knownIn(registry).values()].filter(({ routes }) =>
      routes.includes("graphql"),
    )
    expect(operations.size).toBeGreaterThanOrEqual(served.length)
  })
})
