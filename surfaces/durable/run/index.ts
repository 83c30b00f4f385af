export type { PostgresLike, RedisLike } from "../../../runtime/features/budget/index.js"
export { type Durable, type DurableOptions, durable } from "./durable.js"
export { type FileJournal, type FileJournalOptions, fileJournal } from "./file-journal.js"
export type { Holder } from "./file-lease.js"
export { hold } from "./hold.js"
export {
  checkRunName,
  type Journal,
  type JournalEntry,
  type Lease,
  lineOf,
  type RunBegun,
  type RunEnded,
  RunError,
  type RunErrorReason,
  type RunTaken,
  type SharedJournal,
  type StepFinished,
  type StepIntended,
  type StepWaiting,
} from "./journal.js"
export { settleStep } from "./log.js"
export { postgresJournal } from "./postgres-journal.js"
export { type CurrentStep, type FailedStep, progressOf, type RunProgress } from "./progress.js"
export { redisJournal } from "./redis-journal.js"
