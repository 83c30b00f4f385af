/** The journal of durable runs: intents and results. */

/**
 * Stores the entries of runs, and decides which process may execute a run. Implemented by the file,
 * Postgres and Redis journals, and open to stores of your own.
 *
 * `begin` and `finish` resolve once the entries are stored as safely as the store can. Both reject with a
 * `RunError` of reason `lost` if another process has taken the lease of the run.
 */
export interface Journal {
  /** Stores intents before anything is sent, together with the results that they depend on. */
  begin(run: string, entries: readonly JournalEntry[]): Promise<void>
  /** Stores results. */
  finish(run: string, entries: readonly JournalEntry[]): Promise<void>
  /** All entries of a run, in the order in which they were stored; empty for a run that never began. */
  read(run: string): Promise<readonly JournalEntry[]>
  /**
   * Leases a run to this process for this many milliseconds. Undefined if another process holds it; an expired lease
   * can be taken.
   */
  lease(run: string, ms: number): Promise<Lease | undefined>
}

/** A run held by one process. */
export interface Lease {
  /** Renews the lease for the same period; false if another process has taken it. */
  renew(): Promise<boolean>
  release(): Promise<void>
}

/** One entry of a journal: plain JSON. Times are ISO 8601. */
export type JournalEntry =
  | RunBegun
  | RunTaken
  | StepIntended
  | StepWaiting
  | StepFinished
  | RunEnded

/** A run begins. */
export interface RunBegun {
  readonly kind: "run"
  readonly at: string
  /** Distinguishes this run from an earlier one of the same name whose journal is gone. */
  readonly id: string
  /** Null if the run is a chain or a sequence made by functions. */
  readonly tasks: readonly unknown[] | null
}

/** A process resumes a run that another process did not finish. */
export interface RunTaken {
  readonly kind: "taken"
  readonly at: string
}

/** A step is about to be sent. */
export interface StepIntended {
  readonly kind: "intent"
  readonly at: string
  /** `3`; `3.7` for the eighth item of an `each`. */
  readonly step: string
  readonly task: string
  readonly input: unknown
  /** The key of the write, if it has one. */
  readonly key?: string
}

/** A request of a step waits for the rate budget. */
export interface StepWaiting {
  readonly kind: "waiting"
  readonly at: string
  readonly step: string
  readonly task: string
  /** For example `creations_minute`. */
  readonly window: string
  /** The earliest moment at which it is sent. */
  readonly until: string
}

/** A step has its result. */
export interface StepFinished {
  readonly kind: "result"
  readonly at: string
  readonly step: string
  readonly task: string
  /** The input that was sent; only for reads, whose intent is not stored. */
  readonly input?: unknown
  readonly data?: unknown
  readonly once?: string
  /** The error, if it failed. */
  readonly error?: { readonly code: string; readonly message: string; readonly details?: object }
  /** Set if it failed and may have been applied nevertheless. */
  readonly unknown?: true
}

/** A process has reached the end of a run; a later one retries what failed. */
export interface RunEnded {
  readonly kind: "end"
  readonly at: string
  readonly status: "success" | "partial" | "failed" | "stopped"
}

/** A journal that can report whether a process holds a run. */
export interface SharedJournal extends Journal {
  /** Whether a process holds a run now. */
  isHeld(run: string): Promise<boolean>
}

export type RunErrorReason = "in_use" | "different" | "lost" | "store" | "poisoned"

/** The reason why a run is not executed. */
export class RunError extends Error {
  override readonly name = "RunError"
  /**
   * `in_use`: another process executes it. `different`: its tasks differ from the journaled ones. `lost`:
   * another process has taken it meanwhile. `store`: the journal cannot be reached. `poisoned`: it has
   * ended every process that executed it.
   */
  readonly reason: RunErrorReason
  readonly run: string

  constructor(run: string, reason: RunErrorReason, message: string, options?: { cause?: unknown }) {
    super(`Run ${run}: ${message}`, options)
    this.run = run
    this.reason = reason
  }
}

export const lostLease = (run: string) =>
  new RunError(
    run,
    "lost",
    "another process has taken it over; steps that are not in the journal were not sent",
  )

/** Converts an error of a store to an error of the run. */
export function storeError(run: string, error: unknown): RunError {
  if (error instanceof RunError) return error
  const message = `its journal does not work: ${error instanceof Error ? error.message : error}`
  return new RunError(run, "store", message, { cause: error })
}

/** Names of runs become file names and keys. */
const NAME = /^[A-Za-z0-9][\w.:@+/-]{0,63}$/

/** @throws TypeError if the name of the run is invalid */
export function checkRunName(run: unknown): void {
  if (typeof run === "string" && NAME.test(run)) return
  throw new TypeError(
    `The name of a run has 1 to 64 letters, digits and . _ : @ + / -, and begins with a letter or digit, not ${JSON.stringify(run)}`,
  )
}

const BYTES = "$bytes"

/** A value as one line of JSON; bytes are Base64. */
export function lineOf(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    one instanceof Uint8Array ? { [BYTES]: Buffer.from(one).toString("base64") } : one,
  )
}

/** The value of a line. */
export function valueIn(line: string): unknown {
  return JSON.parse(line, (_, value: unknown) => {
    const bytes: unknown = Object(value)[BYTES]
    return typeof bytes === "string" ? new Uint8Array(Buffer.from(bytes, "base64")) : value
  })
}

/** @throws SyntaxError if `line` is not a journal entry */
export function entryIn(line: string): JournalEntry {
  const entry = valueIn(line)
  if (isEntry(entry)) return entry
  throw new SyntaxError("it is not a journal entry")
}

function isEntry(entry: unknown): entry is JournalEntry {
  return ["run", "taken", "intent", "waiting", "result", "end"].includes(Object(entry).kind)
}
