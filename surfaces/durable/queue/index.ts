export { groupsOf, type TaskGroup } from "./groups.js"
export {
  checkSame,
  jobsOf,
  MOST_FAILURES,
  prefixOf,
  type QueueJob,
  type QueueStatus,
  type RunQueue,
} from "./queue.js"
export { type JobDone, JobError, type Work, type WorkOptions, workOf } from "./work.js"
