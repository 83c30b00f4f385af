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
export * from "./shapes.js"
export { readShared, readSharedOfPackage, SHARED_FOLDER, type Shared } from "./shared.js"
export * from "./source.js"
export * from "./unions.js"
export { checkUnusedShared } from "./uses.js"
export { walk } from "./walk.js"
