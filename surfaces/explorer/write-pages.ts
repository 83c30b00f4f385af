/** Writes the page as files for any static file server. Run: `make pages`. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pageFiles } from "./index.js"

const [folder = ".cache/pages"] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
for (const [name, text] of await pageFiles({ live: false })) writeFileSync(join(folder, name), text)
console.log(`wrote ${join(folder, "index.html")}; to run capabilities as well, use \`ghx explore\``)
