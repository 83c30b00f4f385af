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
export type { GhCommandDescription, GhDescription, GhFlag } from "./gh-description.js"
export { PinError, type Pins, readGh, readRest } from "./pins.js"
export { printYaml } from "./print-yaml.js"
export type {
  RestDescription,
  RestOperation,
  RestParameter,
  RestPermissions,
} from "./rest-description.js"
export { readSchema, schemaFault, schemaProblems } from "./schema.js"
