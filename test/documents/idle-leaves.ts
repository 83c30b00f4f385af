import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
} from "graphql"
import { synthesizedAnswer } from "./answers.js"
import { type Random, randomNumbers } from "./random.js"

interface Answered {
  readonly result: string
  readonly leaves: ReadonlySet<string>
}

/** Number of answers with a leaf after which it is judged. */
const ENOUGH = 12

/**
 * The leaves of a document that the result does not depend on. The only leaf in braces shows that its object exists,
 * and does not count.
 */
export function idleLeaves(
  document: DocumentNode,
  schema: GraphQLSchema,
  resultOf: (answer: unknown, seed: number) => unknown,
  variablesOf: (seed: number) => Record<string, unknown>,
): string[] {
  const leaves = leavesIn(document)
  /** Results of unchanged answers, by seed. All leaves share them. */
  const unchanged = new Map<number, Answered>()
  return leaves.filter((leaf) => {
    const parent = leaf.slice(0, leaf.lastIndexOf(".") + 1)
    if (!leaves.some((other) => other !== leaf && other.startsWith(parent))) return false
    return isIdle(leaf)
  })

  function isIdle(leaf: string): boolean {
    let held = 0
    for (let seed = 1; seed <= 600 && held < ENOUGH; seed += 1) {
      const first = resultWith(seed, leaf, 0)
      // If an answer does not contain the leaf, changing it gives the same answer.
      if (!first.leaves.has(leaf)) continue
      held += 1
      for (const other of [1, 2, 3]) {
        if (resultWith(seed, leaf, other).result !== first.result) return false
      }
    }
    return held >= ENOUGH
  }

  /** The result of an answer with a leaf replaced, and the leaves in the answer. */
  function resultWith(seed: number, leaf: string, other: number): Answered {
    const known = other === 0 ? unchanged.get(seed) : undefined
    if (known) return known
    const held = new Set<string>()
    const answer = synthesizedAnswer(document, schema, variablesOf(seed), (place): Random => {
      const at = place.replace(/\.\d+(?=\.|$)/g, "")
      held.add(at)
      return randomNumbers(hashOf(place) + seed + (at === leaf ? other * 7919 : 0))
    })
    const answered = { result: JSON.stringify(resultOf(answer, seed)), leaves: held }
    if (other === 0) unchanged.set(seed, answered)
    return answered
  }
}

/** By path from the root; `__typename` follows from the type of an object. */
function leavesIn({ definitions }: DocumentNode): string[] {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const one of definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one)
  const leaves = new Set<string>()
  const walk = (set: SelectionSetNode | undefined, at: string): void => {
    for (const one of set?.selections ?? []) {
      if (one.kind === Kind.FRAGMENT_SPREAD) walk(fragments.get(one.name.value)?.selectionSet, at)
      else if (one.kind === Kind.INLINE_FRAGMENT) walk(one.selectionSet, at)
      else {
        const place = `${at}${(one.alias ?? one.name).value}`
        if (one.selectionSet) walk(one.selectionSet, `${place}.`)
        else if (one.name.value !== "__typename") leaves.add(place)
      }
    }
  }
  for (const one of definitions)
    if (one.kind === Kind.OPERATION_DEFINITION) walk(one.selectionSet, "")
  return [...leaves]
}

export function hashOf(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7)
}
