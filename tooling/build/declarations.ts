/** `tsc` writes a declaration for each module. Removes those that no entry of the package uses. */
import { readdirSync, readFileSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { manifestIn } from "./licenses.js"

export function pruneDeclarations(project: string, dist: string): void {
  const all = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".d.ts"))
    .map((file) => join(dist, file))
  const entries = Object.values(manifestIn(project).exports).flatMap((entry) => {
    const pattern = typeof entry === "string" ? entry : entry.types
    const [before = "", after] = pattern.replace("./dist/", `${dist}/`).split("*")
    return all.filter((file) =>
      after === undefined ? file === join(before) : file.startsWith(before) && file.endsWith(after),
    )
  })
  const reached = new Set<string>()
  for (const file of entries) reach(file, reached)
  for (const file of all) if (!reached.has(file)) rmSync(file)
}

function reach(file: string, reached: Set<string>): void {
  if (reached.has(file)) return
  reached.add(file)
  const imports = readFileSync(file, "utf8").matchAll(/(?:\bfrom |\bimport\()"(\.[^"]+)\.js"/g)
  for (const [, path = ""] of imports) reach(join(dirname(file), `${path}.d.ts`), reached)
}
