/** Runs once before all tests: builds from the current sources what several tests share. */
import { spawnSync } from "node:child_process"
import { environment, forgetMade } from "./made.js"
import { COMPILER, EXPANSIONS, ROOT } from "./projects.js"

/** The compiler as `pnpm gen` runs it, and the cards as it expands them, where they are not up to date. */
export default function beforeAll(): void {
  forgetMade()
  const { status, error } = spawnSync("make", ["--silent", COMPILER, EXPANSIONS], {
    cwd: ROOT,
    env: environment(),
    stdio: "inherit",
  })
  // Without make, only the tests that need these files fail.
  if (status !== 0 && error === undefined) throw new Error("make failed")
}
