/** Where durable runs keep what they mean to send and what came of it. */

/**
 * Keeps the entries of runs, and says which process may carry a run out. The file, Postgres and Redis
 * journals implement it; so can a store of yours.
 *
 * `begin` and `finish` resolve once the entries are stored as safely as the store can. Both reject with a
 * `RunError` whose reason is `lost` where another process has taken the lease of the run.
 */
export interface Journal {
  /** Stores what is about to be sent, before a byte of it is; and the results that it follows from. */
  begin(run: string, entries: readonly JournalEntry[]): Promise<void>
  /** Stores what came of it. */
  finish(run: string, entries: readonly JournalEntry[]): Promise<void>
  /** All entries of a run, in the order in which they were stored; none of a run that never began. */
  read(run: string): Promise<readonly JournalEntry[]>
  /**
   * Takes a run for this process, for so many milliseconds. Undefined where another process has it; a lease
   * that has expired can be taken.
   */
  lease(run: string, ms: number): Promise<Lease | undefined>
}

/** A run taken by one process. */
export interface Lease {
  /** Takes it for as long again; false where another process has taken it. */
  renew(): Promise<boolean>
  release(): Promise<void>
}

/** One entry of a journal: plain JSON. Times are ISO 8601. */
export type JournalEntry = RunBegun | RunTaken | StepIntended | StepFinished | RunEnded

/** A run begins. */
export interface RunBegun {
  readonly kind: "run"
  readonly at: string
  /** Tells this run from an earlier one of the same name, whose journal is gone. */
  readonly id: string
  /** Null where the run is a chain or a sequence made by functions. */
  readonly tasks: readonly unknown[] | null
}

/** A process goes on with a run that another one has not brought to an end. */
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
  /** The key of the write, where it has one. */
  readonly key?: string
}

/** A step has its result. */
export interface StepFinished {
  readonly kind: "result"
  readonly at: string
  readonly step: string
  readonly task: string
  /** What was sent; only for reads, whose intent is not stored. */
  readonly input?: unknown
  readonly data?: unknown
  readonly once?: string
  /** Why it failed. */
  readonly error?: { readonly code: string; readonly message: string; readonly details?: object }
  /** It failed, and may have been carried out all the same. */
  readonly unknown?: true
}

/** A process has come to the end of a run; a later one goes on with what has failed. */
export interface RunEnded {
  readonly kind: "end"
  readonly at: string
  readonly status: "success" | "partial" | "failed" | "stopped"
}

export type RunErrorReason = "in_use" | "different" | "lost" | "store" | "poisoned"

/** Why a run is not carried out. */
export class RunError extends Error {
  override readonly name = "RunError"
  /**
   * `in_use`: another process carries it out. `different`: its tasks are not those that were journaled.
   * `lost`: another process has taken it meanwhile. `store`: the journal cannot be reached. `poisoned`: it has
   * ended every process that carried it out.
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
  new RunError(run, "lost", "another process has taken it; what is not journaled was not sent")

/** Names of runs stand in file names and keys. */
const NAME = /^[A-Za-z0-9][\w.:@+/-]{0,63}$/

/** @throws TypeError where it is no name of a run */
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

/** What a line of JSON was made of. */
export function valueIn(line: string): unknown {
  return JSON.parse(line, (_, value: unknown) => {
    const bytes: unknown = Object(value)[BYTES]
    return typeof bytes === "string" ? new Uint8Array(Buffer.from(bytes, "base64")) : value
  })
}

/** @throws SyntaxError where it is no line of a journal */
export function entryIn(line: string): JournalEntry {
  const entry = valueIn(line)
  if (isEntry(entry)) return entry
  throw new SyntaxError("it is no entry of a journal")
}

function isEntry(entry: unknown): entry is JournalEntry {
  return ["run", "taken", "intent", "result", "end"].includes(Object(entry).kind)
}
