/** Writes the JavaScript of the package to a folder. Run: `make build`. */
import { join } from "node:path"
import { writeCompiler } from "./compiler.js"
import { writePackage } from "./package.js"

const project = join(import.meta.dirname, "..")
const dist = process.argv[2] ?? join(project, "dist")
await writePackage(project, dist)
await writeCompiler(project, dist)
