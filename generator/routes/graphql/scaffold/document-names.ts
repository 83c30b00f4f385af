import {
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type VariableNode,
  visit,
} from "graphql"
import type { DocumentSource } from "../../../parse/index.js"
import { snakeCase } from "../../../text/index.js"
import { REST_NAMES } from "./query.js"

/** The text with the operation name for the card, with variables renamed to inputs, and without unused fields. */
export function renamed(
  source: DocumentSource,
  operation: OperationDefinitionNode,
  names: ReadonlyMap<string, string>,
  name: string,
  unused: readonly FieldNode[],
): string {
  const { text } = source.file
  const changes: { readonly start: number; readonly end: number; readonly by: string }[] = []
  const start = operation.loc?.start ?? 0
  const kind = operation.operation
  if (operation.name?.loc) {
    changes.push({ start: operation.name.loc.start, end: operation.name.loc.end, by: name })
  } else if (text.startsWith("{", start)) {
    changes.push({ start, end: start, by: `${kind} ${name} ` })
  } else {
    const end = start + kind.length
    changes.push({ start: end, end, by: ` ${name}` })
  }
  visit(source.ast, {
    Variable({ name: { value, loc } }: VariableNode) {
      const by = names.get(value)
      if (loc && by !== undefined) changes.push({ start: loc.start, end: loc.end, by })
    },
  })
  for (const { loc } of unused) {
    const before = /\s*$/.exec(text.slice(0, loc?.start))?.[0].length ?? 0
    if (loc) changes.push({ start: loc.start - before, end: loc.end, by: "" })
  }
  const inOrder = changes.sort((one, other) => other.start - one.start)
  const made = inOrder.reduce(
    (all, { start: from, end, by }) => all.slice(0, from) + by + all.slice(end),
    text,
  )
  return `${made.trim()}\n`
}

/** Names of inputs for variables: the usual names of capabilities, else snake_case. */
export function namesFor({ ast, operations }: DocumentSource): Map<string, string> {
  const usual = new Map<string, string>()
  visit(ast, {
    Field({ name: field, arguments: given = [] }) {
      for (const { name, value } of given) {
        const own = REST_NAMES[`${field.value}.${name.value}`]
        if (value.kind === Kind.VARIABLE && own !== undefined) usual.set(value.name.value, own)
      }
    },
  })
  const declared = (operations[0]?.variableDefinitions ?? []).map(({ variable }) => variable.name)
  const names = new Map<string, string>()
  const isTaken = (name: string) => [...names.values()].includes(name)
  for (const { value } of declared) {
    const own = usual.get(value)
    if (own !== undefined && !isTaken(own)) names.set(value, own)
  }
  for (const { value } of declared) {
    if (names.has(value)) continue
    // If two names would be equal, the second stays unchanged.
    const own = snakeCase(value).replace(/^_+/, "")
    names.set(value, isTaken(own) ? value : own)
  }
  return names
}
