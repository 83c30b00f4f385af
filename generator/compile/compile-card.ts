import {
  asCard,
  type Contract,
  checkCard,
  checkContract,
  checkRoutes,
  contractOf,
  type Documents,
  resolveContract,
} from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import {
  catalogEntry,
  emitCapability,
  emitCatalogEntry,
  emitDocsSection,
  emitOperation,
} from "../emit/index.js"
import type { CardSource, Pins } from "../parse/index.js"
import { type CapabilityPlan, type Operations, planCapability } from "../plan/index.js"
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

/** What cards are compiled with. */
export interface Surroundings {
  readonly documents: Documents
  readonly operations: Operations
  readonly pins: Pins
  /** The contract that was released, by id. */
  readonly released: ReadonlyMap<string, Contract>
  readonly timer: Timer
}

/** Checks, plans and emits one card. */
export function compileCard(
  source: CardSource,
  documents: readonly string[],
  surroundings: Surroundings,
): CompiledCard {
  const { timer, operations, pins } = surroundings
  const head = { path: source.file.path, id: source.declaredId, documents }
  const checked = timer.time("check", () => check(source, documents, surroundings))
  if (checked.sound === undefined) return { ...head, diagnostics: checked.diagnostics, files: [] }
  const { sound } = checked
  const planned = timer.time("plan", () =>
    planCapability(source, asCard(source), { sound, operations, pins }),
  )
  const diagnostics = [...checked.diagnostics, ...planned.problems]
  const isRefused = diagnostics.some(({ severity }) => severity === "error")
  if (!planned.ok || isRefused) {
    if (!isRefused) throw new Error(`${head.path} has no plan, and no diagnostic says why`)
    return { ...head, diagnostics, files: [] }
  }
  return timer.time("emit", () => ({ ...head, diagnostics, ...emit(planned.plan) }))
}

/** What is wrong with the form of a card and of what it names; and its routes that can be planned. */
function check(
  source: CardSource,
  paths: readonly string[],
  { documents, released, pins }: Surroundings,
): { diagnostics: Diagnostic[]; sound?: ReturnType<typeof checkRoutes>["sound"] } {
  const inDocuments = paths.flatMap((path) => documents.get(path).diagnostics)
  const inCard = checkCard(source)
  if (inCard.length > 0) return { diagnostics: [...inDocuments, ...inCard] }
  const card = asCard(source)
  const before = released.get(source.declaredId)
  const changes = before === undefined ? [] : checkContract(source, contractNow(source), before)
  const { diagnostics, sound } = checkRoutes(source, card, documents, pins)
  return { diagnostics: [...inDocuments, ...changes, ...diagnostics], sound }
}

function contractNow(source: CardSource): Contract {
  const card = asCard(source)
  const { input, output } = resolveContract(card)
  return contractOf(card.version, input, output)
}

function emit(plan: CapabilityPlan): Pick<CompiledCard, "capability" | "files"> {
  const entry = catalogEntry(plan)
  const { graphql } = plan
  const operations = graphql ? [graphql, ...graphql.lookups].map(({ operation }) => operation) : []
  return {
    capability: {
      id: plan.id,
      isList: plan.isList,
      contract: contractOf(plan.version, plan.input, plan.output),
      catalog: emitCatalogEntry(entry),
      docs: emitDocsSection(entry),
    },
    files: [emitCapability(plan), ...operations.map(emitOperation)],
  }
}
