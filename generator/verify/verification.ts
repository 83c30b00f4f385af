import type { Contract } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import type { Inputs } from "../read/index.js"

/** What a run read, and what it would write. */
export interface Compiled {
  readonly inputs: Inputs
  readonly files: ReadonlyMap<string, string>
  readonly contracts: ReadonlyMap<string, Contract>
  /** What is sent of each document. */
  readonly sent: ReadonlyMap<string, string>
}

/** A second opinion of generated files. */
export interface Verification {
  readonly diagnostics: readonly Diagnostic[]
  /** Why differences were let pass. */
  readonly known: ReadonlySet<string>
  /** What the verification writes itself: `docs/api.md`. Nothing when there are diagnostics. */
  readonly files: ReadonlyMap<string, string>
}

export type Verifier = (compiled: Compiled) => Promise<Verification>
