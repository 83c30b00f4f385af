export { expressions, shapes, valuesOf } from "./arbitrary.js"
export { scopeOf } from "./scope.js"
