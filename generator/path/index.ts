export {
  asResult,
  type ParsedPath,
  type PathExpression,
  parsePath,
  withoutNullItems,
} from "./ast.js"
export * as code from "./code.js"
export { compilePath } from "./compile.js"
export { PathError } from "./error.js"
export { functions } from "./functions.js"
export { literalCode } from "./literal.js"
export { settle } from "./settle.js"
export { callbackScope, type Scope, takenNames, type Value, variableName } from "./value.js"
