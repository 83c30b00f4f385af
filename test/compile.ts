/** The compiler, for tests that compile many small projects. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createMemory, type Generated, generate } from "../generator/compile/index.js"
import { GH_PATH, type Inputs, REST_PATH, readTexts, SCHEMA_PATH } from "../generator/read/index.js"
import { ROOT } from "./projects.js"

const memory = createMemory()

/** Compiles a project. Parts that equal those of the previous project are not read again. */
export const compile = (inputs: Inputs): Generated => generate(inputs, { memory })

const pinned = (path: string) => readFileSync(join(ROOT, path), "utf8")

/** The pinned descriptions of GitHub. */
export const pins = { schema: pinned(SCHEMA_PATH), rest: pinned(REST_PATH), gh: pinned(GH_PATH) }

/** A folder with cards and documents as a project, with the schema and released contracts it may have. */
export function inputsOfFixture(fixture: string): Inputs {
  const own = (key: "schema" | "contracts", name: string) => {
    const path = join(fixture, name)
    return existsSync(path) ? { [key]: readFileSync(path, "utf8") } : {}
  }
  return {
    cards: readTexts(fixture, "cards"),
    operations: readTexts(fixture, "operations"),
    ...pins,
    ...own("schema", "schema.graphql"),
    ...own("contracts", "contracts.lock.json"),
  }
}
