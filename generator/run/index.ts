export { cacheOf } from "./cache.js"
export { runOnce, Stopwatch } from "./run.js"

// Loaded on demand, because most runs neither watch nor print.
export const watching = () => import("./watch.js")
export const printing = () => import("./print.js")
