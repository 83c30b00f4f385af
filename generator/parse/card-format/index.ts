export {
  type Card,
  cardSchema,
  type Example,
  type Library,
  librarySchema,
  type Suitability,
  type WrittenCard,
  writtenCardSchema,
} from "./card.js"
export type {
  CliCommandSection,
  CliLookupSection,
  CliSection,
  WrittenCliSection,
} from "./cli-section.js"
export type { GraphqlSection, LookupSection, WrittenGraphqlLookup } from "./graphql-section.js"
export type {
  RestEndpointSection,
  RestLookupSection,
  RestSection,
  WrittenEndpoint,
  WrittenRestLookup,
  WrittenRestSection,
} from "./rest-section.js"
