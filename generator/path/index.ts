export type { ObjectStart } from "./build.js"
export * as build from "./build.js"
export { compilePath } from "./compile.js"
export { PathError } from "./error.js"
export {
  containsPart,
  type Expression,
  isReference,
  keyOf,
  reads,
  subexpressions,
  withParts,
} from "./expression.js"
export { isFunction } from "./functions.js"
export { normalize } from "./literal.js"
export { helperNames, reservedNames, variableName } from "./names.js"
export { asResult, withoutNullItems } from "./rewrite.js"
export { callbackScope, nullishPart, type Scope, type Value } from "./value.js"
