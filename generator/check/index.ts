export * from "./card.js"
export * from "./card-form.js"
export * from "./contract-changes.js"
export { KEYWORDS } from "./contract-keywords.js"
export * from "./contract-lock.js"
export { checkSchemaPart } from "./contract-schema.js"
export { checkDocument } from "./document.js"
export * from "./documents.js"
export { checkIds, type IdOfCard } from "./identity.js"
export * from "./resolved-contract.js"
export * from "./routes.js"
export { valueAt } from "./schema-errors.js"
export { fragmentName, fragmentPath, isOfPackage, namesSpread } from "./shared-fragments.js"
export {
  checkDocumentUses,
  checkTypeNames,
  type DocumentUse,
  type GeneratedTypes,
  withoutUnrelatedFiles,
} from "./whole-project.js"
