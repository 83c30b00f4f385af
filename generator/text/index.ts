export { camelCase, pascalCase, snakeCase, snakeCaseOf } from "./case.js"
export {
  docComment,
  identifier,
  propertyAccess,
  propertyName,
  stringLiteral,
  templateLiteral,
} from "./encode.js"
export { type Hash, hash, memoizedHash } from "./hash.js"
export { memoize, memoizeLast } from "./memoize.js"
export { compareText } from "./order.js"
export { singular } from "./singular.js"
