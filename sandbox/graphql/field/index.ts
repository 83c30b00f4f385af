export {
  byId,
  connection,
  type Direction,
  edgeOf,
  emptyConnection,
  list,
  listById,
  type Order,
  type OrderArg,
  type OrderedArgs,
  orderOf,
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
