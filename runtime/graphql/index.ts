export { graphqlRoute } from "./route.js"
export type { GraphqlAnswer, GraphqlRequest, GraphqlTransport } from "./transport.js"
