export { camelCase, compareText, pascalCase, singular, snakeCase, snakeCaseOf } from "./case.js"
export {
  docComment,
  identifier,
  propertyAccess,
  propertyName,
  stringLiteral,
  templateLiteral,
} from "./encode.js"
export { type Hash, hash, memoize, memoizedHash, memoizeLast } from "./hash.js"
