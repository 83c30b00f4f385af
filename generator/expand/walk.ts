import { Kind, type SelectionSetNode } from "graphql"
import type { DocumentSource } from "../parse/index.js"
import { selectedIn } from "../shape/index.js"

/** Where the walk down a document ends. */
export interface Walk {
  /** Response names from the root. */
  readonly path: readonly string[]
  /** The last of them is a leaf. */
  readonly isLeaf: boolean
}

/** From the root down, while a selection has one field, to the last object or to the one leaf. */
export function walk({ operations, fragments }: DocumentSource): Walk {
  const path: string[] = []
  let selection: SelectionSetNode | undefined = operations[0]?.selectionSet
  while (selection !== undefined) {
    const [only, ...others] = selectedIn(selection, fragments)
    if (only === undefined || others.length > 0) break
    // A spread stands for a thing, be there one field in it or many.
    if (only.through.some(({ use }) => use.kind === Kind.FRAGMENT_SPREAD)) break
    path.push(only.field.alias?.value ?? only.field.name.value)
    selection = only.field.selectionSet
    if (selection === undefined) return { path, isLeaf: true }
  }
  return { path, isLeaf: false }
}
