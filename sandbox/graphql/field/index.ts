export {
  byId,
  connection,
  edgeOf,
  emptyConnection,
  type Order,
  type PageArgs,
} from "./connection.js"
export {
  alike,
  type Context,
  constantAnswer,
  constants,
  type Field,
  type Fields,
  properties,
  type Synthesis,
} from "./context.js"
export { type Cost, costOf, MAX_NODES } from "./cost.js"
export { type ErrorBody, errorBody, NotModelled, QueryError } from "./errors.js"
