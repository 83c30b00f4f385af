/** Bundles the programs of `pnpm gen` and `make pin` into a folder. */
import { join } from "node:path"
import { bundleCompiler } from "./compiler.js"

const [folder = ".cache/compiler"] = process.argv.slice(2)
await bundleCompiler(join(import.meta.dirname, "../.."), folder, {
  main: "generator/main.ts",
  thread: "generator/run/thread.ts",
  "pin/main": "generator/pin/main.ts",
})
