/**
 * The way into the package for a module that is generated for another project: what to import a file of
 * the package by, undefined where the file is the project's own.
 */
export type Doors = (path: string) => string | undefined

/** Of the package itself, in which everything is its own. */
export const NO_DOORS: Doors = () => undefined

/** Of a project that has installed the package, and has shapes of its own. */
export function doorsOf(ownShapes: readonly string[]): Doors {
  return (path) => {
    if (path === "runtime/contract.ts" || path === "runtime/public.ts")
      return `ghx/${path.slice(0, -".ts".length)}`
    if (path === "runtime/planner/index.ts") return "ghx/runtime/planner"
    if (path.startsWith("runtime/")) return "ghx/runtime"
    // Look-ups know where their documents stand; a shape is known by its name.
    if (path.startsWith("node_modules/ghx/generated/operations/lookup/"))
      return "ghx/operations/lookup"
    const [, shape] = /generated\/(?:operations\/)?shapes\/(\w+)\.ts$/.exec(path) ?? []
    return shape === undefined || ownShapes.includes(shape) ? undefined : "ghx/shapes"
  }
}
