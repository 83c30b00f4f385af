import { asWrittenCard } from "../check/index.js"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { namesRead, type Path } from "../jmespath/index.js"
import { aboutCard, aboutShape } from "../messages/index.js"
import {
  atKey,
  atValue,
  type PlainShape,
  ROUTES,
  type WrittenCard,
  writtenCardSchema,
} from "../parse/index.js"
import { deriveInputs } from "./derive-inputs.js"
import type { Change, Draft } from "./draft.js"
import { readPaths } from "./expressions.js"
import { proveIdentity, sourcesIn } from "./identity-proof.js"
import { deriveFromLibrary } from "./lookups.js"
import {
  type ChangingPart,
  combineDerived,
  type Derived,
  type ExpandContext,
  NO_CHANGES,
  notDerived,
  type Rule,
  type RuleContext,
  type Stage,
} from "./rule.js"
import { type Fields, fieldsOf, namesOf, sourcesOfBase, unservedFields } from "./shapes.js"
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
    return notDerived(diagnostic(problem, source.file, changing.span))
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
    return notDerived(atValue(source, [], aboutCard.noRoute()))
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

/** The keys that define the result; one of them is present. */
const KEYS = ["output", "list", "output_schema"] as const

/** Derives the result: an object with the card's fields. Their types come from the routes, once those are planned. */
export function deriveOutput(card: WrittenCard, context: RuleContext): Derived {
  const { source } = context
  const [key, other] = KEYS.filter((one) => card[one] !== undefined)
  if (key !== undefined && other !== undefined) {
    return notDerived(atKey(source, [other], aboutCard.duplicateSetting(key, other)))
  }
  const expression = key === undefined || key === "output_schema" ? undefined : card[key]
  if (key === undefined || expression === undefined) return NO_CHANGES
  if (expression.union !== undefined)
    return combineDerived([
      deriveUnion(card, expression.union, context),
      ...(key === "list" ? [derivePages(card, context)] : []),
    ])
  const fields = fieldsOf(expression, [key], context)
  if (fields.fields.length === 0 && fields.problems.length === 0 && !fields.isPartial) {
    return notDerived(atKey(source, [key], aboutCard.missingKey(`\`${key}\``, "fields")))
  }
  return combineDerived([
    ofShape(fields, key, card, context),
    ...(key === "list" ? [derivePages(card, context)] : []),
  ])
}

function ofShape(fields: Fields, key: string, card: WrittenCard, { source }: RuleContext): Derived {
  const at = ["output_schema"]
  const names = fields.fields.map(({ name }) => name)
  const top = { ...namesOf(fields), type: "object", required: names, additionalProperties: false }
  const routes = ROUTES.flatMap((route) => {
    const section = card[route]
    return section === undefined ? [] : [[route, section.output ?? {}] as const]
  })
  const unserved = routes.flatMap(([route, output]) =>
    unservedFields(route, output, fields).map(({ name, from }) => {
      const problem = aboutShape.notServed(route, name, fields.base?.noteOf(name, route))
      return atValue(source, from, problem)
    }),
  )
  return {
    changes: [
      { at, value: { ...top, properties: {} }, from: [key] },
      ...fields.fields.map(({ name, schema, from, note }) => {
        return { at: [...at, "properties", name], value: schema, from, note }
      }),
      ...sourcesOfBase(fields, routes),
      { at: [key], from: [key] },
    ],
    problems: [...fields.problems, ...unserved],
    isPartial: fields.isPartial,
  }
}

/** Derives the pages of a list from the first route whose answers have pages. */
function derivePages(card: WrittenCard, context: RuleContext): Derived {
  return context.routes.flatMap((one) => one.pages?.(card, context) ?? [])[0] ?? NO_CHANGES
}

function deriveUnion(
  card: WrittenCard,
  union: Readonly<Record<string, PlainShape>>,
  context: RuleContext,
): Derived {
  return combineDerived(context.routes.flatMap((one) => one.union?.(card, union, context) ?? []))
}
