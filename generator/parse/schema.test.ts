import { readFileSync } from "node:fs"
import { join } from "node:path"
import { buildSchema } from "graphql"
import { describe, expect, it } from "vitest"
import { readSchema } from "./schema.js"

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
})
