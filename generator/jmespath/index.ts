export * as compose from "./compose.js"
export * from "./inline.js"
export { mapPaths, type Origin, Path, pathsIn, withPathTexts } from "./path.js"
export { printPath } from "./print.js"
export { inputsNamed, type NamesRead, namesRead, readsOf, readsOfCurrent } from "./reads.js"
export {
  childrenOf,
  isFalseForNull,
  isNullStrict,
  mapNodes,
  type PathNode,
  type ShapeNode,
  type ShapeOrigin,
} from "./tree.js"
