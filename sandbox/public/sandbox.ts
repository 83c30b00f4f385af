/// <reference lib="esnext.disposable" preserve="true" />
import type { Applied } from "./applied.js"
import type { Fault } from "./faults.js"
import type { GhOptions, ServedGh } from "./gh.js"
import type { LoggedRequest } from "./log.js"
import type { RunScript, ScriptedRun, SeedAddition, SeedToken } from "./seed.js"
import type { WebhookEvent } from "./webhooks.js"

/**
 * `octokit` is Octokit's and GitHub's actions; `node` any program on Node, which then imports `ghx/sandbox/hosts`;
 * `proxy` any program that takes its proxy and certificates from the environment, such as curl.
 */
export type SandboxTool = "gh" | "git" | "node" | "octokit" | "proxy"

export interface Sandbox {
  /**
   * `http://127.0.0.1:PORT`. GraphQL is at `/graphql`, REST at the root; for clients of GitHub
   * Enterprise Server at `/api/graphql` and `/api/v3`.
   */
  readonly url: string
  /** A token of the default viewer, with all scopes. */
  readonly token: string
  /** With `https`: the file of the certificate that clients must trust. Closing the sandbox removes it. */
  readonly ca_file?: string
  /**
   * The environment variables that make another program use this sandbox, in addition to `process.env`.
   * @throws TypeError for `gh`, `node` and `proxy` without `https`
   */
  env(tool: SandboxTool, options?: { token?: string }): Record<string, string>
  /** The requests that arrived, in order: all of them, or the latest that `log_limit` keeps. */
  readonly requests: readonly LoggedRequest[]
  clearRequests(): void
  /** Every applied change, over any interface; a change applied twice is listed twice. */
  readonly applied: readonly Applied[]
  /**
   * Makes matching requests fail; returns a function that removes the fault.
   * @throws TypeError for a fault that cannot have an effect
   */
  injectFault(fault: Fault): () => void
  /**
   * Returns to the seed: changes, log, faults, limits, tokens and time. The cost depends on the number of
   * changes, not on the size of the data.
   */
  reset(): void
  /**
   * Adds the data of a seed, all or nothing; a `SeedError` says what is wrong and where. Existing users,
   * organizations and repositories are extended.
   *
   * @example
   * await sandbox.apply({
   *   repositories: [
   *     { owner: "octocat", name: "hello-world", issues: [{ title: "One more", author: "hubot" }] },
   *   ],
   * })
   */
  apply(seed: SeedAddition | string): Promise<void>
  /**
   * A workflow, by the name of its file or its own: `ci.yml`, or `octocat/hello-world/ci.yml` if several
   * repositories have one.
   */
  workflow(name: string): SandboxWorkflow
  /** Adds a token, with all scopes by default, or changes an existing one. */
  addToken(token: SeedToken): void
  /** Advances the clock of changes, the log and rate limit windows. */
  advance(ms: number): void
  /**
   * Starts another sandbox with equal state. Its log, limits and faults are fresh, and its `reset()` returns
   * to this state. Close it like any other.
   */
  fork(options?: { port?: number }): Promise<Sandbox>
  readonly state: {
    /** The state as plain JSON; equal changes give equal snapshots. */
    snapshot(): Record<string, unknown>
    /**
     * Restores state, clock and tokens from a snapshot, of this or another process. `applied` is emptied; log,
     * limits and faults are kept.
     *
     * @throws SnapshotError for a broken or incompatible snapshot; nothing is changed
     */
    restore(snapshot: Record<string, unknown>): void
  }
  /**
   * Calls `listener` with every event that GitHub would deliver to a webhook, with or without one. Returns a
   * function that ends this.
   */
  onWebhook(listener: (event: WebhookEvent) => unknown): () => void
  /** Lets the real `gh` talk to this sandbox, over a Unix socket. */
  serveGh(options?: GhOptions): Promise<ServedGh>
  close(): Promise<void>
  /** `await using sandbox = await startSandbox()` closes it at the end of the block. */
  [Symbol.asyncDispose](): Promise<void>
}

export interface SandboxWorkflow {
  /** Adds a completed run of the default branch, or of another. */
  run(script?: ScriptedRun): Promise<{ id: number }>
  /** Decides how runs end that are dispatched, pushed or repeated, until `reset()` or the next script. */
  scriptRuns(script: RunScript): Promise<void>
}
