/** Before all tests: the compiler as `make gen` runs it, brought up to date by the Makefile's own rule. */
import { spawnSync } from "node:child_process"
import { COMPILER, ROOT } from "./projects.js"

export default function buildCompiler(): void {
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
