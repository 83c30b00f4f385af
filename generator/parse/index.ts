export { ROUTES } from "../../runtime/route-names/index.js"
export type {
  CliCommandSection,
  CliSection,
  WrittenCliSection,
} from "../routes/cli/format/index.js"
export type {
  GraphqlSection,
  LookupSection,
  WrittenGraphqlLookup,
} from "../routes/graphql/format/index.js"
export type {
  RestEndpointSection,
  RestLookupSection,
  RestSection,
  WrittenEndpoint,
  WrittenRestLookup,
} from "../routes/rest/format/index.js"
export * from "./card.js"
export * from "./card-format.js"
export { atNode, type DocumentSource, fileOf, readDocument } from "./document.js"
export * from "./pins.js"
export { printYaml } from "./yaml.js"
