/** Small projects for tests of the compiler: folders with cards, documents and the pinned schema. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { CONTRACTS_PATH, PIN_FILES, SCHEMA_PATH } from "../generator/read/index.js"

/** The repository. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "")

/** The compiler that `pnpm gen` runs; the Makefile builds it. */
export const COMPILER = ".cache/compiler/main.js"

/** The program of `make pin`, built by the same rule. */
export const PIN = ".cache/compiler/pin/main.js"

/** The full cards of the catalog, as `write-expansions.ts` writes them. */
export const EXPANSIONS = ".cache/test/expansions.json"

/** Copies a fixture into a project of its own, runs `use` on it and removes it. */
export function withFixture<T>(fixture: string, use: (project: string) => T): T {
  return withProject((project) => {
    for (const folder of ["cards", "operations"]) {
      const source = join(fixture, folder)
      if (existsSync(source)) cpSync(source, join(project, folder), { recursive: true })
    }
    const lock = join(fixture, "contracts.lock.json")
    if (existsSync(lock)) {
      mkdirSync(dirname(join(project, CONTRACTS_PATH)), { recursive: true })
      cpSync(lock, join(project, CONTRACTS_PATH))
    }
    const schema = join(fixture, "schema.graphql")
    if (existsSync(schema)) {
      rmSync(join(project, SCHEMA_PATH))
      cpSync(schema, join(project, SCHEMA_PATH))
    }
    return use(project)
  })
}

/** Runs `use` on a temporary project with the pinned schema. */
function withProject<T>(use: (project: string) => T): T {
  const project = mkdtempSync(join(tmpdir(), "ghx-"))
  try {
    mkdirSync(dirname(join(project, SCHEMA_PATH)), { recursive: true })
    for (const pin of PIN_FILES) symlinkSync(join(ROOT, pin), join(project, pin))
    return use(project)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}
