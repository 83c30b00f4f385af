import { itemSchemaOf } from "../../runtime/properties/index.js"
import { contractOf, type DocumentUse, isOfPackage } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import {
  emitAnswerParts,
  emitCapability,
  emitCatalogEntry,
  emitContract,
  emitDocsSection,
  emitFragment,
  emitOperation,
  knownOf,
  NO_PACKAGE_IMPORTS,
} from "../emit/index.js"
import type { CardSource } from "../parse/index.js"
import type { CapabilityPlan, FragmentPlan } from "../plan/index.js"
import { plannedCapability } from "../planner/index.js"
import { snakeCaseOf } from "../text/index.js"
import type { CompileContext } from "./context.js"
import type { CompiledCapability } from "./memory.js"
import { planCard } from "./plan-card.js"

/** The result of compiling one card: the unit of incremental generation, as plain data. */
export interface CompiledCard {
  readonly path: string
  /** The id that the card declares; absent if it could not be read. */
  readonly id?: string
  /** Paths of the documents that the card names. */
  readonly documents: readonly string[]
  /** Names of the shared definitions that the card uses. */
  readonly uses: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
  /** The documents that the card sends, each with the part of the card that names it. */
  readonly documentUses: readonly DocumentUse[]
  /** Absent when the card has errors. */
  readonly capability?: CompiledCapability
  /** Path → text of the modules of this card and its documents. */
  readonly files: readonly (readonly [path: string, text: string])[]
}

/** Checks, plans and emits one card. */
export function compileCard(source: CardSource, compileContext: CompileContext): CompiledCard {
  const { plan, diagnostics, documents, uses } = planCard(source, compileContext)
  const head = { path: source.file.path, id: source.declaredId, documents, uses, diagnostics }
  if (plan === undefined) return { ...head, documentUses: [], files: [] }
  return compileContext.timer.time("emit", () => ({ ...head, ...emit(plan, compileContext) }))
}

function emit(
  plan: CapabilityPlan,
  { packageImports, routes }: CompileContext,
): Pick<CompiledCard, "capability" | "files" | "documentUses"> {
  const { graphql } = plan
  const used = graphql
    ? [
        { operation: graphql.operation, at: ["graphql"] },
        ...graphql.lookups.map(({ operation, key }) => ({
          operation,
          at: ["graphql", "lookups", key],
        })),
      ]
    : []
  const operations = used.map(({ operation }) => operation)
  const isOwn = ({ path }: { readonly path: string }) => !isOfPackage(path)
  return {
    documentUses: used.map(({ operation, at }) => ({
      document: operation.path,
      sent: operation.text,
      at,
    })),
    capability: {
      id: plan.id,
      isList: plan.isList,
      ...(plan.isUncounted && { isUncounted: true }),
      ...shapeOf(plan),
      contract: contractOf(plan.version, plan.input, plan.output),
      catalog: emitCatalogEntry(plan),
      known: knownOf(plan),
      planned: plannedCapability(plan),
      ...(packageImports !== NO_PACKAGE_IMPORTS && { docs: emitDocsSection(plan) }),
    },
    files: [
      emitCapability(plan, packageImports, routes),
      emitContract(plan),
      ...emitAnswerParts(plan),
      ...operations.filter(isOwn).map((one) => emitOperation(one, packageImports)),
      ...reachedBy(operations)
        .filter(isOwn)
        .map((one) => emitFragment(one, packageImports)),
    ],
  }
}

function shapeOf({ isList, output }: CapabilityPlan): { shape?: string } {
  const { title } = (isList ? itemSchemaOf(output) : output) ?? {}
  return title === undefined ? {} : { shape: snakeCaseOf(title) }
}

/** The shared fragments that operations use, directly or indirectly. */
function reachedBy(ones: readonly { readonly fragments?: readonly FragmentPlan[] }[]) {
  const reached = new Set(ones.flatMap(({ fragments = [] }) => fragments))
  // Elements added during the iteration are visited too.
  for (const { fragments = [] } of reached) for (const one of fragments) reached.add(one)
  return [...reached]
}
