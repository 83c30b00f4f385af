export * from "./queue.js"
export { type JobDone, JobError, type WorkOptions, workOf } from "./work.js"
