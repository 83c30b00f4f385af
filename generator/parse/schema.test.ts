import { readFileSync } from "node:fs"
import { join } from "node:path"
import { buildSchema, type GraphQLNamedType } from "graphql"
import { describe, expect, it } from "vitest"
import { readSchema, schemaFault } from "./pins.js"

const sdl = readFileSync(join(import.meta.dirname, "../../schema/github-schema.graphql"), "utf8")

describe("the pinned schema", () => {
  it("is valid SDL", () => {
    expect(() => buildSchema(sdl)).not.toThrow()
  })

  it("is read by readSchema even if a field is defined twice", () => {
    const twice = sdl.replace(/^type License [^{]*\{/m, "$&\n  body: String!\n")
    expect(() => buildSchema(twice)).toThrow('"License.body" can only be defined once')
    expect(readSchema(twice).getType("License")).toBeDefined()
  })

  it("has its syntax errors located by schemaFault", () => {
    const damaged = sdl.replace(
      "type BranchNamePatternParameters ",
      "type BranchNamePatternParameters ! ",
    )
    const schema = readSchema(damaged)
    const error = thrownBy(() => Object.values(schema.getTypeMap()).map((type) => fieldsOf(type)))
    expect(schemaFault(damaged, error)).toEqual({
      message: 'Syntax Error: Unexpected "!".',
      start: damaged.indexOf(" ! ") + 1,
    })
    expect(schemaFault(damaged, new Error("of something else"))).toBeUndefined()
  })
})

function fieldsOf(type: GraphQLNamedType): unknown {
  return "getFields" in type && type.getFields()
}

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
