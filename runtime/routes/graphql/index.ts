export { type Foreseeable, foresee, foreseeable } from "./foresee.js"
export { graphqlLookups } from "./lookups.js"
export { graphqlRoute } from "./route.js"
export { graphqlWrites } from "./writes.js"
