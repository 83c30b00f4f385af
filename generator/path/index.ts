export type { ObjectStart } from "./build.js"
export * as build from "./build.js"
export { compilePath } from "./compile.js"
export { PathError } from "./error.js"
export {
  type Expression,
  holds,
  isReference,
  keyOf,
  reads,
  within,
  withParts,
} from "./expression.js"
export { isFunction } from "./functions.js"
export { helperNames } from "./helper-names.js"
export { takenNames, variableName } from "./names.js"
export { normalize } from "./normalize.js"
export { asResult, withoutNullItems } from "./rewrite.js"
export {
  callbackScope,
  nullishPart,
  type Scope,
  type Value,
} from "./value.js"
