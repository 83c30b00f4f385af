/** Writes the full form of the catalog's cards to a file, which `test/cards.ts` reads. Run by make. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { expansionsOf } from "../generator/compile/index.js"
import { readInputs } from "../generator/read/index.js"

const [file = ""] = process.argv.slice(2)
const expansions = [...expansionsOf(readInputs(process.cwd())).values()]
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, JSON.stringify(expansions))
