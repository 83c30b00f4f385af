/** Runs once before all tests: builds from the current sources what several tests share. */
import { spawnSync } from "node:child_process"
import { environment, forgetMade } from "./made.js"
import { COMPILER, EXPANSIONS, ROOT } from "./projects.js"
import { useTemporaryFolder } from "./temporary-folder.js"

/**
 * Builds the compiler that `pnpm gen` runs, and the expanded cards, unless they are up to date.
 *
 * @returns what Vitest runs after all tests
 */
export default function beforeAll(): () => void {
  forgetMade()
  const { status, error } = spawnSync("make", ["--silent", COMPILER, EXPANSIONS], {
    cwd: ROOT,
    env: environment(),
    stdio: "inherit",
  })
  // Without make, only the tests that need these files fail.
  if (status !== 0 && error === undefined) throw new Error("make failed")
  return useTemporaryFolder()
}
