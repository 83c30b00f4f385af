import type { ClientFeature } from "../../client/index.js"
import type { Interceptor } from "./interceptor.js"

/** Outside of all other features: interceptors also see calls that a limit refuses, but no repeated requests. */
export function interceptors(given: readonly Interceptor[]): ClientFeature {
  if (!Array.isArray(given) || !given.every((one) => typeof one === "function"))
    throw new TypeError("interceptors takes a list of functions")
  // A copy: later additions to the caller's list have no effect.
  const own = given.slice()
  return {
    name: "interceptors",
    rank: 10,
    load: async () => ({
      layer: (await import("./intercept-layer.js")).interceptLayer(own),
    }),
  }
}
