export { readsOf } from "./body-read.js"
export * as compose from "./compose.js"
export {
  type Callable,
  callsIn,
  inlineCalls,
  type NamedExpression,
} from "./inline.js"
export { inputsNamed, type NamesRead, namesRead } from "./names-read.js"
export { mapPaths, type Origin, Path, pathsIn, withPathTexts } from "./path.js"
export { printPath } from "./print.js"
export {
  childrenOf,
  isFalseForNull,
  isNullStrict,
  mapNodes,
  type PathNode,
  readsOfCurrent,
  type ShapeNode,
  type ShapeOrigin,
} from "./tree.js"
