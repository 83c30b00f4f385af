/** Finds the tests that concern one card: those with its name in the suites that read the cards. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { ROOT } from "./projects.js"

export interface TestsOfCard {
  readonly files: readonly string[]
  readonly names: RegExp
}

export function ofCard(id: string): TestsOfCard {
  if (!existsSync(join(ROOT, `generated/contracts/${id}.json`))) {
    throw new Error(`There is no card ${id}: cards/${id.replaceAll(".", "/")}.yaml`)
  }
  const files = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => join(ROOT, "test", path))
    .filter((path) => /from "\.{1,2}\/cards\.js"/.test(readFileSync(path, "utf8")))
    .map((path) => relative(ROOT, path))
  // Matches whole words: The pattern for `issue.list` must not match `issue.list_types`. Some titles quote it as
  // `'issue.list'`.
  const names = new RegExp(`(?<![\\w.])${id.replaceAll(".", "\\.")}(?![\\w.])`)
  return { files, names }
}
