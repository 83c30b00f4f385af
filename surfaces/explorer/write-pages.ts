/** Writes the page as files for any static file server. Run: `make pages`. */
import { join } from "node:path"
import { writePages } from "./index.js"

const [folder = ".cache/pages"] = process.argv.slice(2)
await writePages(folder)
console.log(`wrote ${join(folder, "index.html")}; to run capabilities as well, use \`ghx explore\``)
