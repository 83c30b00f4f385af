export { clientOf, type Dependencies } from "./dependencies.js"
export { type Executor, executorOf } from "./executor.js"
export type {
  BriefExplanation,
  CapabilitySummary,
  Catalog,
  CatalogEntry,
  ExplainOptions,
  Explanation,
  ListOptions,
  Permissions,
} from "./explain.js"
export type { AnyId, TaskResults, Tasks } from "./map.js"
export * from "./operation.js"
export { type RecordingClient, type RecordingOptions, recordingClient } from "./recordings/index.js"
export { isFound, searchCapabilities } from "./search.js"
export { flatTasks } from "./task-shape.js"
export * from "./throwing.js"
export type { UnfinishedTask } from "./unfinished.js"
