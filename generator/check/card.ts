import { coerce, valid } from "semver"
import type { JsonSchema } from "../../runtime/definition/index.js"
import { isKept, requirementsOf, requirementText } from "../../runtime/properties/index.js"
import { type Diagnostic, diagnostic, didYouMean, type Problem } from "../diagnostics/index.js"
import { aboutCard } from "../messages/index.js"
import {
  atKey,
  atValue,
  type Card,
  type CardPath,
  type CardSource,
  type RequirementSection,
  ROUTES,
} from "../parse/index.js"
import { cardPath } from "../read/index.js"
import { snakeCase } from "../text/index.js"
import { asCard, checkCardForm } from "./card-form.js"
import { checkContractSchemas } from "./contract-schema.js"
import { resolveContract } from "./resolved-contract.js"
import { schemaErrors } from "./schema-errors.js"

/** Checks the rules that concern one card in its full form. Later rules rely on earlier ones. */
export function checkCard(source: CardSource, isFormed = false): Diagnostic[] {
  const formed = isFormed ? [] : checkCardForm(source)
  if (formed.length > 0) return formed
  const card = asCard(source)
  const schemas = checkContractSchemas(source, card)
  return [
    ...checkIdentity(source, card),
    ...(card.effect === "read" && !card.idempotent
      ? [atValue(source, ["idempotent"], aboutCard.readIsIdempotent())]
      : []),
    ...checkRouting(source, card),
    ...schemas,
    ...(schemas.length > 0 ? [] : checkInputs(source, card)),
  ]
}

function checkInputs(source: CardSource, card: Card): Diagnostic[] {
  const { input } = resolveContract(card)
  const rules = checkRequirements(source, card)
  return [
    ...rules,
    ...checkExamples(source, card, input),
    ...(rules.length > 0 ? [] : checkExampleRequirements(source, card, input)),
  ]
}

/** Checks that every listed route has a section, every section is listed, and the rules leave a route. */
export function checkRouting(source: CardSource, card: Card): Diagnostic[] {
  const { preferred, fallbacks } = card.routing
  const diagnostics: Diagnostic[] = []
  const report = (path: CardPath, problem: Problem) =>
    diagnostics.push(atValue(source, path, problem))
  if (card[preferred] === undefined) {
    report(["routing", "preferred"], aboutCard.noPreferredSection(preferred))
  }
  fallbacks.forEach((fallback, index) => {
    const path = ["routing", "fallbacks", index]
    if (fallback === preferred) report(path, aboutCard.fallsBackToItself(fallback))
    else if (card[fallback] === undefined) report(path, aboutCard.noSection(fallback))
  })
  card.routing.suitability?.forEach((rule, index) => {
    const path = ["routing", "suitability", index]
    const route = rule.prefer ?? rule.exclude
    if (route === undefined || (rule.prefer !== undefined && rule.exclude !== undefined)) {
      report(path, aboutCard.neitherPrefersNorExcludes())
    } else if (route !== preferred && !fallbacks.includes(route)) {
      const key = rule.prefer === undefined ? "exclude" : "prefer"
      report([...path, key], aboutCard.noRouteOfTheCard(route))
    }
    if (rule.when === "always" && rule.predicate !== undefined) {
      report([...path, "predicate"], aboutCard.predicateOfAlways())
    } else if (rule.when !== "always" && rule.predicate === undefined) {
      report(path, aboutCard.noPredicate(rule.when))
    }
  })
  const excluded = card.routing.suitability?.map((rule) => rule.when === "always" && rule.exclude)
  if ([preferred, ...fallbacks].every((route) => excluded?.includes(route)))
    report(["routing", "suitability"], aboutCard.noRouteLeft())
  for (const route of ROUTES) {
    if (card[route] === undefined || route === preferred || fallbacks.includes(route)) continue
    diagnostics.push(atKey(source, [route], aboutCard.sectionUnused(route)))
  }
  return diagnostics
}

function checkRequirements(source: CardSource, card: Card): Diagnostic[] {
  return (card.require ?? []).flatMap((one, index) => {
    const report = (problem: Problem, at: CardPath = []) =>
      atValue(source, ["require", index, ...at], problem)
    const places = namedInputs(one)
    if (places.length === 0) return [report(aboutCard.requirementForm())]
    const wrong = places.flatMap(({ name, at }) => {
      const problem = problemOf(name, card.input_schema)
      return problem === undefined ? [] : [report(problem, at)]
    })
    if (wrong.length > 0) return wrong
    return new Set(places.map(({ name }) => name)).size > 1
      ? []
      : [report(aboutCard.requirementOfOne())]
  })
}

function checkExampleRequirements(
  source: CardSource,
  { examples = [] }: Card,
  input: JsonSchema,
): Diagnostic[] {
  return examples.flatMap((example, index) =>
    requirementsOf(input).flatMap((one): Diagnostic[] => {
      if (isKept(one, example.input)) return []
      const problem = aboutCard.exampleBreaks(requirementText(one, (name) => `\`${name}\``))
      return [atValue(source, ["examples", index, "input"], problem)]
    }),
  )
}

interface NamedInput {
  readonly name: string
  readonly at: CardPath
}

/** The names of a requirement; none if it has several kinds. */
function namedInputs(one: RequirementSection): NamedInput[] {
  const { exactly_one, at_least_one, with: name, needs } = one
  const listed = (key: string, names: readonly string[] = []) =>
    names.map((name, index) => ({ name, at: [key, index] }))
  const kind = Object.keys(one).sort().join()
  if (kind === "needs,with" && name !== undefined)
    return [{ name, at: ["with"] }, ...listed("needs", needs)]
  if (kind === "exactly_one") return listed("exactly_one", exactly_one)
  return kind === "at_least_one" ? listed("at_least_one", at_least_one) : []
}

function problemOf(name: string, { properties = {}, required = [] }: JsonSchema) {
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (schema === undefined)
    return aboutCard.requirementOfNone(name, didYouMean(name, Object.keys(properties)))
  if (required.includes(name)) return aboutCard.requirementOf(name, "is always given")
  if (schema.default !== undefined) return aboutCard.requirementOf(name, "has a default")
  return takesNull(schema) ? aboutCard.requirementOf(name, "can be null") : undefined
}

function takesNull({
  type = [],
  enum: values = [],
  const: value,
  anyOf = [],
}: JsonSchema): boolean {
  return (
    [type].flat().includes("null") ||
    values.includes(null) ||
    value === null ||
    anyOf.some(takesNull)
  )
}

function checkExamples(source: CardSource, card: Card, input: JsonSchema): Diagnostic[] {
  return [...checkTitles(source, card), ...checkExampleInputs(source, card, input)]
}

function checkTitles(source: CardSource, { examples = [] }: Card): Diagnostic[] {
  const titles = examples.map(({ title }) => title)
  return titles.flatMap((title, index) => {
    if (titles.indexOf(title) === index) return []
    return [atValue(source, ["examples", index, "title"], aboutCard.exampleOfSameTitle(title))]
  })
}

function checkExampleInputs(source: CardSource, card: Card, input: JsonSchema): Diagnostic[] {
  // Rules about several inputs have messages of their own.
  const { allOf: _, dependentRequired: __, ...each } = input
  return (card.examples ?? []).flatMap((example, index) =>
    schemaErrors(each, example.input).map(({ kind, path, at: inSchema, message, help }) => {
      const at = ["examples", index, "input", ...path]
      const owner = path.length < 2 ? "the input" : `\`${path.slice(0, -1).join(".")}\``
      const text = {
        unknown: `${owner} has no property \`${path.at(-1)}\``,
        missing: `${owner} lacks \`${path.at(-1)}\``,
        value: `${path.length === 0 ? "the input" : `\`${path.join(".")}\``} ${message}`,
      }[kind]
      const span = kind === "unknown" ? source.keySpan(at) : source.valueSpan(at)
      const { note } = source.keySpan(["input_schema", ...inSchema])
      return diagnostic({ ...aboutCard.invalidExample(text, help), note }, source.file, span)
    }),
  )
}

const ID = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/
// `then` would make a namespace look like a promise; `index` is the file of a namespace.
const RESERVED_SEGMENTS = ["then", "index", "constructor", "prototype", "operations", "lookup"]
// The first segment of an id is a folder in `cards/`, `operations/` and `generated/`, and part of import paths. These
// names are taken.
const RESERVED_DOMAINS = [
  ...["shapes", "shared", "contracts", "loaders", "graphql"],
  ...["core", "plan", "registry", "codegen", "sandbox", "tools"],
]
const LONGEST_DESCRIPTION = 120
/** Providers refuse tools with longer names, and the id of a capability is the name of its tool. */
const LONGEST_ID = 64

export function checkIdentity(source: CardSource, card: Card): Diagnostic[] {
  return [
    ...checkId(source, card.capability_id),
    ...checkVersion(source, card.version),
    ...checkDescription(source, card.description),
  ]
}

function checkId(source: CardSource, id: string): Diagnostic[] {
  const { pathId } = source
  const segments = id.split(".")
  const [domain = ""] = segments
  const report = (problem: Problem) => [atValue(source, ["capability_id"], problem)]
  if (RESERVED_DOMAINS.includes(domain)) return report(aboutCard.reservedDomain(domain))
  const reserved = segments.find((segment) => RESERVED_SEGMENTS.includes(segment))
  if (reserved !== undefined) return report(aboutCard.reservedSegment(reserved))
  if (!ID.test(id)) {
    // `issueComment.viewOne` → `issue_comment.view_one`
    const inSnakeCase = snakeCase(id).replace(/[^a-z0-9_.]+/g, "_")
    const like = [pathId, inSnakeCase].find((one) => ID.test(one)) ?? "issue.view"
    return report(aboutCard.malformedId(id, like))
  }
  if (id.length > LONGEST_ID) return report(aboutCard.idTooLong(id, LONGEST_ID))
  if (id === pathId) return []
  const move = `move the card to ${cardPath(id)}`
  const help = ID.test(pathId) ? `write \`${pathId}\`, or ${move}` : move
  return report(aboutCard.notAtItsPath(pathId, id, help))
}

function checkVersion(source: CardSource, version: string): Diagnostic[] {
  if (valid(version) === version) return []
  return [atValue(source, ["version"], aboutCard.noVersion(version, coerce(version)?.version))]
}

function checkDescription(source: CardSource, description: string): Diagnostic[] {
  const problems = [
    description.length > LONGEST_DESCRIPTION &&
      `has ${description.length} characters (at most ${LONGEST_DESCRIPTION})`,
    /\n/.test(description.trim()) && "spans several lines",
    /[.!?]\s+\p{Lu}/u.test(description) && "has more than one sentence",
    !/^\p{Lu}/u.test(description) && "does not begin with a capital letter",
    !/[.]$/.test(description.trim()) && "does not end with a full stop",
  ].filter((problem) => problem !== false)
  if (problems.length === 0) return []
  const last = problems.pop()
  const list = problems.length === 0 ? `${last}` : `${problems.join(", ")} and ${last}`
  return [atValue(source, ["description"], aboutCard.noSentence(list))]
}

/** Whether two ids are equal, or one of them is the namespace of the other. */
function areOneName(one: string, other: string): boolean {
  return `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`)
}

export interface IdOfCard {
  readonly id: string
  readonly path: string
}

/**
 * Checks that no two cards have the same id, and that no id is a prefix of another: a function cannot be a namespace.
 *
 * @param ofPackage - the ids of the package, if the cards belong to a project that has installed it
 * @param sourceOf - reads a card, to report an error
 */
export function checkIds(
  cards: readonly IdOfCard[],
  ofPackage: readonly string[],
  sourceOf: (path: string) => CardSource | undefined,
): Diagnostic[] {
  const byId = new Map<string, IdOfCard>()
  const diagnostics: Diagnostic[] = []
  const report = (card: IdOfCard, problem: Problem) => {
    const source = sourceOf(card.path)
    if (source === undefined) return
    diagnostics.push(atValue(source, ["capability_id"], problem))
  }
  // If several cards have the same id, it belongs to the card at the path of the id.
  const owners = new Set(cards.filter(({ id, path }) => path === cardPath(id)))
  for (const card of [...owners, ...cards.filter((one) => !owners.has(one))]) {
    const other = byId.get(card.id)
    if (other === undefined) byId.set(card.id, card)
    else report(card, aboutCard.idTaken(card.id, other.path))
  }
  for (const [id, card] of byId) {
    const segments = id.split(".")
    for (let length = 1; length < segments.length; length += 1) {
      const prefix = segments.slice(0, length).join(".")
      if (!byId.has(prefix)) continue
      report(card, aboutCard.idIsNamespace(prefix, id))
    }
    const other = ofPackage.find((one) => areOneName(one, id))
    if (other !== undefined) report(card, aboutCard.idOfPackage(other, id))
  }
  return diagnostics
}
