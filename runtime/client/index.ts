export { type Client, checkClient, createClient, withoutCleaning } from "./client.js"
export { defaultClient } from "./default-client.js"
export {
  type EnvironmentOptions,
  environmentRepository,
  fromEnvironment,
  variable,
} from "./environment.js"
export type { GhOptions } from "./gh.js"
export type { BatchLimits } from "./limits.js"
export { type ClientOptions, clientOptions } from "./options.js"
export type { RecordedEach, RecordedStep, RecordedTask, Recording } from "./recording.js"
