/** Merged documents are valid on GitHub's schema, for every pair of capabilities in both orders. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { buildSchema, parse, validate } from "graphql"
import { describe, expect, it } from "vitest"
import { registry } from "../../generated/registry.js"
import type { GraphqlOperation } from "../../runtime/definition/index.js"
import { isMergeable, mergeOperations } from "../../runtime/graphql/index.js"
import { knownIn } from "../../runtime/index.js"

const sdl = readFileSync(join(import.meta.dirname, "../../schema/github-schema.graphql"), "utf8")
const schema = buildSchema(sdl, { assumeValid: true, assumeValidSDL: true })

/** Every operation of the catalogue, look-ups included. */
const operations = new Map<string, GraphqlOperation>()
for (const id of knownIn(registry).keys()) {
  const { graphql } = await registry.source(id).load()
  if (!graphql) continue
  operations.set(graphql.operation.name, graphql.operation)
  for (const { operation } of Object.values(graphql.lookups ?? {}))
    operations.set(operation.name, operation)
}
const mergeable = [...operations.values()].filter(isMergeable)

function problems(items: readonly GraphqlOperation[]): string[] {
  const [first] = items
  if (!first) return []
  const merged = mergeOperations(
    first.type,
    items.map((operation) => ({ operation, variables: {} })),
  )
  return validate(schema, parse(merged.operation.document)).map(({ message }) => message)
}

describe("merged documents", () => {
  it("are valid for every pair, in both orders, an operation with itself included", () => {
    let pairs = 0
    for (const one of mergeable) {
      for (const other of mergeable.filter(({ type }) => type === one.type)) {
        expect(problems([one, other]), `${one.name} and ${other.name}`).toEqual([])
        pairs += 1
      }
    }
    expect(pairs).toBeGreaterThan(400)
  })

  it("are valid for all at once", () => {
    for (const type of ["query", "mutation"] as const) {
      expect(problems(mergeable.filter((operation) => operation.type === type))).toEqual([])
    }
  })

  it("leave out the operations that would null their neighbours", () => {
    const alone = [...operations.values()].filter((operation) => !isMergeable(operation))
    expect(alone.map(({ name }) => name).sort()).toEqual(["IssueSearch", "UserMe"])
    expect(alone.every(({ isolated }) => isolated)).toBe(true)
  })

  it("cover every capability of the catalogue", () => {
    const served = [...knownIn(registry).values()].filter(({ routes }) =>
      routes.includes("graphql"),
    )
    expect(operations.size).toBeGreaterThanOrEqual(served.length)
  })
})
