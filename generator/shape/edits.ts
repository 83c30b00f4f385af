/** Edits of a document, both in its tree, whose nodes keep their places, and in its text, which is sent. */
import {
  type ASTNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  Source,
  visit,
} from "graphql"
import { type DocumentSource, readDocument } from "../parse/index.js"

export interface RewrittenDocument {
  /** Original nodes keep their locations; added ones have none. */
  readonly document: DocumentSource
  /** The sent document: the same in one text. */
  readonly sent: DocumentSource
}

/**
 * Changes to the nodes of a list: changed or removed nodes, and added ones. Selections are added in front, other
 * nodes at the end.
 */
export type Edit = {
  /** The replacement text of a node; null removes it, undefined keeps it. */
  readonly change?: (node: ASTNode) => string | null | undefined
  readonly added: readonly string[]
} & (
  | { readonly owner: FieldNode; readonly key: "arguments" }
  | { readonly owner: OperationDefinitionNode; readonly key: "variableDefinitions" }
  | { readonly owner: SelectionSetNode; readonly key: "selections" }
)

function nodesIn(edit: Edit): readonly ASTNode[] {
  switch (edit.key) {
    case "arguments":
      return edit.owner.arguments ?? []
    case "variableDefinitions":
      return edit.owner.variableDefinitions ?? []
    case "selections":
      return edit.owner.selections
  }
}

export function rewritten(document: DocumentSource, edits: readonly Edit[]): RewrittenDocument {
  return { document: editedTree(document, edits), sent: editedText(document, edits) }
}

/** The document with changed nodes; the others keep their locations. */
export function editedTree(document: DocumentSource, edits: readonly Edit[]): DocumentSource {
  if (edits.length === 0) return document
  const ast = visit(document.ast, {
    enter: (node) => {
      const edit = edits.find(({ owner }) => owner === node)
      if (edit === undefined) return undefined
      const changed = nodesIn(edit).flatMap((one) => {
        const text = edit.change?.(one)
        return text === undefined ? [one] : text === null ? [] : parsed([text], edit.key)
      })
      const added = parsed(edit.added, edit.key)
      const all = edit.key === "selections" ? [...added, ...changed] : [...changed, ...added]
      return { ...node, [edit.key]: all }
    },
  })
  const operations = ast.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  const own = ast.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  const fragments = new Map(document.fragments)
  for (const one of own) fragments.set(one.name.value, one)
  return { ...document, ast, operations, fragments }
}

/** The document read from its changed text. */
export function editedText(document: DocumentSource, edits: readonly Edit[]): DocumentSource {
  if (edits.length === 0) return document
  const text = edits
    .flatMap((edit) => replacementOf(edit, document.file.text))
    .sort((a, b) => b.start - a.start)
    .reduce(
      (all, one) => all.slice(0, one.start) + one.text + all.slice(one.end),
      document.file.text,
    )
  const { source } = readDocument(document.file.path, text)
  if (source === undefined) throw new Error(`${document.file.path} cannot be read in pages`)
  return { ...source, fragments: new Map([...document.fragments, ...source.fragments]) }
}

/** Parses strings as nodes of a separate document. */
function parsed(texts: readonly string[], key: Edit["key"]): readonly ASTNode[] {
  if (texts.length === 0) return []
  const list = `(${texts.join(", ")})`
  const text = {
    arguments: `query { all${list} }`,
    variableDefinitions: `query ${list} { all }`,
    selections: `query { all { ${texts.join(" ")} } }`,
  }[key]
  const [operation] = parse(new Source(text, "pages")).definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error("no operation")
  if (key === "variableDefinitions") return operation.variableDefinitions ?? []
  const [field] = operation.selectionSet.selections
  if (field?.kind !== Kind.FIELD) throw new Error("no field")
  return key === "arguments" ? (field.arguments ?? []) : (field.selectionSet?.selections ?? [])
}

interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

function replacementOf(edit: Edit, text: string): Replacement[] {
  const nodes = nodesIn(edit)
  const [first, last] = [nodes[0]?.loc, nodes.at(-1)?.loc]
  if (first === undefined || last === undefined) {
    const name = "name" in edit.owner ? edit.owner.name : undefined
    const at = name?.loc?.end ?? 0
    return edit.added.length === 0
      ? []
      : [{ start: at, end: at, text: `(${edit.added.join(", ")})` }]
  }
  const indent = indentBefore(text, (edit.key === "selections" ? first : last).start)
  if (edit.key === "selections") {
    const added = edit.added.map((one) => (indent === undefined ? `${one} ` : `${one}\n${indent}`))
    return [{ start: first.start, end: first.start, text: added.join("") }]
  }
  let kept = ""
  for (const [index, { loc }] of nodes.entries()) {
    const node = nodes[index]
    const changed = node && edit.change?.(node)
    if (loc === undefined || changed === null) continue
    const before = nodes[index - 1]?.loc?.end ?? loc.start
    kept += (kept && text.slice(before, loc.start)) + (changed ?? text.slice(loc.start, loc.end))
  }
  const separator = indent === undefined ? ", " : `\n${indent}`
  const all = [...(kept ? [kept] : []), ...edit.added].join(separator)
  return [{ start: first.start, end: last.end, text: all }]
}

/** The white space before a node that begins a line; undefined if it does not begin one. */
function indentBefore(text: string, at: number): string | undefined {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at)
  return line.trim() === "" ? line : undefined
}
