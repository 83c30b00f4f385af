export { type Foreseeable, foresee, foreseeable } from "./foresee.js"
export { graphqlRoute } from "./route.js"
