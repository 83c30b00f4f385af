export { type ConcurrencyLimits, type Traffic, trafficOf, type Verdict } from "./traffic.js"
