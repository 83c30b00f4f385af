export { asCard, checkCardForm } from "./card-form.js"
export { type Cost, checkConnections, type PageSizeOf } from "./connections.js"
export { checkContractSchemas } from "./contract-schema.js"
export {
  type Contract,
  checkContract,
  checkReleasedIds,
  contractOf,
  readContracts,
  writeContracts,
} from "./contracts.js"
export { checkDocument, checkOperationName } from "./document.js"
export { checkExamples } from "./examples.js"
export { checkHiddenCharacters, checkHiddenValues } from "./hidden-characters.js"
export { checkIdentity, checkIds, type IdOfCard } from "./identity.js"
export { checkRouting } from "./routing.js"
export { withoutStrays } from "./stray-files.js"
