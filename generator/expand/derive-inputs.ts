import { type Diagnostic, didYouMean, type Problem } from "../diagnostics/index.js"
import { compose, Path } from "../jmespath/index.js"
import { aboutCard, aboutList, aboutShared } from "../messages/index.js"
import { atKey, type CardPath, documentsOf, type WrittenCard } from "../parse/index.js"
import { describe, present, type Shape } from "../shape/index.js"
import { snakeCase } from "../text/index.js"
import type { Change, NoteOf } from "./draft.js"
import {
  inContractOrder,
  type Keywords,
  keywordsIn,
  mergeKeywords,
  orNull,
  renameProperties,
  schemaOf,
} from "./keywords.js"
import { type Derived, NO_CHANGES, notDerived, type RuleContext } from "./rule.js"
import { vocabularyNote } from "./shared.js"
import type { InputSource } from "./source.js"

/** Derives the inputs from the places that use them, and from the card. */
export function deriveInputs(card: WrittenCard, context: RuleContext): Derived {
  const { source } = context
  if (card.input_schema !== undefined) {
    if (card.input === undefined) return NO_CHANGES
    const problem = aboutCard.duplicateSetting("input", "input_schema")
    return notDerived(atKey(source, ["input"], problem))
  }
  const sources = sourcesIn(card, context)
  const ownInputs = card.input ?? {}
  const made = sources.filter((one) => one.makes).map(({ name }) => name)
  const names = new Set([
    ...sources
      .filter((one) => one.makes || Object.hasOwn(ownInputs, one.name))
      .map(({ name }) => name),
    ...Object.keys(ownInputs),
  ])
  const inputs = [...names].map((name) =>
    deriveInput(
      name,
      { own: ownInputs[name], sources: sources.filter((one) => one.name === name), others: made },
      context,
    ),
  )
  const at = ["input_schema"]
  const top = {
    type: "object",
    required: inputs.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
    properties: {},
  }
  const from: CardPath = card.input === undefined ? (sources[0]?.from ?? []) : ["input"]
  const changes: Change[] = [
    { at, value: top, from },
    ...inputs.flatMap(({ name, schema, from, note, ofVocabulary }): Change[] => {
      const place = [...at, "properties", name]
      const notes = ofVocabulary.map((keyword): Change => {
        const note = () => vocabularyNote(context.shared, name, keyword)
        return { at: [...place, keyword], value: schema[keyword], from: place, note }
      })
      return [{ at: place, value: schema, from, note }, ...notes]
    }),
    ...inputs.flatMap(({ renaming }) => renaming ?? []),
    ...(card.input === undefined ? [] : [{ at: ["input"], from }]),
  ]
  const { broken } = context.shared
  const isPartial = !isReadable(card, context) || broken.inputs || broken.lookups
  const problems = isPartial ? [] : inputs.flatMap(({ problems }) => problems)
  return { changes, problems, isPartial }
}

/** Whether the documents that define the inputs are readable. */
function isReadable(card: WrittenCard, { documents }: RuleContext): boolean {
  return documentsOf(card).every((path) => documents.get(path).isSound)
}

/** The uses of inputs in all routes, in order. */
function sourcesIn(card: WrittenCard, context: RuleContext): InputSource[] {
  const { preferred, fallbacks = [] } = card.routing ?? {}
  const routes = [...(preferred === undefined ? [] : [preferred]), ...fallbacks]
  return [...new Set(routes)].flatMap((route) =>
    context.routes
      .filter(({ type }) => type === route)
      .flatMap((one) => one.sources(card, context)),
  )
}

interface InputFacts {
  /** The card's own keywords. */
  readonly own: Keywords | undefined
  readonly sources: readonly InputSource[]
  /** All inputs that requests use. */
  readonly others: readonly string[]
}

interface DerivedInput {
  readonly name: string
  readonly schema: Keywords
  readonly isRequired: boolean
  readonly from: CardPath
  /** The keywords that come from the vocabulary. */
  readonly ofVocabulary: readonly string[]
  /** The location of the document's variable that the input fills. */
  readonly note: NoteOf | undefined
  /** Set if the properties of the input must be renamed to GitHub's names. */
  readonly renaming?: Change | undefined
  readonly problems: readonly Diagnostic[]
}

function deriveInput(name: string, known: InputFacts, context: RuleContext): DerivedInput {
  const { own = {}, sources } = known
  const { shared, source } = context
  const from: CardPath = isStated(name, context) ? ["input", name] : (sources[0]?.from ?? [])
  const { nullable, optional, pick, ...keywords } = own
  const filled = sources.find(({ shape }) => shape !== undefined && schemaOf(shape) !== undefined)
  const picked = Array.isArray(pick) ? pick.map(String) : undefined
  const ofRequest = filled?.shape && schemaOf(filled.shape, picked)
  const entry = keywords.type === undefined ? (shared.inputs.get(name) ?? {}) : {}
  const vocabulary = isOfKind(entry, ofRequest) ? entry : {}
  const type = keywords.type !== undefined || keywords.anyOf !== undefined ? {} : (ofRequest ?? {})
  const ofDocument = sources.find((source) => source.default !== undefined)?.default
  const limits = sources.find((source) => source.limits !== undefined)?.limits ?? {}
  const schema = mergeKeywords(
    mergeKeywords(mergeKeywords({ ...type, ...limits }, vocabulary), keywords),
    ofDocument === undefined ? {} : { default: ofDocument },
  )
  const problems: Diagnostic[] = []
  const report = (problem: Problem, at: CardPath) => problems.push(atKey(source, at, problem))
  if (ofDocument !== undefined && keywords.default !== undefined) {
    const problem = aboutCard.duplicateSetting(`input.${name}.default`, `$${name} = …`)
    report(problem, ["input", name, "default"])
  }
  if (["type", "anyOf", "enum", "const"].every((key) => schema[key] === undefined))
    report(withoutType(name, known, context), from)
  const needs = optional === false || (optional !== true && sources.some((source) => source.needs))
  const limited = /(?:^|_)(?:id|number)$/.test(name) ? withLeast(schema) : schema
  // Null clears the value.
  const full = inContractOrder(nullable === true ? keywordsIn(orNull(limited)) : limited)
  return {
    name,
    schema: full,
    ofVocabulary: Object.keys(vocabulary).filter((key) => full[key] === vocabulary[key]),
    isRequired: needs && schema.default === undefined,
    from,
    // An input in the card needs no note, because the diagnostic points at the card.
    note: isStated(name, context) ? undefined : sources.find((source) => source.note)?.note,
    renaming: renamingOf(sources, type === ofRequest, picked),
    problems,
  }
}

/** GitHub counts ids and numbers from 1. */
function withLeast(schema: Keywords): Keywords {
  if (Array.isArray(schema.anyOf)) {
    return { ...schema, anyOf: schema.anyOf.map((one) => withLeast(keywordsIn(one))) }
  }
  return schema.type === "integer" ? { ...schema, minimum: schema.minimum ?? 1 } : schema
}

/** The reason why the type of an input is unknown: nothing uses it, or only expressions that accept any type. */
function withoutType(
  name: string,
  { own, sources, others }: InputFacts,
  { source }: RuleContext,
): Problem {
  const isList = [
    source.value,
    keywordsIn(source.value).graphql,
    keywordsIn(source.value).rest,
  ].some((one) => keywordsIn(one).pagination !== undefined)
  const isPage = name === "first" || name === "after"
  if (isPage && isList) return aboutList.reservedInput(name)
  if (sources.length > 0) {
    const filled = sources.flatMap(({ shape }) => (shape ? [present(shape)] : []))[0]
    const type = (filled && TYPES[filled.kind]) ?? typeNameOf(own?.default)
    return aboutShared.inputWithoutType(name, type, filled && describe(filled))
  }
  return aboutShared.inputThatNothingReads(name, didYouMean(snakeCase(name), others))
}

/** The beginning of a type that GitHub does not describe in full. */
const TYPES: Readonly<Partial<Record<Shape["kind"], string>>> = {
  array: "array, items: { … }",
  object: "object, properties: { … }",
}

/** A type that a default fits. */
function typeNameOf(value: unknown): string {
  if (Array.isArray(value)) return "array"
  if (Number.isInteger(value)) return "integer"
  return ["boolean", "number"].includes(typeof value) ? typeof value : "string"
}

function renamingOf(
  sources: readonly InputSource[],
  isOfRequest: boolean,
  pick: readonly string[] | undefined,
): Change | undefined {
  const [source] = sources.filter(({ variable }) => variable !== undefined)
  if (source?.variable === undefined || source.shape === undefined) return undefined
  const root = isOfRequest
    ? renameProperties(source.name, source.shape, pick)
    : compose.field(source.name)
  if (root.type === "Field" && root.name === source.variable) return undefined
  return { at: ["graphql", "variables", source.variable], value: Path.of(root), from: source.from }
}

function isStated(name: string, { source }: RuleContext): boolean {
  return Object.hasOwn(keywordsIn(keywordsIn(source.value).input), name)
}

/** Whether the vocabulary's entry has the same kind of value as the request. */
function isOfKind(vocabulary: Keywords, request: Keywords | undefined): boolean {
  const kind = vocabulary.type ?? kindIn(vocabulary)
  if (request === undefined || kind === undefined) return true
  if (kind === "string") return request.type === "string" && request.enum === undefined
  return kind === request.type || (kind === "integer" && request.type === "number")
}

const KINDS = {
  string: ["minLength", "maxLength", "pattern"],
  array: ["items", "minItems", "maxItems", "uniqueItems"],
  integer: ["minimum", "maximum"],
}

function kindIn(keywords: Keywords): string | undefined {
  const of = Object.entries(KINDS).find(([, keys]) => keys.some((key) => key in keywords))
  return of?.[0]
}
