import type { RouteExpander } from "../../../expand/index.js"
import { namesIn } from "../check/index.js"
import { deriveAnswer, deriveByName } from "./by-name.js"
import { deriveLookupResult, deriveParameters } from "./lookups.js"
import { derivePages } from "./pages.js"
import { deriveEndpoint, deriveMethod } from "./request.js"
import { sourcesOfRest } from "./sources.js"

export const restExpander: RouteExpander = {
  type: "rest",
  rules: {
    section: [deriveEndpoint],
    requests: [deriveMethod],
    lookups: [deriveLookupResult, deriveParameters],
    values: [deriveByName, deriveAnswer],
  },
  sources: sourcesOfRest,
  changingPart({ rest }, { source }) {
    const endpoints = rest?.endpoints ?? []
    const written = endpoints.findIndex(({ method }) => method !== "GET")
    const method = endpoints[written]?.method
    if (method === undefined) return undefined
    const span = source.valueSpan(["rest", "endpoints", written, "method"])
    return { what: `${method} changes something`, span }
  },
  lookups: {
    values: "parameters",
    namesIn: (entry) => namesIn(String(entry.request ?? entry.path ?? "")),
  },
  pages: ({ rest }, context) => rest && derivePages(rest, context),
}
