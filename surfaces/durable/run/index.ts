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
  type StepFinished,
  type StepIntended,
} from "./journal.js"
export { type PostgresLike, postgresJournal } from "./postgres-journal.js"
export { type CurrentStep, type FailedStep, progressOf, type RunProgress } from "./progress.js"
export { type RedisLike, redisJournal, type SharedJournal } from "./redis-journal.js"
export { settleStep } from "./settle.js"
