export { type Foreseeable, foresee, foreseeable } from "./graphql/index.js"
export type { Attempt, Call, Definition, Numbered, Route } from "./route/index.js"
export { routes } from "./routes.js"
