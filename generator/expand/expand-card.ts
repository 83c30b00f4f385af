import { asWrittenCard } from "../check/index.js"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { namesRead, type Path } from "../jmespath/index.js"
import { aboutCard } from "../messages/index.js"
import { atValue, ROUTES, type WrittenCard, writtenCardSchema } from "../parse/index.js"
import { deriveInputs } from "./derive-inputs.js"
import { deriveOutput } from "./derive-output.js"
import type { Change, Draft } from "./draft.js"
import { proveIdentity, sourcesIn } from "./identity-proof.js"
import { deriveFromLibrary } from "./lookups.js"
import { readPaths } from "./read-paths.js"
import {
  type ChangingPart,
  type Derived,
  type ExpandContext,
  NO_CHANGES,
  type Rule,
  type RuleContext,
  type Stage,
} from "./rule.js"
import { fieldsOf } from "./shapes.js"
import { usesOf } from "./uses.js"

/**
 * The rules of derivation, in dependency order; a string stands for the routes' rules of that stage. A rule only adds
 * what the card omits, so a full card stays unchanged.
 */
const RULES: readonly (Rule | Stage)[] = [
  deriveIdentity,
  deriveRouting,
  deriveWhen,
  "section",
  deriveFromLibrary,
  "requests",
  deriveIdentifies,
  deriveOutput,
  "lookups",
  deriveEffect,
  "result",
  deriveInputs,
  "values",
]

function rulesOf(one: Rule | Stage, { routes }: ExpandContext): readonly Rule[] {
  if (typeof one === "function") return [one]
  return routes.flatMap(({ rules }) => rules[one] ?? [])
}

/** A card in its full form, as far as it can be expanded. */
export interface ExpandedCard {
  readonly source: Draft
  /** If one is an error, the card must not be used. */
  readonly diagnostics: readonly Diagnostic[]
  /** Whether everything that the card derives from could be read. */
  readonly isWhole: boolean
  /** Whether the types of its output come from its routes. */
  readonly lacksTypes: boolean
  /** Names of the shared definitions that the card uses. */
  readonly uses: readonly string[]
}

/**
 * The card in its full form, with spans in the written card. If there are errors, it is expanded as far as possible.
 */
export function expandCard(written: Draft, compileContext: ExpandContext): ExpandedCard {
  const diagnostics: Diagnostic[] = []
  const paths = readPaths(
    written.value,
    writtenCardSchema,
    written,
    compileContext.shared.expressions,
  )
  diagnostics.push(...paths.problems)
  let isWhole = !paths.isPartial
  let draft = written.with(paths.changes)
  let value = asWrittenCard(draft)
  const lacksTypes = value.output_schema === undefined
  for (const rule of RULES.flatMap((one) => rulesOf(one, compileContext))) {
    const {
      changes,
      problems = [],
      isPartial = false,
    } = rule(value, { ...compileContext, source: draft })
    diagnostics.push(...problems)
    isWhole &&= !isPartial
    if (changes.length === 0) continue
    draft = draft.with(changes)
    value = asWrittenCard(draft)
  }
  return { source: draft, diagnostics, isWhole, lacksTypes, uses: usesOf(written, draft) }
}

const FIRST_VERSION = "1.0.0"

/** Derives the id from the card's path. The first version is 1.0.0. */
function deriveIdentity(card: WrittenCard, { source }: RuleContext): Derived {
  const { pathId } = source
  const changes: Change[] = []
  if (card.capability_id === undefined)
    changes.push({ at: ["capability_id"], value: pathId, from: [] })
  if (card.version === undefined) changes.push({ at: ["version"], value: FIRST_VERSION, from: [] })
  return { changes }
}

/**
 * Derives the effect of a card that only reads. A card that can write must state its effect, and whether it is
 * idempotent.
 */
function deriveEffect(card: WrittenCard, context: RuleContext): Derived {
  const missing = (["effect", "idempotent"] as const).filter((key) => card[key] === undefined)
  if (missing.length === 0) return { changes: [] }
  const changing = changingPart(card, context)
  const { source } = context
  if (changing !== undefined) {
    const problem = aboutCard.effectMissing(changing.what, missing)
    return { changes: [], problems: [diagnostic(problem, source.file, changing.span)] }
  }
  const derived = { effect: "read", idempotent: true }
  // `check/` reports an effect that contradicts this.
  const changes = missing.map((key): Change => ({ at: [key], value: derived[key], from: [] }))
  return { changes }
}

/** The first part of a card that may change something. */
function changingPart(card: WrittenCard, context: RuleContext): ChangingPart | undefined {
  return context.routes.flatMap((one) => one.changingPart(card, context) ?? [])[0]
}

/** Derives the lookups whose results a shape contains, if the document identifies the parent object. */
function deriveIdentifies(card: WrittenCard, context: RuleContext): Derived {
  const expression = card.output ?? card.list
  if (expression === undefined || card.identifies !== undefined || card.effect === "destroy")
    return NO_CHANGES
  const { fields, base } = fieldsOf(expression, [card.output ? "output" : "list"], context)
  const names = fields.flatMap((one) => (one.isOfBase ? [one.name] : []))
  const sources = new Map(
    [...sourcesIn(names, card)].map(([name, own]) => [
      name,
      base?.sources.graphql.get(name)?.path.text ?? own,
    ]),
  )
  const proved = Object.entries(base?.identifies ?? {}).filter(
    ([name, by]) => proveIdentity(name, by, card, sources, context.documents).ok,
  )
  if (proved.length === 0) return NO_CHANGES
  const from = [card.output ? "output" : "list"]
  return { changes: [{ at: ["identifies"], value: Object.fromEntries(proved), from }] }
}

/** Derives the routes from the sections, in their order. */
function deriveRouting(card: WrittenCard, { source }: RuleContext): Derived {
  const { routing = {} } = card
  const sections = Object.keys(card).flatMap((key) => ROUTES.filter((route) => route === key))
  const fallbacks = routing.fallbacks
  const preferred = routing.preferred ?? sections.find((route) => !fallbacks?.includes(route))
  if (preferred === undefined) {
    return { changes: [], problems: [atValue(source, [], aboutCard.noRoute())] }
  }
  const others = sections.filter((route) => route !== preferred)
  const changes: Change[] = []
  if (routing.preferred === undefined)
    changes.push({ at: ["routing", "preferred"], value: preferred, from: [preferred] })
  if (fallbacks === undefined) {
    const at = ["routing", "fallbacks"]
    changes.push({ at, value: others, from: [others[0] ?? preferred] })
  }
  return { changes }
}

/** Derives `when` of a rule about routes: the value that its predicate reads. */
function deriveWhen({ routing = {} }: WrittenCard): Derived {
  const { suitability = [] } = routing
  const changes = suitability.flatMap(({ when, predicate }, index): Change[] => {
    if (when !== undefined) return []
    const at = ["routing", "suitability", index]
    const value = predicate === undefined ? "always" : rootOf(predicate)
    const from = predicate === undefined ? at : [...at, "predicate"]
    return value === undefined ? [] : [{ at: [...at, "when"], value, from }]
  })
  return { changes }
}

function rootOf(predicate: Path): "params" | "env" {
  return namesRead(predicate).current.has("env") ? "env" : "params"
}
