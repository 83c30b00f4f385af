import { plannedCapability } from "../../planner/table/index.js"
import { itemSchemaOf } from "../../runtime/properties/index.js"
import {
  asCard,
  type Contract,
  checkCard,
  checkContract,
  checkRoutes,
  checkRouting,
  contractOf,
  isOfPackage,
  resolveContract,
} from "../check/index.js"
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
import { type CardSource, documentsIdentified, documentsOf } from "../parse/index.js"
import { type CapabilityPlan, type FragmentPlan, planCapability } from "../plan/index.js"
import type { Inputs } from "../read/index.js"
import { snakeCaseOf } from "../text/index.js"
import type { CompileContext } from "./context.js"
import { expandedCard, isError, routesOf, type TypedCard, withCard } from "./expanded-card.js"
import type { CompiledCard, Memory } from "./memory.js"

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

interface PlannedCard {
  /** Absent if there are errors. */
  readonly plan?: CapabilityPlan
  readonly diagnostics: readonly Diagnostic[]
  readonly documents: readonly string[]
  readonly uses: readonly string[]
}

function planCard(written: CardSource, compileContext: CompileContext): PlannedCard {
  const { timer, operations, pins, routes } = compileContext
  const expanded = expandedCard(written, compileContext)
  const { source, uses } = expanded
  const named = [...documentsOf(source.value), ...documentsIdentified(source.value)]
  const documents = named.flatMap((path) => compileContext.documents.filesOf(path))
  const checked = check(expanded, documents, compileContext)
  if (checked.routes === undefined) return { diagnostics: checked.diagnostics, documents, uses }
  const { sound, open } = checked.routes
  const context = { routes, sound, operations, pins, shapes: compileContext.shapes }
  const planned = timer.time("plan", () => planCapability(source, asCard(source), context, open))
  const diagnostics = [...checked.diagnostics, ...planned.problems]
  if (diagnostics.some(isError)) return { diagnostics, documents, uses }
  if (planned.ok) return { plan: planned.plan, diagnostics, documents, uses }
  throw new Error(
    `${source.file.path} has no plan, but no diagnostic: this is a bug of the compiler`,
  )
}

/** The plan of one capability of a project; undefined if no card has that id. */
export function planOf(inputs: Inputs, id: string, memory?: Memory): PlannedCard | undefined {
  const unreadable = (diagnostics: readonly Diagnostic[]) => {
    return { diagnostics, documents: [], uses: [] }
  }
  return withCard(inputs, id, planCard, unreadable, memory)
}

/** Checks the form and the names of a card, and plans its routes as far as possible. */
function check(
  { source, diagnostics: found, isWhole, routes }: TypedCard,
  paths: readonly string[],
  compileContext: CompileContext,
): { diagnostics: Diagnostic[] } & Pick<TypedCard, "routes"> {
  const { documents, released, timer } = compileContext
  const inDocuments = paths.flatMap((path) => documents.get(path).diagnostics)
  if (!isWhole && !found.some(isError)) {
    const card = asCard(source)
    const { diagnostics } = routes ?? checkRoutes(source, card, compileContext)
    const inRouting = checkRouting(source, card)
    return { diagnostics: [...inDocuments, ...found, ...inRouting, ...diagnostics] }
  }
  const inCard = found.some(isError)
    ? found
    : [...found, ...timer.time("check", () => checkCard(source, routes !== undefined))]
  if (inCard.some(isError)) return { diagnostics: [...inDocuments, ...inCard] }
  const before = released.get(source.declaredId)
  const changes = before === undefined ? [] : checkContract(source, currentContract(source), before)
  const known = routes ?? routesOf(source, compileContext)
  const diagnostics = [...inDocuments, ...inCard, ...changes, ...known.diagnostics]
  return { diagnostics, routes: known }
}

function currentContract(source: CardSource): Contract {
  const card = asCard(source)
  const { input, output } = resolveContract(card)
  return contractOf(card.version, input, output)
}
