/** One rate budget for all processes that use a token (`ghx/budget`). */
export { memoryBudget } from "./memory.js"
/** @internal */
export { budgeted } from "./pace.js"
export { type PostgresLike, postgresBudget } from "./postgres.js"
export { type RedisLike, redisBudget } from "./redis.js"
export type {
  BudgetCost,
  BudgetLease,
  BudgetObservation,
  BudgetOptions,
  BudgetStore,
  BudgetWindow,
  Reservation,
} from "./store.js"
