export {
  apart,
  discovered,
  everyCapability,
  everything,
  foundIn,
  lineOf,
  mostFound,
  type View,
} from "./discovery.js"
