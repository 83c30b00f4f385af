/** The fields that a document selects. */
import { type FieldNode, Kind, parse, type SelectionNode, type SelectionSetNode } from "graphql"
import { resultName } from "../../generator/routes/graphql/document/index.js"

/** The fields under one alias or name. For types of a union, they can differ. */
export interface Selected {
  /** Their names in the schema, in snake_case. */
  readonly fields: readonly string[]
  readonly inner: SelectedNames
}

/** By the names in GitHub's answer. */
export type SelectedNames = ReadonlyMap<string, Selected>

/** @param text - a valid document with one operation */
export function selectedNames(text: string): SelectedNames {
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
  const within = (sets: readonly SelectionSetNode[]): SelectedNames => {
    const all = sets.flatMap(({ selections }) => selections.flatMap(fieldsOf))
    const keys = new Set(all.map(({ alias, name }) => (alias ?? name).value))
    return new Map(
      [...keys].map((key) => {
        const same = all.filter(({ alias, name }) => (alias ?? name).value === key)
        const fields = [...new Set(same.map(({ name }) => resultName(name.value)))]
        return [
          key,
          { fields, inner: within(same.flatMap(({ selectionSet }) => selectionSet ?? [])) },
        ]
      }),
    )
  }
  return within(roots)
}

/**
 * Undoes what the compiler does to a result: names in snake_case, and `pageInfo` of lists that did not select it.
 *
 * @param text - a valid document with one operation
 */
export function asWritten(text: string, result: unknown): unknown {
  const written = (value: unknown, names: SelectedNames): unknown => {
    if (Array.isArray(value)) return value.map((item) => written(item, names))
    if (typeof value !== "object" || value === null || names.size === 0) return value
    const members = [...names].flatMap(([key, { inner }]) => {
      // If names would be equal in snake_case, the result has them unchanged.
      const own = [resultName(key), key].find((name) => Object.hasOwn(value, name))
      return own === undefined ? [] : [[key, written(Reflect.get(value, own), inner)]]
    })
    return Object.fromEntries(members)
  }
  return written(result, selectedNames(text))
}
