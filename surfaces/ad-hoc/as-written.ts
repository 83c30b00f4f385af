/** The result of a document with the names that the document has. */
import { type FieldNode, Kind, parse, type SelectionNode, type SelectionSetNode } from "graphql"
import { resultName } from "../../generator/routes/graphql/document/index.js"

/**
 * Undoes what the compiler does to a result: names in snake_case, and `pageInfo` of lists that did not select it.
 *
 * @param text - a valid document with one operation
 */
export function asWritten(text: string, result: unknown): unknown {
  const { definitions } = parse(text)
  const fragments = new Map<string, SelectionSetNode>()
  const roots: SelectionSetNode[] = []
  for (const one of definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one.selectionSet)
    if (one.kind === Kind.OPERATION_DEFINITION) roots.push(one.selectionSet)
  }

  const fieldsOf = (selection: SelectionNode): readonly FieldNode[] => {
    if (selection.kind === Kind.FIELD) return [selection]
    const inner =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? fragments.get(selection.name.value)
        : selection.selectionSet
    return (inner?.selections ?? []).flatMap(fieldsOf)
  }

  const written = (value: unknown, sets: readonly SelectionSetNode[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => written(item, sets))
    if (typeof value !== "object" || value === null || sets.length === 0) return value
    const byName = new Map<string, SelectionSetNode[]>()
    for (const { alias, name, selectionSet } of sets.flatMap(({ selections }) =>
      selections.flatMap(fieldsOf),
    )) {
      const key = (alias ?? name).value
      byName.set(key, [...(byName.get(key) ?? []), ...(selectionSet ? [selectionSet] : [])])
    }
    const members = [...byName].flatMap(([key, inner]) => {
      // If names would be equal in snake_case, the result has them unchanged.
      const own = [resultName(key), key].find((name) => Object.hasOwn(value, name))
      return own === undefined ? [] : [[key, written(Reflect.get(value, own), inner)]]
    })
    return Object.fromEntries(members)
  }

  return written(result, roots)
}
