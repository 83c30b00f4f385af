/// <reference lib="esnext.disposable" preserve="true" />
import type { Applied } from "./applied.js"
import type { GhOptions, ServedGh } from "./gh.js"
import type { LoggedRequest } from "./log.js"
import type { Rule } from "./rules.js"
import type { SeedAddition, SeedToken } from "./seed.js"

export interface Sandbox {
  /**
   * `http://127.0.0.1:PORT`. GraphQL is at `/graphql`, REST at the root; for clients of GitHub
   * Enterprise Server at `/api/graphql` and `/api/v3`.
   */
  readonly url: string
  /** A token of the default viewer, with all scopes. */
  readonly token: string
  /** The requests that arrived, in order: all of them, or the latest that `logLimit` keeps. */
  readonly requests: readonly LoggedRequest[]
  clearRequests(): void
  /** Every change that was carried out, by whichever interface: proof that none ran twice. */
  readonly applied: readonly Applied[]
  /**
   * Makes answers fail; returns a function that takes the rule away.
   * @throws TypeError for a rule that can never do what it says
   */
  misbehave(rule: Rule): () => void
  /**
   * Back to the seed, as though it had just been started: changes, log, rules, limits, tokens and
   * the time are what they were. It costs what has changed, not what the world holds.
   */
  reset(): void
  /**
   * Adds to the running world what a seed describes, under the rules of a seed and all or nothing:
   * `SeedError` says what is wrong and where. Users, organizations and repositories that are there
   * already are extended.
   *
   * @example
   * await sandbox.apply({
   *   repositories: [
   *     { owner: "octocat", name: "hello-world", issues: [{ title: "One more", author: "hubot" }] },
   *   ],
   * })
   */
  apply(seed: SeedAddition | string): Promise<void>
  /** Makes a token known, with all scopes unless given; one that is known has these from now on. */
  addToken(token: SeedToken): void
  /** Moves the time on: of changes, of the log and of the limits' windows. */
  advance(ms: number): void
  /**
   * Starts another sandbox, at an address of its own, whose world is equal to this one as it is
   * now and goes its own way. Its log and limits are fresh, it has no rules, and its `reset()`
   * goes back to here. It has to be closed like any other.
   */
  fork(options?: { port?: number }): Promise<Sandbox>
  readonly state: {
    /** Everything as plain JSON; equal histories give equal snapshots. */
    snapshot(): Record<string, unknown>
    /**
     * Makes the world, its clock and its tokens what they were when the snapshot was taken, here
     * or in another process. `applied` is empty then; log, limits and rules stay.
     *
     * @throws SnapshotError when it is broken or of another version of ghx; nothing has changed then
     */
    restore(snapshot: Record<string, unknown>): void
  }
  /** Lets the real `gh` talk to this sandbox, over a Unix socket. */
  serveGh(options?: GhOptions): Promise<ServedGh>
  close(): Promise<void>
  /** `await using sandbox = await startSandbox()` closes it at the end of the block. */
  [Symbol.asyncDispose](): Promise<void>
}
