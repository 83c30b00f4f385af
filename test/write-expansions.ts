/** Writes the full form of the catalog's cards, which `test/cards.ts` reads. Run by make. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expansionsOf } from "../generator/compile/index.js"
import { readInputs } from "../generator/read/index.js"
import { EXPANSIONS, ROOT } from "./projects.js"

const expansions = [...expansionsOf(readInputs(ROOT)).values()]
mkdirSync(dirname(join(ROOT, EXPANSIONS)), { recursive: true })
writeFileSync(join(ROOT, EXPANSIONS), JSON.stringify(expansions))
