export { checkCard } from "./card.js"
export {
  asCard,
  asWrittenCard,
  checkCardForm,
  checkForm,
  checkReadable,
  checkWrittenCard,
} from "./card-form.js"
export { checkContract, checkReleasedIds } from "./contract-changes.js"
export { KEYWORDS } from "./contract-keywords.js"
export { type Contract, contractOf, readContracts, writeContracts } from "./contract-lock.js"
export { checkSchemaPart } from "./contract-schema.js"
export { checkDocument } from "./document.js"
export { Documents } from "./documents.js"
export { checkIds, type IdOfCard } from "./identity.js"
export { DEFAULT_PAGE, isCounted, isList, resolveContract } from "./resolved-contract.js"
export { type CheckedRoutes, checkRoutes, type RouteChecker } from "./routes.js"
export { valueAt } from "./schema-errors.js"
export { fragmentName, fragmentPath, isOfPackage, namesSpread } from "./shared-fragments.js"
export {
  checkDocumentUses,
  checkTypeNames,
  type DocumentUse,
  type GeneratedTypes,
  withoutUnrelatedFiles,
} from "./whole-project.js"
