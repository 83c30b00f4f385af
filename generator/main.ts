/** `pnpm gen`: the compiler in the package's own project. */
import { gen } from "./index.js"
import { ownLayout } from "./read/index.js"

process.exitCode = await gen(process.argv.slice(2), { name: "gen", layoutOf: ownLayout })
