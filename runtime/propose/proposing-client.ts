import { type Client, checkClient, type ProposedTask } from "../client/index.js"
import { checkOptions } from "../input/index.js"

export interface ProposingOptions {
  /**
   * Called with the whole proposal whenever it grows, before the call that makes it grow has its result: to
   * keep it somewhere. What it throws rejects that call, and what that call would have proposed is not.
   */
  onProposed?(proposal: readonly ProposedTask[]): void
}

/** A client that sends no write, and what it would have carried out. */
export interface ProposingClient {
  /** Calls and steps that change something fail with `details.proposed`, their names in the proposal. */
  readonly client: Client
  /** Tasks as `executeTasks` and `ghx chain --steps` take them; it grows while calls are made. */
  readonly proposal: readonly ProposedTask[]
}

/**
 * A client that sends what reads, and notes what writes: as tasks, for somebody else to look at and to
 * carry out. What takes a value of a noted step is noted with it, reads too. Every check is made as ever,
 * `repos` and `limits` among it; nobody is asked to confirm, which is up to who carries out.
 *
 * @example
 * const { client, proposal } = proposingClient(createClient({ token: "…" }))
 * await createGhx({ client }).issue.close({ owner: "octocat", repo: "hello-world", issue_number: 1 })
 * await executeTasks(proposal, { token: "of somebody who may" })
 */
export function proposingClient(client: Client, options: ProposingOptions = {}): ProposingClient {
  checkClient(client)
  checkOptions("A client that proposes", options, { onProposed: "function" })
  const proposal: ProposedTask[] = []
  return {
    proposal,
    client: {
      ...client,
      proposal: { ...options, tasks: proposal, named: new Map(), noted: new WeakMap(), latest: [] },
      guard: { ...client.guard, asks: true, stops: async () => undefined },
    },
  }
}
