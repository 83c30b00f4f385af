import type { GraphqlOperation, OperationParts } from "../definition/index.js"
import { textOf } from "../graphql/index.js"
import { type Definition, definitionsIn, printed, type Selection, variablesIn } from "./document.js"
import { isLeftOut, type LeftOut, within } from "./left-out.js"

/** An operation that asks for less, and the variables that it still has. */
export interface Pruned {
  readonly operation: GraphqlOperation
  readonly variables: ReadonlySet<string>
}

/**
 * The operation without what is left out. Fragments stand where they were spread: others spread them who want
 * them whole. Variables that nothing uses any more are not declared, for GitHub refuses such.
 */
export function prunedOperation(whole: GraphqlOperation, leftOut: LeftOut): Pruned {
  const definitions = definitionsIn(textOf(whole))
  const operation = definitions.find(({ head }) => !head.startsWith("fragment "))
  if (!operation || leftOut.parts.size === 0) {
    return { operation: whole, variables: new Set(operation?.variables.keys()) }
  }
  const { head, directives, variables } = operation
  const selections = pruned(operation.selections, "", leftOut, fragmentsOf(definitions))
  const body = printed(selections)
  const used = new Set(variablesIn(`${directives} ${body}`).map(({ name }) => name))
  const declared = [...variables].flatMap(([name, text]) => (used.has(name) ? [text] : []))
  const list = declared.length > 0 ? `(${declared.join(", ")})` : ""
  const document = `${head}${list}${directives && ` ${directives}`} ${body}`
  const { type, name, isolated } = whole
  return {
    operation: {
      type,
      name,
      document,
      ...(isolated ? { isolated } : { parts: partsOf(document) }),
    },
    variables: used,
  }
}

type Fragments = ReadonlyMap<string, Definition>

function fragmentsOf(definitions: readonly Definition[]): Fragments {
  return new Map(definitions.map((one) => [one.name, one]))
}

function pruned(
  selections: readonly Selection[],
  place: string,
  leftOut: LeftOut,
  fragments: Fragments,
): Selection[] {
  return selections.flatMap((one): Selection[] => {
    if (one.kind === "field") {
      const own = within(place, one.key)
      if (isLeftOut(own, leftOut)) return []
      if (!one.selections) return [one]
      return [{ ...one, selections: pruned(one.selections, own, leftOut, fragments) }]
    }
    const { head, selections } = one.kind === "inline" ? one : spelledOut(one, fragments)
    const kept = pruned(selections, place, leftOut, fragments).flatMap((inner) =>
      // A shape that starts from another spreads its fragment on the same type.
      inner.kind === "inline" && inner.head === head ? inner.selections : [inner],
    )
    return kept.length > 0 ? [{ kind: "inline", head, selections: kept }] : []
  })
}

function spelledOut(
  { name, directives }: Extract<Selection, { kind: "spread" }>,
  fragments: Fragments,
): Pick<Definition, "head" | "selections"> {
  const { head = "", selections = [] } = fragments.get(name) ?? {}
  // `fragment issue_summary on Issue`
  const type = head.replace(/^fragment\s+\S+\s+/, "")
  return { head: `... ${type}${directives && ` ${directives}`}`, selections }
}

/** Where the pieces of a document stand: what the compiler says of the whole one. */
function partsOf(document: string): OperationParts {
  const [operation] = definitionsIn(document)
  const variables = [...(operation?.variables.values() ?? [])]
  const [first = ""] = variables
  const begin = first === "" ? 0 : document.indexOf(first)
  const roots = rootsIn(operation?.selections ?? [])
  const names = variablesIn(document).map(({ at }) => at)
  return {
    variables: [begin, begin + variables.join(", ").length],
    selections: [
      document.indexOf("{", begin + variables.join(", ").length) + 1,
      document.length - 1,
    ],
    fragments: [],
    names: [...names, ...roots.filter((one) => one.hasAlias).map(({ start }) => start)].sort(
      (one, other) => one - other,
    ),
    roots: roots.filter((one) => !one.hasAlias).map(({ start }) => start),
  }
}

/** The fields of the root, in whatever fragments they stand. */
function rootsIn(selections: readonly Selection[]): Extract<Selection, { kind: "field" }>[] {
  return selections.flatMap((one) => {
    if (one.kind === "field") return [one]
    return one.kind === "inline" ? rootsIn(one.selections) : []
  })
}
