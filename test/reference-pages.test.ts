/** Tests that pages that list something list all of it. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createClient } from "../runtime/index.js"
import { ROOT } from "./projects.js"

const read = (path: string) => readFileSync(join(ROOT, path), "utf8")

test("docs/client-options.md has a row for every option of a client", () => {
  const rows = read("docs/client-options.md")
    .split("\n")
    .map((line) => line.split("|")[1] ?? "")
  const listed = rows.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  let known = ""
  try {
    createClient({ unknown: true } as object)
  } catch (error) {
    known = String(error)
  }
  const [, names = ""] = /it has (.*)/.exec(known) ?? []
  expect(listed.sort()).toEqual(names.split(", ").sort())
})

test("docs/environment.md has every variable of GitHub and ghx that programs and the command read", () => {
  const page = read("docs/environment.md")
  const sources = ["runtime", "surfaces"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !/\.test\.|testing|node_modules/.test(path))
      .map((path) => read(join(folder, path))),
  )
  const names = sources.flatMap((text) => [
    ...[...text.matchAll(/variable\("([A-Z_]+)"\)/g)].map(([, name = ""]) => name),
    ...[...text.matchAll(/const \{([^}]*)\} = process\.env/g)].flatMap(
      ([, list = ""]) => list.match(/[A-Z_]{4,}/g) ?? [],
    ),
    ...[...text.matchAll(/process\.env\.((?:GHX?|GITHUB)_[A-Z_]+)/g)].map(([, name = ""]) => name),
  ])
  expect(names.length).toBeGreaterThan(10)
  expect([...new Set(names)].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
