/** Tests that run the real gh are left out where there is none: `test/fetch-gh` has said why. */
import { spawnSync } from "node:child_process"
import type { RouteType } from "ghx"
import type { TestContext } from "vitest"

/** What a test that was left out says; the closing line counts those, and CI takes them for failed. */
export const withoutGh = "there is no gh"

let found: boolean | undefined

function hasGh(): boolean {
  found ??= spawnSync("gh", ["--version"]).status === 0
  return found
}

/** For `beforeEach(needsGh)`, or with a test's own context: leaves the test out where there is no gh. */
export function needsGh({ skip }: Pick<TestContext, "skip">): void {
  if (!hasGh()) skip(withoutGh)
}

/** The same for a test of some routes. */
export function needsGhFor(routes: readonly RouteType[], context: Pick<TestContext, "skip">): void {
  if (routes.includes("cli")) needsGh(context)
}
