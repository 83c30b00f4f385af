import {
  type ASTNode,
  type ASTVisitor,
  BREAK,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  getEnterLeaveForKind,
  Kind,
  KnownTypeNamesRule,
  LoneAnonymousOperationRule,
  NoDeprecatedCustomRule,
  NoUnusedFragmentsRule,
  specifiedRules,
  TypeInfo,
  ValidationContext,
  type ValidationRule,
  visit,
  visitWithTypeInfo,
} from "graphql"
import { type Diagnostic, diagnostic, didYouMean } from "../diagnostics/index.js"
import { aboutDocument } from "../messages/index.js"
import { type DocumentSource, fileOf } from "../parse/index.js"
import { pascalCase } from "../text/index.js"

interface DocumentContext {
  readonly shared: readonly string[]
  /** Whether the fragments that the document uses are free of errors. */
  readonly spreadsSound: boolean
  /** Whether only GitHub reads the document: it merges fields of different types, unlike the specification. */
  readonly isForGitHubAlone?: true
}

/** Checks that the document has one named operation and is valid against the pinned schema. */
export function checkDocument(
  document: DocumentSource,
  schema: GraphQLSchema,
  compileContext: DocumentContext,
): Diagnostic[] {
  return [...checkOneOperation(document), ...checkValidity(document, schema, compileContext)]
}

export function checkFragment(
  document: DocumentSource,
  schema: GraphQLSchema,
  shared: readonly string[],
): Diagnostic[] {
  return checkValidity(document, schema, { shared, spreadsSound: false })
}

function checkOneOperation({ file, operations }: DocumentSource): Diagnostic[] {
  const [first, second] = operations
  const subscription = operations.find((one) => one.operation === "subscription")
  if (subscription !== undefined) {
    const start = subscription.loc?.start ?? 0
    const span = { start, end: start + subscription.operation.length }
    return [diagnostic(aboutDocument.subscription(), file, span)]
  }
  if (first === undefined) {
    return [diagnostic(aboutDocument.noOperation(), file, { start: 0, end: 1 })]
  }
  if (second !== undefined) {
    const start = second.loc?.start ?? 0
    const span = { start, end: second.selectionSet.loc?.start ?? start + 1 }
    return [diagnostic(aboutDocument.secondOperation(), file, span)]
  }
  if (first.name !== undefined) return []
  const start = first.loc?.start ?? 0
  const span = { start, end: start + first.operation.length }
  const name = pascalCase(file.path.replace(/^operations\/|\.graphql$/g, ""))
  return [diagnostic(aboutDocument.unnamedOperation(first.operation, name), file, span)]
}

function checkValidity(
  document: DocumentSource,
  schema: GraphQLSchema,
  { shared, spreadsSound, isForGitHubAlone }: DocumentContext,
): Diagnostic[] {
  // If there is no operation, it is natural that fragments are unused.
  const isEmpty = document.operations.length === 0
  const rules = RULES.filter((rule) => !(isEmpty && rule === NoUnusedFragmentsRule))
  const deprecations: GraphQLError[] = []
  const noDeprecated = reportingTo(deprecations, NoDeprecatedCustomRule)
  const errors = validityErrors(document, schema, [...rules, noDeprecated])
  const problems = errors.flatMap((error) => {
    if (isForGitHubAlone && isOnlyOfTypes(error)) return []
    // Errors inside a shared fragment are reported there.
    const place = placeIn(document, error, spreadsSound)
    const [, unknown] = /^Unknown fragment "(\w+)"/.exec(error.message) ?? []
    if (place === undefined || (unknown !== undefined && shared.includes(unknown))) return []
    const { message, help } = splitSuggestion(error.message)
    const fix =
      help ??
      (unknown && didYouMean(unknown, [...document.fragments.keys(), ...shared])) ??
      aliasFor(error, document, schema)
    return [diagnostic(aboutDocument.invalid(message, fix), document.file, place)]
  })
  if (problems.length > 0) return problems
  return deprecations.flatMap((error) => {
    const place = placeIn(document, error, false)
    if (place === undefined) return []
    return [diagnostic(aboutDocument.deprecated(error.message), document.file, place)]
  })
}

/**
 * The rule of known types compares an unknown name with all 1,600 types for its suggestion, even in a document
 * without errors. The rule about operation names is left out because GHX1204 reports them with a fix.
 */
const RULES = specifiedRules.filter(
  (rule) => rule !== KnownTypeNamesRule && rule !== LoneAnonymousOperationRule,
)

const MOST_ERRORS = 50

type Validated = Pick<DocumentSource, "ast" | "fragments">

/** The errors of a document by graphql-js's rules. */
export function validityErrors(document: Validated, schema: GraphQLSchema, rules = RULES) {
  let namesUnknown = false
  const noting: ValidationRule = () => ({
    NamedType: ({ name }) => {
      namesUnknown ||= schema.getType(name.value) === undefined
    },
  })
  const found = errorsOf(document, schema, [...rules, noting])
  return namesUnknown ? [...errorsOf(document, schema, [KnownTypeNamesRule]), ...found] : found
}

/**
 * The errors of validation rules. Rules can resolve spreads of shared fragments, but do not visit these fragments,
 * because their errors are reported where they are defined.
 */
function errorsOf(
  document: Validated,
  schema: GraphQLSchema,
  rules: readonly ValidationRule[],
): GraphQLError[] {
  const errors: GraphQLError[] = []
  const types = new TypeInfo(schema)
  const context = new ValidationContext(schema, withReachedFragments(document), types, (error) => {
    if (errors.length < MOST_ERRORS) errors.push(error)
  })
  visit(document.ast, visitWithTypeInfo(types, combineRules(rules)(context)))
  return errors
}

function withReachedFragments({ ast, fragments }: Validated): DocumentNode {
  const own = new Set<unknown>(ast.definitions)
  const reached = [...fragments.values()].filter((one) => !own.has(one))
  return reached.length === 0 ? ast : { ...ast, definitions: [...ast.definitions, ...reached] }
}

/** A rule with its own list of errors, so that one traversal serves all rules. */
function reportingTo(errors: GraphQLError[], rule: ValidationRule): ValidationRule {
  const reportError = { value: (error: GraphQLError) => void errors.push(error) }
  return (context) => {
    const own: ValidationContext = Object.create(context, { reportError })
    return rule(own)
  }
}

/** `... on Issue { state } ... on PullRequest { state }` */
const isOnlyOfTypes = ({ message }: GraphQLError): boolean =>
  message.includes("they return conflicting types") &&
  !message.includes("are different fields") &&
  !message.includes("they have differing arguments")

const CONFLICT = ". Use different aliases on the fields to fetch both if this was intentional."

/** An alias for one of two fields that cannot be merged, in the document itself if one of them is there. */
function aliasFor(
  { message, nodes = [] }: GraphQLError,
  document: DocumentSource,
  schema: GraphQLSchema,
): string | undefined {
  if (!message.endsWith(CONFLICT)) return undefined
  const isOwn = (one: ASTNode) => fileOf(one).path === document.file.path
  const field = nodes.findLast(isOwn) ?? nodes.at(-1)
  const types = new TypeInfo(schema)
  let type = ""
  const find = (node: ASTNode) => {
    if (node === field) type = types.getParentType()?.name ?? ""
  }
  visit(withReachedFragments(document), visitWithTypeInfo(types, { Field: find }))
  if (field?.kind !== Kind.FIELD) return undefined
  const name = field.name.value
  const alias = `${type.charAt(0).toLowerCase()}${type.slice(1)}${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return aboutDocument.giveAlias(alias, name, isOwn(field) ? undefined : fileOf(field).path)
}

/** graphql-js appends its suggestion to the message; ours is separate. */
function splitSuggestion(text: string): { message: string; help?: string } {
  if (text.endsWith(CONFLICT)) return { message: text.slice(0, -CONFLICT.length) }
  const match = /^(.*?) (Did you mean .*)$/s.exec(text)
  if (match === null) return { message: text }
  const [, message = text, help = ""] = match
  return { message, help: help.replace(/"/g, "`").replace(/^D/, "d") }
}

/**
 * The part of the document that caused an error. A part in a shared fragment only counts if the fragments are free of
 * errors.
 */
function placeIn(
  { file, operations }: DocumentSource,
  { nodes = [], positions }: GraphQLError,
  isSpreadSound: boolean,
): { start: number; end: number } | undefined {
  const isOwn = (one: ASTNode) => fileOf(one).path === file.path
  if (!isSpreadSound && !nodes.slice(0, 1).every(isOwn)) return undefined
  const node = nodes.find(isOwn) ?? operations[0]
  const loc =
    node !== undefined && "name" in node && node.name !== undefined
      ? (node.name.loc ?? node.loc)
      : node?.loc
  const start = loc?.start ?? positions?.[0] ?? 0
  return { start, end: Math.min(loc?.end ?? start + 1, start + 80) }
}

/**
 * Combines several rules into one that calls, at each node, only the rules for its kind. graphql-js calls every rule
 * at every node, and for each document determines anew which kinds each rule handles.
 */
export function combineRules(rules: readonly ValidationRule[]): ValidationRule {
  return (context) => {
    const asked = rulesByKind(rules.map((rule) => rule(context)))
    /** Rules that skip the children of a node, or the rest of the document. */
    const resting = new Map<ASTVisitor, unknown>()
    return {
      enter(...visited) {
        const [node] = visited
        for (const { visitor, enter } of asked.get(node.kind) ?? []) {
          if (enter === undefined || resting.has(visitor)) continue
          const answer: unknown = enter.apply(visitor, visited)
          if (answer === false) resting.set(visitor, node)
          else if (answer === BREAK) resting.set(visitor, BREAK)
        }
      },
      leave(...visited) {
        const [node] = visited
        for (const { visitor, leave } of asked.get(node.kind) ?? []) {
          if (leave === undefined || resting.has(visitor)) continue
          if (leave.apply(visitor, visited) === BREAK) resting.set(visitor, BREAK)
        }
        for (const [visitor, from] of resting) if (from === node) resting.delete(visitor)
      },
    }
  }
}

const KINDS = new Set<string>(Object.values(Kind))

function isKind(key: string): key is ASTNode["kind"] {
  return KINDS.has(key)
}

interface VisitedRule extends ReturnType<typeof getEnterLeaveForKind> {
  readonly visitor: ASTVisitor
}

function rulesByKind(visitors: readonly ASTVisitor[]): ReadonlyMap<string, readonly VisitedRule[]> {
  const asked = new Map<string, VisitedRule[]>()
  for (const visitor of visitors) {
    const looksAtAll = "enter" in visitor || "leave" in visitor
    for (const kind of (looksAtAll ? [...KINDS] : Object.keys(visitor)).filter(isKind)) {
      const known = asked.get(kind) ?? []
      asked.set(kind, known)
      known.push({ visitor, ...getEnterLeaveForKind(visitor, kind) })
    }
  }
  return asked
}
