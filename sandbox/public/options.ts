import type { LogLimit } from "./log.js"
import type { Seed } from "./seed.js"

export interface SandboxOptions {
  /** The initial data, or the path of a JSON or YAML file. */
  seed?: Seed | string | undefined
  /**
   * The port on 127.0.0.1; 0 picks a free one. With a port, the sandbox keeps the process alive until it is
   * closed, because it serves other processes. By default it uses a free port and does not keep it
   * alive.
   */
  port?: number | undefined
  /**
   * Serves TLS, with a certificate made on the spot, and plain HTTP on the same port. Both also stand for all hosts
   * of GitHub, as a proxy. See `ca_file` and `env`.
   */
  https?: boolean | undefined
  /**
   * The clock. By default it starts in 2025 and advances one second per change. With a clock of your own, workflow
   * runs and merge queues progress without `advance`. Crash tests of durable runs need `() => new Date()`.
   */
  now?: (() => Date) | undefined
  /**
   * A URL of this machine that gets every event, as the webhook of the GitHub App. Deliveries are signed with the
   * secret `sandbox-secret`.
   */
  webhook?: string | undefined
  /** The size of `requests`. The oldest requests are dropped first. */
  log_limit?: LogLimit | undefined
  /**
   * Ignore unknown parameters and fields of REST requests, as GitHub does, and list them as `ignored` in `requests`;
   * `"list"` also warns of the first one. By default they are refused, so that typos are noticed.
   */
  lenient?: boolean | "list" | undefined
  /**
   * Synthesizes responses that the sandbox does not model from GitHub's API descriptions: with the right
   * types, and sometimes null. The header `x-ghx-synthesized` and `requests` list what was synthesized. Equal
   * requests get equal responses; another seed gives others.
   */
  synthesize?: boolean | SynthesisOptions | undefined
  /**
   * Holds REST collections and settings that the sandbox does not model, as GitHub's description says: what is created
   * can be listed, read, changed and deleted, but has no other effect. The header `x-ghx-generic` and `requests` name
   * these answers.
   */
  generic?: boolean | undefined
}

/** How responses are synthesized. */
export interface SynthesisOptions {
  seed?: number
  /**
   * Items of synthesized GraphQL lists, by field: `{ "Repository.deployKeys": [{ title: "staging" }] }`.
   * Missing members are synthesized; `__typename` selects the type of an item.
   */
  lists?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}
