/** Proves that outputs contain the results of lookups. */
import { type GraphQLSchema, Kind } from "graphql"
import type { Documents } from "../check/index.js"
import { didYouMean, type Problem } from "../diagnostics/index.js"
import { aboutShape } from "../messages/index.js"
import {
  type DocumentSource,
  lookupPath,
  type WrittenCard,
  type WrittenGraphqlLookup,
} from "../parse/index.js"
import { PACKAGE_FOLDER } from "../read/index.js"
import { fieldsAt, walk } from "../shape/index.js"
import { camelCase, memoize } from "../text/index.js"
import { memberOf } from "./source.js"

/** One field on the path to the leaf that a lookup selects. */
interface Step {
  readonly field: string
  /** The variable of each argument, by the argument's name. */
  readonly variables: Readonly<Record<string, string>>
  readonly type: string
}

/** The path to the only leaf that a lookup selects. */
interface LeafPath {
  readonly operation: string
  /** Names of the variables, in the order of their declarations. */
  readonly variables: readonly string[]
  readonly steps: readonly Step[]
  readonly thing: Step
  readonly leaf: string
}

/** How an output contains the result of a lookup. */
export interface Identity {
  readonly operation: string
  /** For each variable, the field of the output or the input that has its value. */
  readonly variables: readonly {
    readonly name: string
    readonly of: "output" | "input"
    readonly field: string
  }[]
  /** The path of the leaf in the lookup's answer. */
  readonly path: readonly string[]
  /** The field of the output that has the value of the leaf. */
  readonly field: string
}

type Maybe<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem }

/** The document of a lookup, from the project or else from the package. */
function lookupDocument(name: string, documents: Documents): DocumentSource | undefined {
  const path = lookupPath(name)
  return documents.sound(documents.has(path) ? path : `${PACKAGE_FOLDER}${path}`)
}

/** The path of a document is the same for every card, so it is memoized. */
const leafPathIn = memoize((documents: Documents) =>
  memoize((document: DocumentSource) => ({ way: leafPathOf(document, documents.schema()) })),
)

/** The path in a document that selects one leaf, and whose arguments are all variables. */
function leafPathOf(document: DocumentSource, schema: GraphQLSchema): LeafPath | undefined {
  const { path, isLeaf } = walk(document, schema)
  const [operation] = document.operations
  if (!isLeaf || operation === undefined) return undefined
  const steps = path.map((_, index) => stepAt(document, path.slice(0, index + 1), schema))
  const known = steps.flatMap((one) => one ?? [])
  const leaf = known.at(-1)
  const thing = known.at(-2)
  if (known.length < path.length || leaf === undefined || thing === undefined) return undefined
  return {
    operation: operation.name?.value ?? "",
    variables: (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value),
    steps: known.slice(0, -1),
    thing,
    leaf: leaf.field,
  }
}

/** A field without an alias whose arguments are all variables; otherwise undefined. */
function stepAt(
  document: DocumentSource,
  path: readonly string[],
  schema: GraphQLSchema,
): Step | undefined {
  const at = fieldsAt(document, path, schema)
  const [only, ...others] = at?.selected ?? []
  if (at === undefined || only === undefined || others.length > 0) return undefined
  const { field } = only
  const variables = (field.arguments ?? []).map(
    ({ name, value }) =>
      [name.value, value.kind === Kind.VARIABLE ? value.name.value : ""] as const,
  )
  return {
    field: field.name.value,
    variables: Object.fromEntries(variables),
    type: at.type.name,
  }
}

/**
 * Proves that an object contains the result of a lookup, or returns the reason why it does not. The lookup must end at
 * a leaf of the object's type that the object contains. Each variable that distinguishes the object from its siblings
 * must be a field of it, named like the argument.
 *
 * @param sources - the GraphQL source of each field of the object
 * @param type - the object's type in GitHub's schema
 */
export function proveObject(
  name: string,
  by: Readonly<Record<string, string>>,
  sources: ReadonlyMap<string, string>,
  type: string,
  documents: Documents,
): Maybe<{ way: LeafPath; field: string }> {
  const refuse = (message: string, help?: string): Maybe<never> => {
    return { ok: false, problem: aboutShape.notIdentified(message, help) }
  }
  const document = lookupDocument(name, documents)
  if (document === undefined) {
    const known = documents.paths.flatMap(
      (path) => /^operations\/lookup\/(\w+)\.graphql$/.exec(path)?.[1] ?? [],
    )
    return refuse(`there is no lookup \`${name}\``, didYouMean(name, known))
  }
  const { way } = leafPathIn(documents)(document)
  if (way === undefined)
    return refuse(`\`${name}\` does not return a single field of a single object`)
  const { thing, leaf } = way
  if (thing.type !== type)
    return refuse(`\`${name}\` finds the \`${leaf}\` of ${thing.type}, but the result is ${type}`)
  const field = [...sources].find(([, source]) => source === leaf)?.[0]
  if (field === undefined)
    return refuse(`no field of the result is the \`${leaf}\` that \`${name}\` finds`)
  const own = Object.entries(thing.variables)
  const variables = own.map(([, variable]) => variable)
  const other = Object.keys(by).find((variable) => !variables.includes(variable))
  if (other !== undefined) {
    const help = didYouMean(other, variables) ?? `known: ${variables.join(", ") || "none"}`
    return refuse(`\`${name}\` does not use \`${other}\` to identify the ${type}`, help)
  }
  for (const [argument, variable] of own) {
    const made = Object.hasOwn(by, variable) ? by[variable] : undefined
    if (made === undefined) return refuse(`no field is mapped to \`${variable}\``)
    if (!sources.has(made)) {
      return refuse(`there is no field \`${made}\``, didYouMean(made, [...sources.keys()]))
    }
    if (sources.get(made) !== argument)
      return refuse(
        `\`${variable}\` is the \`${argument}\` of ${type}, but \`${made}\` is \`${sources.get(made)}\``,
      )
  }
  return { ok: true, value: { way, field } }
}

/**
 * For each variable, the input that identifies the parent of a call's result; undefined if the document does not
 * identify it.
 */
function parentInputs(
  { steps, thing, leaf }: LeafPath,
  { graphql }: WrittenCard,
  documents: Documents,
): ReadonlyMap<string, string> | undefined {
  const { documentPath, variables = {}, lookups = {}, result, pagination } = graphql ?? {}
  const source = documents.sound(documentPath)
  if (source === undefined) return undefined
  const schema = documents.schema()
  const path =
    pagination?.connection?.split(".") ?? result?.text.split(".") ?? walk(source, schema).path
  const around = steps.slice(0, -1)
  if (source.operations[0]?.operation === "query") {
    if (path.length !== steps.length) return undefined
    const at = (names: readonly string[]) => fieldsAt(source, names, schema)?.type
    const type = at([...path, "nodes"]) ?? at([...path, "edges", "node"]) ?? at(path)
    if (type?.name !== thing.type) return undefined
    const own = around.map((_, index) => stepAt(source, path.slice(0, index + 1), schema))
    return inputsOf(around, own, (name) => (variables[name] === undefined ? name : undefined))
  }
  const [mutation = ""] = path
  if (path.length !== 2 || path[1] !== thing.field) return undefined
  if (fieldsAt(source, path, schema)?.type.name !== thing.type) return undefined
  const given = fieldsAt(source, [mutation], schema)?.selected[0]?.field.arguments?.[0]?.value
  const fields = given?.kind === Kind.OBJECT ? given.fields : []
  const found = (names: readonly string[], ends: readonly Step[]) => {
    const value = fields.find((one) => names.includes(one.name.value))?.value
    const variable = value?.kind === Kind.VARIABLE ? value.name.value : ""
    const mapped = variables[variable]
    const name = mapped === undefined ? variable : (memberOf("lookups", mapped.root) ?? "")
    const lookup = Object.hasOwn(lookups, name) ? lookups[name] : undefined
    const asked = lookup && documents.get(documentOf(name, lookup)).source
    const way = asked && leafPathIn(documents)(asked).way
    if (way === undefined || way.leaf !== leaf || way.steps.length !== ends.length) return undefined
    return inputsOf(around, way.steps, (one) => lookup?.variables?.[one]?.text ?? one)
  }
  // Creating an object puts it into its parent, so the parent's id is sufficient.
  const into = `${around.at(-1)?.field}Id`
  return fields.some((one) => one.name.value === into)
    ? found([into], around)
    : found(["id", `${thing.field}Id`], steps)
}

/** The inputs that fill the arguments of the same fields; undefined if the fields differ. */
function inputsOf(
  wanted: readonly Step[],
  own: readonly (Step | undefined)[],
  inputOf: (variable: string) => string | undefined,
): ReadonlyMap<string, string> | undefined {
  const inputs = new Map<string, string>()
  for (const [index, { field, variables }] of wanted.entries()) {
    const same = own[index]
    const names = Object.keys(variables)
    if (same?.field !== field || Object.keys(same.variables).length !== names.length)
      return undefined
    for (const [argument, variable] of Object.entries(variables)) {
      const input = inputOf(same.variables[argument] ?? "")
      if (input === undefined || !/^[a-z]\w*$/.test(input)) return undefined
      inputs.set(variable, input)
    }
  }
  return inputs
}

/** The lookups whose results a card's output contains, or the reasons why it does not. */
export function proveIdentity(
  name: string,
  by: Readonly<Record<string, string>>,
  card: WrittenCard,
  sources: ReadonlyMap<string, string>,
  documents: Documents,
): Maybe<Identity> {
  const document = lookupDocument(name, documents)
  const type = document && leafPathIn(documents)(document).way?.thing.type
  const proved = proveObject(name, by, sources, type ?? "", documents)
  if (!proved.ok) return proved
  const { way, field } = proved.value
  const context = parentInputs(way, card, documents)
  if (context === undefined) {
    const message = `the document does not prove that the result is what \`${name}\` finds`
    return { ok: false, problem: aboutShape.notIdentified(message) }
  }
  return {
    ok: true,
    value: {
      operation: way.operation,
      variables: way.variables.map((variable) => {
        const own = by[variable]
        return own === undefined
          ? { name: variable, of: "input", field: context.get(variable) ?? variable }
          : { name: variable, of: "output", field: own }
      }),
      path: [...way.steps.map((one) => one.field), way.leaf],
      field,
    },
  }
}

/** The GraphQL source of each field of a card's output, or of its list items. */
export function sourcesIn(names: readonly string[], card: WrittenCard): Map<string, string> {
  const { output = {} } = card.graphql ?? {}
  return new Map(names.map((name) => [name, output[name]?.text ?? camelCase(name)]))
}

export function documentOf(
  name: string,
  { documentPath, document = name }: WrittenGraphqlLookup,
): string {
  return documentPath ?? lookupPath(document)
}
