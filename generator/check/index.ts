export { checkCard } from "./card.js"
export { asCard } from "./card-form.js"
export { apiPath } from "./commands.js"
export { type Cost, checkConnections, type PageSizeOf } from "./connections.js"
export {
  type Contract,
  checkContract,
  checkReleasedIds,
  contractOf,
  readContracts,
  writeContracts,
} from "./contracts.js"
export { Documents } from "./documents.js"
export { pagedEndpoint, responseNames } from "./endpoints.js"
export { checkIds, type IdOfCard } from "./identity.js"
export { isList, resolveContract } from "./resolved-contract.js"
export { findOperation, isOptionalIn } from "./rest-operation.js"
export { checkRoutes } from "./routes.js"
export { withoutStrays } from "./stray-files.js"
