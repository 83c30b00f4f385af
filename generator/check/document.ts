import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  KnownTypeNamesRule,
  NoDeprecatedCustomRule,
  NoUnusedFragmentsRule,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
  validate,
  visit,
} from "graphql"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutDocument } from "../messages/index.js"
import type { DocumentSource } from "../parse/index.js"

/** The document holds one named operation and is valid on the pinned schema. */
export function checkDocument(document: DocumentSource, schema: GraphQLSchema): Diagnostic[] {
  return [...checkOneOperation(document), ...checkValidity(document, schema)]
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
  return [diagnostic(aboutDocument.unnamedOperation(), file, span)]
}

function checkValidity(document: DocumentSource, schema: GraphQLSchema): Diagnostic[] {
  // Without an operation, that its fragments are not used says nothing new.
  const isEmpty = document.operations.length === 0
  // To say which type was meant, it lists all 1,600, also where there is nothing to say.
  const namesOnlyKnown = namesKnownTypes(document.ast, schema)
  const rules = specifiedRules.filter(
    (rule) =>
      !(isEmpty && rule === NoUnusedFragmentsRule) &&
      !(namesOnlyKnown && rule === KnownTypeNamesRule),
  )
  const deprecations: GraphQLError[] = []
  const noDeprecated = reportingTo(deprecations, NoDeprecatedCustomRule)
  const errors = validate(schema, document.ast, [...rules, noDeprecated], { maxErrors: 50 })
  const problems = errors.map((error) => {
    const { message, help } = splitSuggestion(error.message)
    return diagnostic(aboutDocument.invalid(message, help), document.file, spanOf(error))
  })
  if (problems.length > 0) return problems
  return deprecations.map((error) =>
    diagnostic(aboutDocument.deprecated(error.message), document.file, spanOf(error)),
  )
}

/** The rule with a list of its own for what it reports: one walk through a document serves all rules. */
function reportingTo(errors: GraphQLError[], rule: ValidationRule): ValidationRule {
  const reportError = { value: (error: GraphQLError) => void errors.push(error) }
  return (context) => {
    const own: ValidationContext = Object.create(context, { reportError })
    return rule(own)
  }
}

function namesKnownTypes(ast: DocumentNode, schema: GraphQLSchema): boolean {
  let all = true
  visit(ast, {
    NamedType: ({ name }) => {
      all &&= schema.getType(name.value) !== undefined
    },
  })
  return all
}

/** graphql-js puts its suggestion at the end of the message; ours stands apart. */
function splitSuggestion(text: string): { message: string; help?: string } {
  const match = /^(.*?) (Did you mean .*)$/s.exec(text)
  if (match === null) return { message: text }
  const [, message = text, help = ""] = match
  return { message, help: help.replace(/"/g, "`").replace(/^D/, "d") }
}

function spanOf(error: GraphQLError): { start: number; end: number } {
  const [node] = error.nodes ?? []
  const loc =
    node !== undefined && "name" in node && node.name !== undefined
      ? (node.name.loc ?? node.loc)
      : node?.loc
  const start = loc?.start ?? error.positions?.[0] ?? 0
  return { start, end: Math.min(loc?.end ?? start + 1, start + 80) }
}
