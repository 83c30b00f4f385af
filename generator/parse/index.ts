export {
  type CardPath,
  type CardSource,
  documentsIdentified,
  documentsOf,
  LOOKUP_FOLDER,
  lookupPath,
  readCard,
} from "./card.js"
export {
  type Card,
  type CliCommandSection,
  type CliSection,
  cardSchema,
  type Example,
  type GraphqlSection,
  type Library,
  type LookupSection,
  librarySchema,
  type PlainShape,
  type ReconcileSection,
  type RequirementSection,
  type RestEndpointSection,
  type RestLookupSection,
  type RestSection,
  ROUTES,
  type Suitability,
  shapeSchema,
  type WrittenCard,
  type WrittenCliSection,
  type WrittenEndpoint,
  type WrittenGraphqlLookup,
  type WrittenRestLookup,
  type WrittenShape,
  writtenCardSchema,
} from "./card-format/index.js"
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
