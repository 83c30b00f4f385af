export { every, type PathPart, parsePath, pathText } from "./path.js"
export { type Mark, type MarkValue, outOf, type Place, placeOf } from "./place.js"
export type { Out, Reference, Value, WithReferences } from "./types.js"
