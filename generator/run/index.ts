import type { ProjectLayout } from "../read/index.js"
import type { RunOptions } from "./run.js"

export { cacheOf } from "./cache.js"
export { runOnce, Stopwatch } from "./run.js"

/** Compiles a project, and again whenever one of its inputs changes, until interrupted. */
export async function watchProject(
  layout: () => ProjectLayout,
  options: RunOptions,
): Promise<void> {
  // Loaded here, because most runs watch nothing.
  await (await import("./watch.js")).watchProject(layout, options)
}

/** Prints one card in its full form; returns the exit code. */
export async function printExpansion(project: ProjectLayout, id: string): Promise<number> {
  return (await import("./print.js")).printExpansion(project, id)
}

/** Prints the plan of one capability; returns the exit code. */
export async function printPlan(project: ProjectLayout, id: string): Promise<number> {
  return (await import("./print.js")).printPlan(project, id)
}
