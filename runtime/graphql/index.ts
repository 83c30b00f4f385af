export { isMergeable, mergeOperations } from "./merge.js"
export { graphqlRoute } from "./route.js"
export type { GraphqlAnswer, GraphqlRequest, GraphqlTransport } from "./transport.js"
