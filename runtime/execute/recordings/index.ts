import { type Client, checkClient, type RecordedTask } from "../../client/index.js"
import { checkOptions } from "../../input/index.js"

export interface RecordingOptions {
  /**
   * Called with the whole recording whenever a task is added, before the call resolves, so that it can be
   * stored. If it throws, the call rejects and the task is not recorded.
   */
  onRecord?(recording: readonly RecordedTask[]): void
}

/** A client that records its writes, and the recording. */
export interface RecordingClient {
  /** Writes through this client fail with `details.recorded`, the names of their tasks. */
  readonly client: Client
  /** Tasks for `executeTasks` and `ghx chain --steps`; it grows with every write. */
  readonly recording: readonly RecordedTask[]
}

/**
 * A client that sends reads, and records writes as tasks for review and later execution. Calls that use the
 * result of a recorded step are recorded too, even reads. Inputs, `repos` and `limits` are checked;
 * `confirm` is called when the tasks are run.
 *
 * @example
 * const { client, recording } = recordingClient(createClient({ token: "…" }))
 * await createGhx({ client }).issue.close({ owner: "octocat", repo: "hello-world", issue_number: 1 })
 * await executeTasks(recording, { token: "…" })
 */
export function recordingClient(client: Client, options: RecordingOptions = {}): RecordingClient {
  checkClient(client)
  checkOptions("A recording client", options, { onRecord: "function" })
  const recording: RecordedTask[] = []
  return {
    recording,
    client: {
      ...client,
      recording: {
        ...options,
        tasks: recording,
        named: new Map(),
        steps: new WeakMap(),
        latest: [],
        load: async () => (await import("./record.js")).recordSingle,
        loadForChains: async () => (await import("./record-steps.js")).recorder,
      },
      guard: { ...client.guard, asks: true, stops: async () => undefined },
    },
  }
}
