export {
  checkSame,
  jobsOf,
  MOST_FAILURES,
  prefixOf,
  type QueueJob,
  type QueueStatus,
  type RunQueue,
} from "./queue.js"
export { type JobDone, JobError, type WorkOptions, workOf } from "./work.js"
