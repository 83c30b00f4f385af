export { emitCapability, type RouteEmitter } from "./capability.js"
export { emitAnswerParts, emitContract } from "./contract.js"
export * from "./docs.js"
export { emitEditorSchemas, type KnownNames } from "./editor-schemas.js"
export { emitEntries } from "./entry.js"
export { printExpression } from "./expression.js"
export { braces, type Doc } from "./layout.js"
export { literalDoc } from "./literal.js"
export { withAnswers } from "./local-types.js"
export { mappingDoc, type Parameter } from "./mapping.js"
export * from "./members.js"
export { type Import, NO_PACKAGE_IMPORTS, type PackageImports, packageImportsOf } from "./module.js"
export {
  type CapabilityName,
  contractNames,
  operationPath,
  shapeTypes,
  valueName,
} from "./names.js"
export { emitCapabilityMap, emitNamespaces, emitShared, emitTypes } from "./namespaces.js"
export { emitFragment, emitOperation, type OperationNames, operationNames } from "./operation.js"
export { outputFunction } from "./output.js"
export { emitPlanner } from "./planner.js"
export { emitCatalog, emitCatalogEntry, emitRegistry, knownOf } from "./registry.js"
export { emitShape } from "./shape.js"
export { localInterface, printType, typeOf } from "./type.js"
