export { type ConcurrencyLimit, concurrencyLimit } from "./concurrency-limit.js"
export {
  type Deadline,
  deadline,
  longestTimer,
  onAbort,
  rounded,
  untilAborted,
} from "./deadline.js"
export { type RetryOptions, type RetryPolicy, retrying, retryPolicy, sleep } from "./retry.js"
export type { Scope, Sent, Wait } from "./scope.js"
