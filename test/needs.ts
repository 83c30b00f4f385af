/** Skips tests of programs that the machine lacks. */
import { spawnSync } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import type { RouteType } from "ghx"
import type { TestContext } from "vitest"
import { serverPath } from "./server-paths.js"

/** Programs that tests run besides Node. `test/fetch-gh` downloads gh, or has printed why it could not. */
const NEEDED = ["gh", "python3"] as const

/** Programs that a CI machine may lack. */
const OPTIONAL = ["chromium", "fish", "zsh", "redis-server", "postgres"] as const

type Tool = (typeof NEEDED | typeof OPTIONAL)[number]

const without = (tool: Tool): string => `there is no ${tool}`

/** The reason why a test was skipped. In CI, only reasons with `mayBe` are allowed; others count as failures. */
export const reasonsToLeaveOut: readonly { reason: string; mayBe: boolean }[] = [
  ...NEEDED.map((tool) => ({ reason: without(tool), mayBe: !process.env.CI })),
  ...OPTIONAL.map((tool) => ({ reason: without(tool), mayBe: true })),
]

const found = new Map<Tool, boolean>()

function has(tool: Tool): boolean {
  const known = found.get(tool) ?? isThere(tool)
  found.set(tool, known)
  return known
}

function isThere(tool: Tool): boolean {
  if (tool === "chromium") return chromium() !== undefined
  if (tool === "redis-server" || tool === "postgres") return serverPath(tool) !== undefined
  return spawnSync(tool, ["--version"]).status === 0
}

const BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

/** The path of Chromium: from `CHROMIUM`, or from the path. */
export function chromium(): string | undefined {
  const { CHROMIUM, PATH = "" } = process.env
  const folders = PATH.split(delimiter)
  const candidates = folders.flatMap((folder) => BROWSERS.map((name) => join(folder, name)))
  return CHROMIUM || candidates.find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Skips the test if the program is not installed. */
export function needs(tool: Tool, { skip }: Pick<TestContext, "skip">): void {
  if (!has(tool)) skip(without(tool))
}

/** For `beforeEach(needsGh)`. */
export const needsGh = (context: Pick<TestContext, "skip">): void => needs("gh", context)

/** Skips a test of routes with gh if gh is not installed. */
export function needsGhFor(routes: readonly RouteType[], context: Pick<TestContext, "skip">): void {
  if (routes.includes("cli")) needsGh(context)
}
