/** Writes the JavaScript of the package to a folder. Run: `make build`. */
import { join } from "node:path"
import { writePackage } from "./package.js"

const project = join(import.meta.dirname, "..")
await writePackage(project, process.argv[2] ?? join(project, "dist"))
