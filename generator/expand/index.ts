export { desugar } from "./desugar.js"
export { type Change, Draft } from "./draft.js"
export { type ExpandedCard, expandCard } from "./expand-card.js"
export * from "./identity-proof.js"
export { inContractOrder, type Keywords, keywordsIn, mergeKeywords, orNull } from "./keywords.js"
export {
  combineDerived,
  type Derived,
  NO_CHANGES,
  type RouteExpander,
  type RuleContext,
} from "./rule.js"
export {
  type Fields,
  type FullShape,
  fieldsOf,
  namesOf,
  readShapes,
  SHAPES_FOLDER,
  type ShapeBook,
  type ShapeFile,
  type ShapeSource,
  type ShapeSources,
  shapeOfField,
  sourcesOfBase,
  unionOfField,
} from "./shapes.js"
export { readShared, readSharedOfPackage, SHARED_FOLDER, type Shared } from "./shared.js"
export {
  type InputPlace,
  type InputSource,
  type OfLookup,
  sourcesOf,
  sourcesOfLookups,
  sourcesOfOutput,
  sourcesOfResult,
} from "./source.js"
export * from "./unions.js"
export { checkUnusedShared } from "./uses.js"
export { walk } from "./walk.js"
