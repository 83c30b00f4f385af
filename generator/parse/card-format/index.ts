export { ROUTES } from "../../../runtime/route-names/index.js"
export {
  type Card,
  cardSchema,
  type Example,
  type Library,
  librarySchema,
  type RequirementSection,
  type Suitability,
  type WrittenCard,
  writtenCardSchema,
} from "./card.js"
export type { CliCommandSection, CliSection, WrittenCliSection } from "./cli-section.js"
export type { GraphqlSection, LookupSection, WrittenGraphqlLookup } from "./graphql-section.js"
export type {
  RestEndpointSection,
  RestLookupSection,
  RestSection,
  WrittenEndpoint,
  WrittenRestLookup,
} from "./rest-section.js"
export { type PlainShape, shapeSchema, type WrittenShape } from "./shape.js"
