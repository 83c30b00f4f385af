import { compareDiagnostics, diagnostic } from "../diagnostics/index.js"
import { aboutPin } from "../messages/index.js"
import { schemaProblems } from "../parse/index.js"
import { SCHEMA_PATH } from "../read/index.js"
import { API_PATH, describeApi } from "./api.js"
import { Cards } from "./cards.js"
import { compareTypes } from "./comparison.js"
import { ContractComparison } from "./contracts.js"
import { checkDeclarations } from "./declarations.js"
import { OperationComparison } from "./operations.js"
import { Program } from "./program.js"
import type { Compiled, Verification } from "./verification.js"

/** Compares generated code with the results of established tools for the same inputs. */
export async function verify(compilerRoot: string, compiled: Compiled): Promise<Verification> {
  const program = new Program(compilerRoot, compiled.files)
  const operations = new OperationComparison(compiled)
  const contracts = new ContractComparison(compiled)
  const pairs = [...(await operations.addTheirs(program)), ...(await contracts.addTheirs(program))]
  // All files are added by now, so TypeScript reads and checks them once.
  const verdicts = compareTypes(program, pairs)
  const modules = [...compiled.files].filter(([path]) => path.endsWith(".ts"))
  const misplaced = modules.flatMap(([path, text]) => checkDeclarations(program, path, text))
  // The page is for reviewers of the package.
  const isOfPackage = compiled.inputs.package === undefined
  const api =
    misplaced.length > 0 || !isOfPackage ? undefined : describeApi(compilerRoot, compiled.files)
  const cards = new Cards(compiled.inputs.cards)
  const differences = [
    ...(await operations.differences(program, verdicts)),
    ...contracts.differences(verdicts),
  ]
  const { schema } = compiled.inputs
  const source = { path: SCHEMA_PATH, text: schema }
  const invalid = schemaProblems(schema).map((message) =>
    diagnostic(aboutPin.invalid(message), source, { start: 0, end: 0 }),
  )
  const diagnostics = [
    ...invalid,
    ...misplaced,
    ...differences.flatMap((one) => (one.reason === undefined ? one.report(cards) : [])),
  ].sort(compareDiagnostics)
  const isSound = diagnostics.every(({ severity }) => severity === "warning")
  return {
    diagnostics,
    known: new Set(differences.flatMap(({ reason }) => reason ?? [])),
    files: new Map(!isSound || api === undefined ? [] : [[API_PATH, api]]),
  }
}
