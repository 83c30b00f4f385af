/** Writes the JavaScript of the package to the given folder. Run: `make build`. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { registry } from "../../generated/registry.js"
import { plannedCapability } from "../../generator/compile/index.js"
import { declarationOf } from "../../runtime/execute/descriptions/index.js"
import { knownIn } from "../../runtime/index.js"
import { writeCompiler } from "./compiler.js"
import { pruneDeclarations } from "./declarations.js"
import { writePackage } from "./package.js"

const project = join(import.meta.dirname, "../..")
const [, , dist] = process.argv
if (!dist) throw new Error("name the folder to write to")
await writePackage(project, dist)
await writeCompiler(project, dist)
const ids = [...knownIn(registry).keys()]
const contracts = await Promise.all(ids.map((id) => registry.source(id).contract()))
const planned = contracts.map(({ list = false, ...one }) =>
  plannedCapability({ ...one, isList: list }),
)
writeFileSync(join(dist, "planned.json"), JSON.stringify(planned))
writeFileSync(join(dist, "ghx.d.ts"), declarationOf(contracts))
pruneDeclarations(project, dist)
