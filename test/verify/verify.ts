/** Compares generated code with the results of established tools for the same inputs. */
import type { Contract } from "../../generator/check/index.js"
import type { Inputs } from "../../generator/read/index.js"
import { compareTypes } from "./comparison.js"
import { ContractComparison } from "./contracts.js"
import { checkDeclarations } from "./declarations.js"
import { OperationComparison } from "./operations.js"
import { Program } from "./program.js"

/** The inputs and outputs of a run of the compiler. */
export interface Compiled {
  readonly inputs: Inputs
  readonly files: ReadonlyMap<string, string>
  readonly contracts: ReadonlyMap<string, Contract>
  /** The sent text of each document. */
  readonly sent: ReadonlyMap<string, string>
}

/** A bug of the compiler. */
export interface Finding {
  /** A generated file, a document or a capability. */
  readonly where: string
  readonly message: string
}

export interface Verification {
  readonly findings: readonly Finding[]
  /** Why differences were accepted. */
  readonly known: ReadonlySet<string>
}

/** @param root - the package with the runtime */
export async function verify(root: string, compiled: Compiled): Promise<Verification> {
  const program = new Program(root, compiled.files)
  const operations = new OperationComparison(compiled)
  const contracts = new ContractComparison(compiled)
  const pairs = [...(await operations.addTheirs(program)), ...(await contracts.addTheirs(program))]
  // All files are added by now, so TypeScript reads and checks them once.
  const verdicts = compareTypes(program, pairs)
  const modules = [...compiled.files].filter(([path]) => path.endsWith(".ts"))
  const misplaced = modules.flatMap(([path, text]) => checkDeclarations(program, path, text))
  const differences = [
    ...(await operations.differences(program, verdicts)),
    ...contracts.differences(verdicts),
  ]
  return {
    findings: [
      ...misplaced,
      ...differences.flatMap(({ reason, finding }) => (reason === undefined ? finding : [])),
    ],
    known: new Set(differences.flatMap(({ reason }) => reason ?? [])),
  }
}
