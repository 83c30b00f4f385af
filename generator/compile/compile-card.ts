import {
  asCard,
  type Contract,
  checkCardForm,
  checkContract,
  checkContractSchemas,
  checkExamples,
  checkHiddenCharacters,
  checkHiddenValues,
  checkIdentity,
  checkRouting,
  contractOf,
} from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import {
  catalogEntry,
  emitCapability,
  emitCatalogEntry,
  emitDocsSection,
  emitOperation,
} from "../emit/index.js"
import type { CardSource } from "../parse/index.js"
import {
  type CapabilityPlan,
  type OperationsByPath,
  type Pins,
  planCapability,
  resolveContract,
} from "../plan/index.js"
import type { Timer } from "./timer.js"

/** What one card compiles to: the unit of incremental generation, plain data. */
export interface CompiledCard {
  readonly path: string
  /** The id that the card says it has; absent when it could not be read. */
  readonly id?: string
  /** Paths of the documents that it names. */
  readonly documents: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
  /** Absent when the card has errors. */
  readonly capability?: CompiledCapability
  /** Path → text of the modules of this card and its documents. */
  readonly files: readonly (readonly [path: string, text: string])[]
}

/** A card's part in the files that all cards share. */
export interface CompiledCapability {
  readonly id: string
  readonly isList: boolean
  readonly contract: Contract
  /** Its entry of the catalogue, as TypeScript. */
  readonly catalog: string
  /** Its line in the list of the docs, and its section. */
  readonly docs: { readonly line: string; readonly section: string }
}

/** Checks, plans and emits one card. */
export function compileCard(
  source: CardSource,
  documents: readonly string[],
  released: Contract | undefined,
  operations: OperationsByPath,
  pins: Pins,
  timer: Timer,
): CompiledCard {
  const head = { path: source.file.path, id: source.declaredId, documents }
  const found = timer.time("check", () =>
    documents.flatMap((path) => checkDocumentFile(path, operations)),
  )
  const problems = timer.time("check", () => checkCard(source))
  if (problems.length > 0) return { ...head, diagnostics: [...found, ...problems], files: [] }
  const card = asCard(source)
  const contract = resolveContract(card)
  const now = contractOf(card.version, contract.input, contract.output)
  const changes = released === undefined ? [] : checkContract(source, now, released)
  const { plan, diagnostics } = timer.time("plan", () =>
    planCapability(source, card, operations, pins),
  )
  const all = [...found, ...changes, ...diagnostics]
  if (plan === undefined) {
    const isExplained = all.some(({ severity }) => severity === "error")
    if (!isExplained) throw new Error(`${head.path} has no plan, and no diagnostic says why`)
    return { ...head, diagnostics: all, files: [] }
  }
  return timer.time("emit", () => ({
    ...head,
    diagnostics: all,
    capability: {
      id: plan.id,
      isList: plan.isList,
      contract: now,
      catalog: emitCatalogEntry(catalogEntry(plan)),
      docs: emitDocsSection(catalogEntry(plan)),
    },
    files: emitFiles(plan),
  }))
}

/** The rules about the card alone; later ones rely on what earlier ones found sound. */
function checkCard(source: CardSource): Diagnostic[] {
  const formed = [
    ...checkHiddenCharacters(source.file),
    ...checkHiddenValues(source),
    ...checkCardForm(source),
  ]
  if (formed.length > 0) return formed
  const card = asCard(source)
  const schemas = checkContractSchemas(source, card)
  return [
    ...checkIdentity(source, card),
    ...checkRouting(source, card),
    ...schemas,
    ...(schemas.length > 0 ? [] : checkExamples(source, card, resolveContract(card).input)),
  ]
}

/** What is wrong with a document itself. */
export function checkDocumentFile(path: string, operations: OperationsByPath): Diagnostic[] {
  const { file, diagnostics } = operations.check(path)
  if (file === undefined) return []
  // The parser stumbles over a hidden character too, and says less about it.
  const hidden = checkHiddenCharacters(file)
  const isSame = (one: Diagnostic) =>
    hidden.some(({ line, column }) => one.line === line && one.column === column)
  return [...hidden, ...diagnostics.filter((one) => !isSame(one))]
}

function emitFiles(plan: CapabilityPlan): [path: string, text: string][] {
  if (plan.graphql === undefined) return [emitCapability(plan)]
  return [
    emitCapability(plan),
    emitOperation(plan.graphql.operation),
    ...plan.graphql.lookups.map(({ operation }) => emitOperation(operation)),
  ]
}
