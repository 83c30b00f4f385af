/** One rate budget for all processes that use a token (`ghx/budget`). */

/** @internal */
export { allWindows } from "./cost.js"
export { memoryBudget } from "./memory.js"
/** @internal */
export { budgeted } from "./pace.js"
export { type PostgresLike, postgresBudget } from "./postgres.js"
export { type RedisLike, redisBudget } from "./redis.js"
export type {
  BudgetCost,
  BudgetHistory,
  BudgetLease,
  BudgetLimit,
  BudgetObservation,
  BudgetOptions,
  BudgetState,
  BudgetStore,
  BudgetWindow,
  Reservation,
} from "./store.js"
/** @internal */
export type { BudgetClock } from "./turn.js"
