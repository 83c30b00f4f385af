export { camelCase, compareText, pascalCase, snakeCase, snakeCaseOf } from "./case.js"
export * from "./encode.js"
export { type Hash, hash, memoize, memoizedHash, memoizeLast } from "./hash.js"
