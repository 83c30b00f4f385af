export {
  type ConcurrencyLimits,
  type Sending,
  type Traffic,
  type Trip,
  trafficOf,
  type Verdict,
} from "./traffic.js"
