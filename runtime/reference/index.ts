export { every, outOf, type PathPart, type Place, pathText, placeOf } from "./place.js"
export type { Out, Reference, Value, WithReferences } from "./types.js"
