import type { GraphqlFragment, GraphqlOperation } from "../definition/index.js"

type Spreading = Pick<GraphqlOperation, "fragments">

/** The shared fragments that operations reach, each once, in the order in which they are met. */
export function reachedFragments(operations: readonly Spreading[]): GraphqlFragment[] {
  const reached = new Map<string, GraphqlFragment>()
  const follow = ({ fragments = [] }: Spreading): void => {
    for (const fragment of fragments) {
      if (reached.has(fragment.document)) continue
      reached.set(fragment.document, fragment)
      follow(fragment)
    }
  }
  for (const operation of operations) follow(operation)
  return [...reached.values()]
}

/** The text of an operation that is sent alone: its document, and the shared fragments that it uses. */
export function textOf(operation: GraphqlOperation): string {
  const fragments = reachedFragments([operation]).map(({ document }) => document)
  return [operation.document, ...fragments].join("\n")
}

/** Whether shared fragments of one name are one: those of two projects need not be. */
export function agreeOnFragments(operations: readonly Spreading[]): boolean {
  const names = reachedFragments(operations).map(({ name }) => name)
  return new Set(names).size === names.length
}
