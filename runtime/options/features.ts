import type { ClientFeature } from "../client/index.js"
import { interceptors } from "../intercept/index.js"
import { once } from "../once/index.js"
import type { ClientOptions } from "./options.js"

/** The features around calls, by the options of a client, from the outermost inwards. */
export function featuresOf(options: ClientOptions): ClientFeature[] {
  const all = [once]
  if (options.repos || options.limits) all.push(bounds)
  if (options.interceptors !== undefined) all.push(interceptors(options.interceptors))
  return all.sort((one, other) => one.rank - other.rank)
}

/** Calls that an interceptor refuses are not counted; calls that it starts again are. */
const bounds: ClientFeature = {
  name: "bounds",
  rank: 20,
  concerns: () => true,
  load: async () => (await (await import("../call/index.js")).loadBounds()).boundsLayer,
}
