export { graphqlLookups, lookupKey, openLookups, recallFor } from "./lookups.js"
export { type Prefetchable, prefetch, prefetchable } from "./prefetch.js"
export { graphqlRoute } from "./route.js"
export { graphqlWrites } from "./writes.js"
