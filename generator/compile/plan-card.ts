import {
  asCard,
  type Contract,
  checkCard,
  checkContract,
  checkRoutes,
  contractOf,
  resolveContract,
} from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import { type CardSource, documentsIdentified, documentsOf } from "../parse/index.js"
import { type CapabilityPlan, planCapability } from "../plan/index.js"
import type { Inputs } from "../read/index.js"
import type { CompileContext } from "./context.js"
import { expandedCard, withCard } from "./expanded-card.js"
import type { Memory } from "./memory.js"
import { isError, routesOf, type TypedCard } from "./typed-card.js"

export interface PlannedCard {
  /** Absent if there are errors. */
  readonly plan?: CapabilityPlan
  readonly diagnostics: readonly Diagnostic[]
  /** Paths of the documents that the card names. */
  readonly documents: readonly string[]
  /** Names of the shared definitions that the card uses. */
  readonly uses: readonly string[]
}

/** Expands, checks and plans one card. */
export function planCard(written: CardSource, compileContext: CompileContext): PlannedCard {
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
    const { diagnostics } = routes ?? checkRoutes(source, asCard(source), compileContext)
    return { diagnostics: [...inDocuments, ...found, ...diagnostics] }
  }
  const inCard = found.some(isError)
    ? found
    : [...found, ...timer.time("check", () => checkCard(source))]
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
