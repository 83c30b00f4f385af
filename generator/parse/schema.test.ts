import { readFileSync } from "node:fs"
import { join } from "node:path"
import { buildSchema, type GraphQLNamedType } from "graphql"
import { describe, expect, it } from "vitest"
import { readSchema, schemaFault } from "./schema.js"

const sdl = readFileSync(join(import.meta.dirname, "../../schema/github-schema.graphql"), "utf8")

describe("the pinned schema", () => {
  it("has the defects that are known, and no other", () => {
    const problems = (() => {
      try {
        buildSchema(sdl)
        return []
      } catch (error) {
        return error instanceof Error ? error.message.split(/\n+/) : [String(error)]
      }
    })()
    expect(problems.filter((line) => line !== "")).toEqual([
      'Field "EnterpriseOwnerInfo.repositoryDeployKeySetting" can only be defined once.',
      'Field "EnterpriseOwnerInfo.repositoryDeployKeySettingOrganizations" can only be defined once.',
    ])
  })

  it("is read all the same", () => {
    expect(readSchema(sdl).getType("EnterpriseOwnerInfo")).toBeDefined()
  })

  it("is at fault where the part stands that cannot be read, once it is asked for", () => {
    const damaged = sdl.replace(
      "type BranchNamePatternParameters {",
      "type BranchNamePatternParameters ! {",
    )
    const schema = readSchema(damaged)
    const error = thrownBy(() => Object.values(schema.getTypeMap()).map((type) => fieldsOf(type)))
    expect(schemaFault(damaged, error)).toEqual({
      message: 'Syntax Error: Unexpected "!".',
      start: damaged.indexOf(" ! {") + 1,
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
