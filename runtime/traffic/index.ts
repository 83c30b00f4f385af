export {
  type Channel,
  type ConcurrencyLimits,
  type Traffic,
  type Trip,
  trafficOf,
} from "./traffic.js"
