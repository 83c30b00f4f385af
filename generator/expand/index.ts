export { documentOf } from "./document-of.js"
export { type Change, Draft } from "./draft.js"
export { type ExpandedCard, expandCard } from "./expand-card.js"
export { type Identity, proveIdentity, proveThing, sourcesIn } from "./identity-proof.js"
export { inOrder, type Keywords, keywordsIn, merged } from "./keywords.js"
export type { CompileContext } from "./rule.js"
export { type Context, type Derived, NOTHING, type RouteExpander, together } from "./rule.js"
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
  type InputSource,
  type OfLookup,
  type Place,
  sourcesOf,
  sourcesOfLookups,
  sourcesOfOutput,
  sourcesOfResult,
} from "./source.js"
export { desugar } from "./spell-out.js"
export {
  checkTypes,
  checkUnion,
  DISCRIMINATOR,
  memberOfUnion,
  memberSchema,
  membersOfUnion,
  type UnionProblem,
} from "./unions.js"
export { checkUnusedShared } from "./uses.js"
export { walk } from "./walk.js"
