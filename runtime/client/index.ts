export {
  type Batcher,
  type Client,
  type ClientFeature,
  checkClient,
  type Handler,
  withoutCleaning,
} from "./client.js"
export * from "./create-client.js"
export { defaultClient, setDefaultClient } from "./default-client.js"
export {
  type Bounds,
  destroys,
  type Guard,
  type Intent,
  type Sendable,
  separateBounds,
  type Untrusted,
  unconfirmed,
  type Whereabouts,
} from "./guard.js"
export type { BatchLimits, DocumentSize, DocumentSizes } from "./limits.js"
export type { RecordedEach, RecordedStep, RecordedTask, Recording } from "./recording.js"
