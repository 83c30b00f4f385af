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
import { asCard, checkCardForm } from "./card-form.js"
import { checkContractSchemas } from "./contract-schema.js"
import { checkIdentity } from "./identity.js"
import { resolveContract } from "./resolved-contract.js"
import { schemaErrors } from "./schema-errors.js"

/** Checks the rules that concern one card in its full form. Later rules rely on earlier ones. */
export function checkCard(source: CardSource): Diagnostic[] {
  const formed = checkCardForm(source)
  if (formed.length > 0) return formed
  const card = asCard(source)
  const schemas = checkContractSchemas(source, card)
  return [
    ...checkIdentity(source, card),
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

/** Checks that every listed route has a section, and every section is listed. */
function checkRouting(source: CardSource, card: Card): Diagnostic[] {
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
  for (const route of ROUTES) {
    if (card[route] === undefined || route === preferred || fallbacks.includes(route)) continue
    diagnostics.push(atKey(source, [route], aboutCard.sectionUnused(route)))
  }
  return diagnostics
}

/** Checks that rules over several inputs name optional inputs. */
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

/** Checks that every example satisfies the rules over several inputs. */
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

/** Checks that every example is a valid input and has a unique title. */
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
