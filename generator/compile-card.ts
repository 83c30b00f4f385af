import type { GraphQLSchema } from "graphql"
import type { CatalogEntry } from "../runtime/index.js"
import { asCard, checkCardForm } from "./check/card-form.js"
import { checkContractSchemas } from "./check/contract-schema.js"
import { type Contract, checkContract, contractOf } from "./check/contracts.js"
import { checkExamples } from "./check/examples.js"
import { checkHiddenCharacters } from "./check/hidden-characters.js"
import { checkIdentity } from "./check/identity.js"
import { checkRouting } from "./check/routing.js"
import type { Diagnostic } from "./diagnostics/diagnostic.js"
import { emitCapability } from "./emit/capability.js"
import { catalogEntry } from "./emit/catalog.js"
import { emitOperation } from "./emit/operation.js"
import type { CapabilityPlan } from "./plan/capability-plan.js"
import { resolveContract } from "./plan/contract.js"
import type { OperationsByPath } from "./plan/operations.js"
import { planCapability } from "./plan/plan-capability.js"
import type { CardSource } from "./read/card.js"
import type { Stopwatch } from "./stopwatch.js"

/** What one card compiles to: the unit of incremental generation, plain data. */
export interface CompiledCard {
  readonly diagnostics: readonly Diagnostic[]
  /** Absent when the card has errors. */
  readonly capability?: {
    readonly id: string
    readonly isList: boolean
    readonly entry: CatalogEntry
    readonly contract: Contract
  }
  /** Path → text of the modules of this card and its documents. */
  readonly files: readonly (readonly [path: string, text: string])[]
}

/** Checks, plans and emits one card. */
export function compileCard(
  source: CardSource,
  documents: readonly string[],
  released: Contract | undefined,
  operations: OperationsByPath,
  schema: () => GraphQLSchema,
  stopwatch: Stopwatch,
): CompiledCard {
  const found = stopwatch.time("check", () => checkDocuments(documents, operations))
  const formed = stopwatch.time("check", () => [
    ...checkHiddenCharacters(source.file),
    ...checkCardForm(source),
  ])
  if (formed.length > 0) return { diagnostics: [...found, ...formed], files: [] }
  const card = asCard(source)
  const contract = resolveContract(card)
  const checked = stopwatch.time("check", () => {
    const schemas = checkContractSchemas(source, card)
    return [
      ...checkIdentity(source, card),
      ...checkRouting(source, card),
      ...schemas,
      ...(schemas.length > 0 ? [] : checkExamples(source, card, contract.input)),
    ]
  })
  if (checked.length > 0) return { diagnostics: [...found, ...checked], files: [] }
  const now = contractOf(card.version, contract.input, contract.output)
  const changes = released === undefined ? [] : checkContract(source, now, released)
  const { plan, diagnostics } = stopwatch.time("plan", () =>
    planCapability(source, card, operations, schema),
  )
  const all = [...found, ...changes, ...diagnostics]
  if (plan === undefined) return { diagnostics: all, files: [] }
  return {
    diagnostics: all,
    capability: { id: plan.id, isList: plan.isList, entry: catalogEntry(plan), contract: now },
    files: stopwatch.time("emit", () => emitFiles(plan)),
  }
}

/** What is wrong with the documents themselves. */
function checkDocuments(paths: readonly string[], operations: OperationsByPath): Diagnostic[] {
  return paths.flatMap((path) => {
    const { file, diagnostics } = operations.check(path)
    return file === undefined ? [] : [...checkHiddenCharacters(file), ...diagnostics]
  })
}

function emitFiles(plan: CapabilityPlan): [path: string, text: string][] {
  if (plan.graphql === undefined) return [emitCapability(plan)]
  return [
    emitCapability(plan),
    emitOperation(plan.graphql.operation, false),
    ...plan.graphql.lookups.map(({ operation }) => emitOperation(operation, true)),
  ]
}
