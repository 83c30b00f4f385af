/** Before all tests: what many of them share is made once, from the sources as they are. */
import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expansionsOf } from "../generator/compile/index.js"
import { readInputs } from "../generator/read/index.js"
import { COMPILER, EXPANSIONS, ROOT } from "./projects.js"

export default function beforeAll(): void {
  buildCompiler()
  const expansions = [...expansionsOf(readInputs(ROOT)).values()]
  mkdirSync(dirname(join(ROOT, EXPANSIONS)), { recursive: true })
  writeFileSync(join(ROOT, EXPANSIONS), JSON.stringify(expansions))
}

/** The compiler as `make gen` runs it, brought up to date by the Makefile's own rule. */
function buildCompiler(): void {
  const env = { ...process.env }
  // Of the make that runs the tests.
  for (const name of ["MAKEFLAGS", "MFLAGS", "MAKELEVEL", "ARGS", "CARD"]) delete env[name]
  const { status, error } = spawnSync("make", ["--silent", COMPILER], {
    cwd: ROOT,
    env,
    stdio: "inherit",
  })
  // Where there is no make, only the tests that need the compiler fail.
  if (status !== 0 && error === undefined) throw new Error(`make ${COMPILER} failed`)
}
