import { type Diagnostic, diagnostic, didYouMean, type Problem } from "../diagnostics/index.js"
import { compose, Path } from "../jmespath/index.js"
import { aboutCard, aboutList, aboutShared } from "../messages/index.js"
import { type CardPath, documentsOf, type WrittenCard } from "../parse/index.js"
import { snakeCase } from "../text/index.js"
import type { Change, NoteOf } from "./draft.js"
import type { Feed } from "./feed.js"
import { inOrder, type Keywords, keywordsIn, merged } from "./keywords.js"
import { renamed } from "./renaming.js"
import { type Context, type Derived, NOTHING } from "./rule.js"
import { schemaOf } from "./schema-of.js"
import { vocabularyNote } from "./shared.js"

/** The inputs are what the requests are made of, and what the card says of them. */
export function deriveInputs(card: WrittenCard, context: Context): Derived {
  const { source } = context
  if (card.input_schema !== undefined) {
    if (card.input === undefined) return NOTHING
    const problem = aboutCard.saidTwice("input", "input_schema")
    return { changes: [], problems: [diagnostic(problem, source.file, source.keySpan(["input"]))] }
  }
  const feeds = feedsIn(card, context)
  const said = card.input ?? {}
  const made = feeds.filter((one) => one.makes).map(({ name }) => name)
  const names = new Set([
    ...feeds.filter((one) => one.makes || Object.hasOwn(said, one.name)).map(({ name }) => name),
    ...Object.keys(said),
  ])
  const inputs = [...names].map((name) =>
    deriveInput(
      name,
      { own: said[name], feeds: feeds.filter((one) => one.name === name), others: made },
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
  const from: CardPath = card.input === undefined ? (feeds[0]?.from ?? []) : ["input"]
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

/** The documents that say which inputs there are can be read. */
function isReadable(card: WrittenCard, { documents }: Context): boolean {
  return documentsOf(card).every((path) => documents.get(path).isSound)
}

/** What the routes feed, in their order. */
function feedsIn(card: WrittenCard, context: Context): Feed[] {
  const { preferred, fallbacks = [] } = card.routing ?? {}
  const routes = [...(preferred === undefined ? [] : [preferred]), ...fallbacks]
  return [...new Set(routes)].flatMap((route) =>
    context.routes.filter(({ type }) => type === route).flatMap((one) => one.feeds(card, context)),
  )
}

interface Known {
  /** What the card says of it. */
  readonly own: Keywords | undefined
  readonly feeds: readonly Feed[]
  /** The inputs that requests are made of. */
  readonly others: readonly string[]
}

interface DerivedInput {
  readonly name: string
  readonly schema: Keywords
  readonly isRequired: boolean
  readonly from: CardPath
  /** The keywords that are as the vocabulary has them. */
  readonly ofVocabulary: readonly string[]
  /** The variable of a document that it is. */
  readonly note: NoteOf | undefined
  /** The variable gets it by GitHub's names. */
  readonly renaming?: Change | undefined
  readonly problems: readonly Diagnostic[]
}

function deriveInput(name: string, known: Known, context: Context): DerivedInput {
  const { own = {}, feeds } = known
  const { shared, source } = context
  const from: CardPath = isSaid(name, context) ? ["input", name] : (feeds[0]?.from ?? [])
  const { nullable, optional, pick, ...said } = own
  const filled = feeds.find(({ shape }) => shape !== undefined && schemaOf(shape) !== undefined)
  const picked = Array.isArray(pick) ? pick.map(String) : undefined
  const ofRequest = filled?.shape && schemaOf(filled.shape, picked)
  const entry = said.type === undefined ? (shared.inputs.get(name) ?? {}) : {}
  const vocabulary = isOfKind(entry, ofRequest) ? entry : {}
  const type = said.type !== undefined || said.anyOf !== undefined ? {} : (ofRequest ?? {})
  const ofDocument = feeds.find((feed) => feed.default !== undefined)?.default
  const schema = merged(
    merged(merged(type, vocabulary), said),
    ofDocument === undefined ? {} : { default: ofDocument },
  )
  const problems: Diagnostic[] = []
  const report = (problem: Parameters<typeof diagnostic>[0], at: CardPath) =>
    problems.push(diagnostic(problem, source.file, source.keySpan(at)))
  if (ofDocument !== undefined && said.default !== undefined) {
    const problem = aboutCard.saidTwice(`input.${name}.default`, `$${name} = …`)
    report(problem, ["input", name, "default"])
  }
  if (["type", "anyOf", "enum", "const"].every((key) => schema[key] === undefined))
    report(withoutType(name, known, context), from)
  const needs = optional === false || (optional !== true && feeds.some((feed) => feed.needs))
  const full = inOrder(nullable === true ? nullableOf(schema) : schema)
  return {
    name,
    schema: full,
    ofVocabulary: Object.keys(vocabulary).filter((key) => full[key] === vocabulary[key]),
    isRequired: needs && schema.default === undefined,
    from,
    // Of what the card speaks of, the card is the place.
    note: isSaid(name, context) ? undefined : feeds.find((feed) => feed.note)?.note,
    renaming: renamingOf(feeds, type === ofRequest, picked),
    problems,
  }
}

/** Why nothing says what an input is: nothing reads it, or only what takes anything. */
function withoutType(name: string, { feeds, others }: Known, { source }: Context): Problem {
  const isList = [
    source.value,
    keywordsIn(source.value).graphql,
    keywordsIn(source.value).rest,
  ].some((one) => keywordsIn(one).pagination !== undefined)
  const isPage = name === "first" || name === "after"
  if (isPage && isList) return aboutList.reservedInput(name)
  if (feeds.length > 0) return aboutShared.inputWithoutType(name)
  return aboutShared.inputThatNothingReads(name, didYouMean(snakeCase(name), others))
}

function renamingOf(
  feeds: readonly Feed[],
  isOfRequest: boolean,
  pick: readonly string[] | undefined,
): Change | undefined {
  const [feed] = feeds.filter(({ variable }) => variable !== undefined)
  if (feed?.variable === undefined || feed.shape === undefined) return undefined
  const root = isOfRequest ? renamed(feed.name, feed.shape, pick) : compose.field(feed.name)
  if (root.type === "Field" && root.name === feed.variable) return undefined
  return { at: ["graphql", "variables", feed.variable], value: Path.of(root), from: feed.from }
}

function isSaid(name: string, { source }: Context): boolean {
  return Object.hasOwn(keywordsIn(keywordsIn(source.value).input), name)
}

/** Whether what the vocabulary says can be said of what a request takes: it is for one kind of value. */
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

/** The kind of value that keywords are of. */
function kindIn(keywords: Keywords): string | undefined {
  const of = Object.entries(KINDS).find(([, keys]) => keys.some((key) => key in keywords))
  return of?.[0]
}

/** The same with null, which clears. */
function nullableOf(schema: Keywords): Keywords {
  const { type, enum: values, anyOf } = schema
  return {
    ...schema,
    ...(type !== undefined && { type: [...[type].flat(), "null"] }),
    ...(Array.isArray(values) && { enum: [...values, null] }),
    ...(Array.isArray(anyOf) && { anyOf: [...anyOf, { type: "null" }] }),
  }
}
