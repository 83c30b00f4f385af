import type { JsonSchema } from "../../runtime/definition/index.js"
import { mayDestroy } from "../../runtime/features/guards/index.js"
import { isSearch } from "../../runtime/features/guards/is-search.js"
import { isRare } from "../../runtime/validation/index.js"
import { tagsOf } from "../parse/index.js"
import { build } from "../path/index.js"
import type { CapabilityPlan, Cost, RulePlan } from "../plan/index.js"
import { subschemas } from "../shape/index.js"
import { compareText, docComment, propertyName, stringLiteral } from "../text/index.js"
import { contractTypes, defaultsOf, hasAnswerParts, inputType } from "./contract.js"
import { bodyDoc, expressionDoc } from "./expression.js"
import {
  braces,
  bracketed,
  type Doc,
  filled,
  group,
  hardline,
  indent,
  join,
  line,
  literalDoc,
  objectDoc,
  spaced,
} from "./layout.js"
import { factsDoc, tight } from "./mapping.js"
import {
  answerPartsPath,
  capabilityPath,
  commentDoc,
  contractPath,
  type Import,
  importPath,
  NO_PACKAGE_IMPORTS,
  type PackageImports,
  printModule,
  relativePath,
  typeName,
  valueName,
} from "./module.js"

export function emitCapability(
  plan: CapabilityPlan,
  packageImports: PackageImports,
  routes: readonly RouteEmitter[],
): [path: string, text: string] {
  const path = capabilityPath(plan.id)
  const features = featuresOf(plan, routes)
  const comment = commentDoc(capabilityComment(plan))
  const declarations = [
    ...contractTypes(plan),
    ...inputType(plan),
    ...routes.flatMap((one) => one.types(plan)),
    [comment, hardline, definition(path, plan, features, routes, packageImports)],
  ]
  const imports = importsOf(path, plan, features, packageImports, routes)
  return printModule({ path, source: plan.card, imports, declarations }, packageImports)
}

function importsOf(
  path: string,
  plan: CapabilityPlan,
  features: readonly string[],
  packageImports: PackageImports,
  routes: readonly RouteEmitter[],
): Import[] {
  const from = (target: string) => importPath(path, target, packageImports)
  const defaults = defaultsOf(plan)
  return [
    { from: from("runtime/module.ts"), names: [constructorOf(plan), ...features] },
    ...(isAnnotated(packageImports)
      ? [{ from: from("runtime/module.ts"), names: ["CallInput", typeOf(plan)], types: true }]
      : []),
    ...(plan.routes.length > 0 && defaults.length > 0
      ? [{ from: from("runtime/definition/index.ts"), names: ["WithDefaults"], types: true }]
      : []),
    ...routes.flatMap((one) => one.imports?.(plan, from) ?? []),
  ]
}

function constructorOf(plan: CapabilityPlan): string {
  return plan.isList ? "listCapability" : "capability"
}

function typeOf(plan: CapabilityPlan): string {
  return plan.isList ? "ListCapability" : "Capability"
}

/** A project may compile with `isolatedDeclarations`, where each export needs a type. */
function isAnnotated(packageImports: PackageImports): boolean {
  return packageImports !== NO_PACKAGE_IMPORTS
}

function definition(
  path: string,
  plan: CapabilityPlan,
  features: readonly string[],
  routes: readonly RouteEmitter[],
  packageImports: PackageImports,
): Doc {
  const name = typeName(plan.id)
  const result = plan.isList ? `${name}Item` : `${name}Output`
  const count = plan.isUncounted ? ["number | null"] : []
  const generics = [stringLiteral(plan.id), `${name}Input`, result, ...count]
  const [id, input, ...results] = generics
  const annotated = [id ?? "", `CallInput<${input}>`, ...results]
  const type = isAnnotated(packageImports)
    ? bracketed(`: ${typeOf(plan)}<`, filled(annotated), ">")
    : ""
  return [
    `export const ${valueName(plan.id)}`,
    type,
    ` = /* @__PURE__ */ ${constructorOf(plan)}`,
    bracketed("<", filled(generics), ">"),
    "(",
    braces([
      facts(plan),
      loaded("contract", path, contractPath(plan.id)),
      ...(hasAnswerParts(plan) ? [loaded("fields", path, answerPartsPath(plan.id))] : []),
      ...parts(features),
      ...suitability(plan),
      ...identifies(plan),
      ...routes.flatMap((one) => one.members(plan)),
    ]),
    ")",
  ]
}

/** Facts about a capability that are known without loading it. */
function facts({ id, version, effect, idempotent, routes, renames }: CapabilityPlan): Doc {
  return factsDoc([
    `id: ${stringLiteral(id)}`,
    `version: ${stringLiteral(version)}`,
    `effect: ${stringLiteral(effect)}`,
    `idempotent: ${idempotent}`,
    ["routes: ", literalDoc(routes)],
    ...(renames ? ["renames: true"] : []),
  ])
}

function loaded(name: string, path: string, file: string): Doc {
  const from = stringLiteral(relativePath(path, file))
  const value = `import(${from}, { with: { type: "json" } })`
  return group([`${name}: () =>`, indent([line, value]), ","])
}

function parts(names: readonly string[]): Doc[] {
  if (names.length === 0) return []
  return [spaced("parts: {", filled(names), "},", ",")]
}

/** Optional runtime features that a capability needs, by the names that its module imports. */
function featuresOf(plan: CapabilityPlan, routes: readonly RouteEmitter[]): string[] {
  const { allOf, dependentRequired } = plan.input
  const own = {
    isDestructive: plan.effect === "write" && mayDestroy(sentBy(plan)),
    nodeIds: takesNodeIds(plan.input),
    rareKeywords: [plan.input, plan.output].some(hasRareKeyword),
    requirements: allOf !== undefined || dependentRequired !== undefined,
    searchedRepositories: isSearch(sentBy(plan)),
    contentWarnings: hasSizedContent(plan.output),
    writes: plan.effect !== "read",
  }
  const all: Readonly<Record<string, boolean>>[] = [own]
  for (const one of routes) if (one.parts) all.push(one.parts(plan))
  // Several routes may need the same part.
  const names = all.flatMap((parts) =>
    Object.entries(parts).flatMap(([name, isNeeded]) => (isNeeded ? [name] : [])),
  )
  return [...new Set(names)].sort(compareText)
}

/** The document and the requests of a capability, as its definition has them. */
const sentBy = ({ graphql, rest }: CapabilityPlan) => ({
  graphql: graphql && { operation: { document: graphql.operation.text } },
  rest: rest && { endpoints: rest.endpoints.map(({ facts }) => facts) },
})

function takesNodeIds(schema: JsonSchema): boolean {
  return (
    schema["x-ghx-node"] !== undefined || subschemas(schema).some((one) => takesNodeIds(one.schema))
  )
}

const hasRareKeyword = (schema: JsonSchema): boolean =>
  isRare(schema) || subschemas(schema).some((one) => hasRareKeyword(one.schema))

/** Whether some content of a result has its size beside it, in bytes. */
function hasSizedContent(schema: JsonSchema): boolean {
  const { properties = {} } = schema
  const isContent = (one: JsonSchema) => one["x-ghx-content"] === true
  return (
    (properties.size !== undefined && Object.values(properties).some(isContent)) ||
    subschemas(schema).some((one) => hasSizedContent(one.schema))
  )
}

function suitability({ suitability }: CapabilityPlan): Doc[] {
  if (suitability.length === 0) return []
  return [["suitability: ", tight(suitability.map(rule)), ","]]
}

function rule({ prefer, exclude, alone, reason, when }: RulePlan): Doc {
  const members = [
    ...(alone ? ["alone: true"] : []),
    ...(prefer === undefined ? [] : [`prefer: ${stringLiteral(prefer)}`]),
    ...(exclude === undefined ? [] : [`exclude: ${stringLiteral(exclude)}`]),
    `reason: ${stringLiteral(reason)}`,
    ...(when === undefined ? [] : [["when: (call) => ", bodyDoc(when)]]),
  ]
  return objectDoc(members)
}

/** `identifies: (output, input) => […]`: the results of lookups that a result contains. */
function identifies({ identities = [], isList }: CapabilityPlan): Doc[] {
  if (identities.length === 0) return []
  const thing = isList ? "item" : "output"
  const memberOf = (of: string, field: string): Doc =>
    expressionDoc(build.property(build.reference(of), field, false))
  const all = identities.map(({ operation, variables, path, field }): Doc => {
    const given = variables.map(
      (one): Doc => [
        `${propertyName(one.name)}: `,
        memberOf(one.of === "input" ? "input" : thing, one.field),
      ],
    )
    const data = path.reduceRight<Doc>(
      (inner, name) => ["{ ", `${propertyName(name)}: `, inner, " }"],
      memberOf(thing, field),
    )
    return braces([
      `lookup: ${stringLiteral(operation)},`,
      spaced("variables: {", filled(given), "},"),
      ["data: ", data, ","],
    ])
  })
  const list: Doc = ["[", join(", ", all), "]"]
  if (!isList) return [["identifies: (output, input) => ", list, ","]]
  const [only = list, ...others] = all
  const [map, made] = others.length > 0 ? ["flatMap", list] : ["map", ["(", only, ")"]]
  return [[`identifies: ({ items }, input) => items.${map}((item) => `, made, "),"]]
}

/** The part of a route that code generation needs; the routes of `generator/routes/` are passed in. */
export interface RouteEmitter {
  types(plan: CapabilityPlan): Doc[]
  /** The members of the definition, `rest: { … },`; empty if the plan lacks the route. */
  members(plan: CapabilityPlan): Doc[]
  /** The imports of these members; `from` gives the specifier of a file. */
  imports?(plan: CapabilityPlan, from: (path: string) => string): Import[]
  /** Optional runtime features that the members need, by name. */
  parts?(plan: CapabilityPlan): Readonly<Record<string, boolean>>
}

/** Width of a line after its star. */
const WIDEST = 97

export function capabilityComment(plan: CapabilityPlan): string {
  const [example] = plan.examples
  const input = example === undefined ? undefined : exampleText(plan, example.input)
  return docComment([
    plan.description,
    "",
    ...factLines(plan),
    ...plan.notes,
    ...(input === undefined ? [] : ["", "@example", ...input]),
    ...tagsOf(plan).flatMap((tag) => ["", tag]),
  ])
}

/** Fills lines with as many sentences as fit. */
function factLines({ effect, idempotent, routes, cost, input }: CapabilityPlan): string[] {
  const price = cost === undefined ? "" : ` Cost: ${costText(cost)}.`
  const sentences = [
    `Effect: ${effect}, ${idempotent ? "idempotent" : "not idempotent"}.`,
    `Routes: ${routes.join(", then ")}.${price}`,
    ...defaultsText(input),
  ]
  return filledLines(sentences, "")
}

/** The defaults of optional inputs, because a hover over the function does not show those of its inputs. */
function defaultsText(input: JsonSchema): string[] {
  const given = Object.entries(input.properties ?? {}).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [`${name} ${JSON.stringify(value)}`],
  )
  return given.length === 0 ? [] : [`Defaults: ${given.join(", ")}.`]
}

function exampleText(plan: CapabilityPlan, input: Record<string, unknown>): string[] {
  const call = `const ${valueNameOfResult(plan)} = await ghx.${plan.id}(`
  const entries = Object.entries(input).map(
    ([name, value]) => `${propertyName(name)}: ${JSON.stringify(value)}`,
  )
  if (entries.length === 0) return [`${call})`]
  const flat = `${call}{ ${entries.join(", ")} })`
  if (flat.length <= WIDEST) return [flat]
  const members = entries.map((entry) => `${entry},`)
  return [`${call}{`, ...filledLines(members, "  "), "})"]
}

/** Fills lines with as many parts as fit, each indented. */
function filledLines(parts: readonly string[], indent: string): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const longer = `${lines.at(-1) ?? indent} ${part}`
    if (lines.length > 0 && longer.length <= WIDEST) lines[lines.length - 1] = longer
    else lines.push(`${indent}${part}`)
  }
  return lines
}

function valueNameOfResult(plan: CapabilityPlan): string {
  return plan.isList ? "page" : "result"
}

/** `1,000`, without the libraries for languages. */
const withCommas = (count: number) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ",")

/** The cost of a document in words: `1 point, at most 102 nodes`. */
export function costText({ points, nodes, rest_requests: requests }: Cost): string {
  const most = nodes === 0 ? "" : `, at most ${withCommas(nodes)} nodes`
  const alone = requests === undefined ? "" : `, or ${requests} REST request outside chains`
  return `${points} ${points === 1 ? "point" : "points"}${most}${alone}`
}
