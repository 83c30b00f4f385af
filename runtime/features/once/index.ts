/** Writes with a key, which are applied once. */
import type { ClientFeature } from "../../client/index.js"

/** Inside of all other features: repeated requests of a write belong to one call. */
export const once = (): ClientFeature => ({
  name: "once",
  rank: 40,
  options: ["key", "intended_at"],
  concerns: ({ key }) => key !== undefined,
  load: async () => (await import("./once.js")).onceCode,
})

/** Gives a write of a journal its key. */
export const loadKeys = () => import("./with-key.js")
