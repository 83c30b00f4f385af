import type { Contract } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import type { Inputs } from "../read/index.js"

/** The inputs and outputs of a run. */
export interface Compiled {
  readonly inputs: Inputs
  readonly files: ReadonlyMap<string, string>
  readonly contracts: ReadonlyMap<string, Contract>
  /** The sent text of each document. */
  readonly sent: ReadonlyMap<string, string>
}

/** The result of comparing generated files with other tools. */
export interface Verification {
  readonly diagnostics: readonly Diagnostic[]
  /** Why differences were accepted. */
  readonly known: ReadonlySet<string>
  /** The verification's own output: `test/api.md`. Empty if there are diagnostics. */
  readonly files: ReadonlyMap<string, string>
}

export type Verifier = (compiled: Compiled) => Promise<Verification>
