import type { ManifestPort } from "../manifest/index.js"
import type { Gate, GitHubPort, GitPort, Worker } from "../ports/index.js"

/** All side effects of a run. */
export interface Ports {
  readonly git: GitPort
  readonly github: GitHubPort
  readonly worker: Worker
  readonly gate: Gate
  readonly manifest: ManifestPort
}
