export * as build from "./build.js"
export { compilePath } from "./compile.js"
export { PathError } from "./error.js"
export {
  type Expression,
  helperNames,
  holds,
  isReference,
  keyOf,
  reads,
  within,
  withParts,
} from "./expression.js"
export { type PathExpression, parsePath } from "./parse.js"
export { asResult, withoutNullItems } from "./rewrite.js"
export { settle } from "./settle.js"
export {
  callbackScope,
  nullishPart,
  type Scope,
  takenNames,
  type Value,
  variableName,
} from "./value.js"
