import type { ClientFeature } from "../client/index.js"
import { interceptors } from "../intercept/index.js"
import { once } from "../once/index.js"
import type { ClientOptions } from "./options.js"

/** The features around calls, by the options of a client. */
export function featuresOf(options: ClientOptions): ClientFeature[] {
  const all = [once]
  if (options.repos || options.limits) all.push(bounds)
  if (options.interceptors !== undefined) all.push(interceptors(options.interceptors))
  return all
}

/** Calls that an interceptor refuses are not counted; calls that it starts again are. */
const bounds: ClientFeature = {
  name: "bounds",
  rank: 20,
  load: async () => (await import("./bounds-layer.js")).boundsLayer(),
}
