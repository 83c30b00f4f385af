/** Tests that run a program of the machine's are left out where there is none. */
import { spawnSync } from "node:child_process"
import type { RouteType } from "ghx"
import type { TestContext } from "vitest"

/** What tests run besides Node: `test/fetch-gh` fetches gh, and has said why when it could not. */
const TOOLS = ["gh", "python3"] as const

type Tool = (typeof TOOLS)[number]

const without = (tool: Tool): string => `there is no ${tool}`

/** What tests that were left out say; the closing line counts those, and CI takes them for failed. */
export const reasonsToLeaveOut: readonly string[] = TOOLS.map(without)

const found = new Map<Tool, boolean>()

function has(tool: Tool): boolean {
  const known = found.get(tool) ?? spawnSync(tool, ["--version"]).status === 0
  found.set(tool, known)
  return known
}

/** Leaves the test out where there is no such program. */
export function needs(tool: Tool, { skip }: Pick<TestContext, "skip">): void {
  if (!has(tool)) skip(without(tool))
}

/** For `beforeEach(needsGh)`. */
export const needsGh = (context: Pick<TestContext, "skip">): void => needs("gh", context)

/** For a test of some routes. */
export function needsGhFor(routes: readonly RouteType[], context: Pick<TestContext, "skip">): void {
  if (routes.includes("cli")) needsGh(context)
}
