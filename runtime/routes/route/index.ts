export { type Found, type FoundValues, findAll } from "./find-all.js"
export { notFound, thingIn } from "./not-found.js"
export { partlyApplied } from "./partly-applied.js"
export type { Attempt, Call, Definition, Numbered, Questioner, Route } from "./route.js"
