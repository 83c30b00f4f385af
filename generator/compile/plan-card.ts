import {
  asCard,
  type Contract,
  checkCard,
  checkContract,
  checkRoutes,
  contractOf,
  resolveContract,
  withoutStrays,
} from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import { type CardSource, documentsOf, readCard } from "../parse/index.js"
import { type CapabilityPlan, planCapability } from "../plan/index.js"
import type { Inputs } from "../read/index.js"
import { type Surroundings, surroundingsOf } from "./surroundings.js"
import { UNTIMED } from "./timer.js"

export interface PlannedCard {
  /** Absent where a diagnostic is an error. */
  readonly plan?: CapabilityPlan
  readonly diagnostics: readonly Diagnostic[]
}

/** Checks and plans one card. */
export function planCard(
  source: CardSource,
  documents: readonly string[],
  surroundings: Surroundings,
): PlannedCard {
  const { timer, operations, pins } = surroundings
  const checked = timer.time("check", () => check(source, documents, surroundings))
  const { sound } = checked
  if (sound === undefined) return { diagnostics: checked.diagnostics }
  const planned = timer.time("plan", () =>
    planCapability(source, asCard(source), { sound, operations, pins }),
  )
  const diagnostics = [...checked.diagnostics, ...planned.problems]
  const isRefused = diagnostics.some(({ severity }) => severity === "error")
  if (!isRefused && planned.ok) return { plan: planned.plan, diagnostics }
  if (isRefused) return { diagnostics }
  throw new Error(`${source.file.path} has no plan, and no diagnostic says why`)
}

/** The plan of one capability of a project; undefined where there is no card of that id. */
export function planOf(inputs: Inputs, id: string): PlannedCard | undefined {
  const path = `cards/${id.split(".").join("/")}.yaml`
  const text = inputs.cards.get(path)
  if (text === undefined) return undefined
  const { source, diagnostics } = readCard(path, text)
  if (source === undefined) return { diagnostics }
  const { files } = withoutStrays("operations", inputs.operations)
  const surroundings = surroundingsOf(inputs, files, new Map(), UNTIMED)
  return planCard(source, documentsOf(source.value), surroundings)
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
