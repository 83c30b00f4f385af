export {
  type CardPath,
  type CardSource,
  documentsIdentified,
  documentsOf,
  LOOKUP_FOLDER,
  lookupPath,
  readCard,
} from "./card.js"
export * from "./card-format/index.js"
export { type DocumentSource, fileOf, readDocument } from "./document.js"
export {
  type GhCommandDescription,
  type GhDescription,
  type GhFlag,
  PinError,
  type Pins,
  type RestDescription,
  type RestOperation,
  type RestParameter,
  type RestPermissions,
  readGh,
  readRest,
} from "./pins.js"
export { printYaml } from "./print-yaml.js"
export { readSchema, schemaFault, schemaProblems } from "./schema.js"
