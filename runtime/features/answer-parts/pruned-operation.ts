import type { GraphqlOperation, OperationParts } from "../../definition/index.js"
import { textOf } from "../../graphql/index.js"
import { type Definition, definitionsIn, printed, type Selection, variablesIn } from "./document.js"
import { addedTypeNames, childPlace, isPruned, type PrunedParts } from "./pruned-parts.js"

/** A rewritten operation, with its remaining variables. */
interface Rewritten {
  readonly operation: GraphqlOperation
  readonly variables: ReadonlySet<string>
}

/** How the selections of an operation change. */
interface Rewriting {
  isPruned(place: string): boolean
  /** Whether `__typename` must also be selected at a place. */
  needsTypeName(place: string): boolean
  /** Selections to add at a path, or at that path for one type only. */
  added(place: string, kept: readonly Selection[], type?: string): readonly Selection[]
}

export function prunedOperation(whole: GraphqlOperation, pruned: PrunedParts): Rewritten {
  const definitions = definitionsIn(textOf(whole))
  if (pruned.parts.size > 0) {
    return rewriteOperation(whole, definitions, {
      isPruned: (place) => isPruned(place, pruned),
      needsTypeName: (place) => addedTypeNames(place, pruned) !== undefined,
      added: () => [],
    })
  }
  return { operation: whole, variables: new Set(operationIn(definitions)?.variables.keys()) }
}

/**
 * The operation with an additional field beside those at the given paths and types. It is unchanged where the field
 * exists.
 */
export function withField(
  whole: GraphqlOperation,
  name: string,
  besides: (place: string, type: string | undefined) => boolean,
): GraphqlOperation {
  const field = fieldOf(name)
  let isWhole = true
  const { operation } = rewriteOperation(whole, definitionsIn(textOf(whole)), {
    isPruned: () => false,
    needsTypeName: () => false,
    added(place, kept, type) {
      const keys = kept.flatMap((one) => (one.kind === "field" ? [one.key] : []))
      const isMissing =
        !keys.includes(name) && keys.some((key) => besides(childPlace(place, key), type))
      if (isMissing) isWhole = false
      return isMissing ? [field] : []
    },
  })
  return isWhole ? whole : operation
}

function fieldOf(name: string): Selection {
  return { kind: "field", key: name, head: name, start: 0, hasAlias: false }
}

/**
 * Inlines fragments, since other operations need them whole, and removes unused variables, since GitHub refuses them.
 */
function rewriteOperation(
  whole: GraphqlOperation,
  definitions: readonly Definition[],
  rewriting: Rewriting,
): Rewritten {
  const operation = operationIn(definitions)
  if (!operation) return { operation: whole, variables: new Set() }
  const { head, directives, variables } = operation
  const selections = rewriteSelections(
    operation.selections,
    "",
    rewriting,
    fragmentsOf(definitions),
  )
  const body = printed(selections)
  const used = new Set(variablesIn(`${directives} ${body}`).map(({ name }) => name))
  const declared = [...variables].flatMap(([name, text]) => (used.has(name) ? [text] : []))
  const list = declared.length > 0 ? `(${declared.join(", ")})` : ""
  const document = `${head}${list}${directives && ` ${directives}`} ${body}`
  const { type, name, isolated, slow } = whole
  // Without lists in lists, the nodes are so few that they need not be counted.
  const nodes = /(first|last): *\d/.test(body) ? whole.nodes : undefined
  return {
    operation: {
      type,
      name,
      document,
      ...(slow && { slow }),
      ...(nodes && { nodes }),
      ...(isolated ? { isolated } : { parts: partsOf(document) }),
    },
    variables: used,
  }
}

function operationIn(definitions: readonly Definition[]): Definition | undefined {
  return definitions.find(({ head }) => !head.startsWith("fragment "))
}

type Fragments = ReadonlyMap<string, Definition>

function fragmentsOf(definitions: readonly Definition[]): Fragments {
  return new Map(definitions.map((one) => [one.name, one]))
}

function rewriteSelections(
  selections: readonly Selection[],
  place: string,
  rewriting: Rewriting,
  fragments: Fragments,
  type?: string,
): readonly Selection[] {
  const kept = selections.flatMap((one): Selection[] => {
    if (one.kind === "field") {
      const own = childPlace(place, one.key)
      if (rewriting.isPruned(own)) return []
      if (!one.selections) return [one]
      const members = rewriteSelections(one.selections, own, rewriting, fragments)
      // Of two selections of the same field, one may have nothing but pruned parts.
      if (members.length === 0) return []
      const added = rewriting.needsTypeName(own) ? [fieldOf("__typename")] : []
      return [{ ...one, selections: [...added, ...members] }]
    }
    const fragment = one.kind === "inline" ? one : inlineFragment(one, fragments)
    const { head } = fragment
    const [, on = type] = /\bon (\w+)/.exec(head) ?? []
    const all = rewriteSelections(fragment.selections, place, rewriting, fragments, on)
    const spread = all.flatMap((inner) =>
      // The fragment of a shape based on another spreads the other's fragment on the same type.
      inner.kind === "inline" && inner.head === head ? inner.selections : [inner],
    )
    return spread.length > 0 ? [{ kind: "inline", head, selections: spread }] : []
  })
  return [...kept, ...rewriting.added(place, kept, type)]
}

function inlineFragment(
  { name, directives }: Extract<Selection, { kind: "spread" }>,
  fragments: Fragments,
): Pick<Definition, "head" | "selections"> {
  const { head = "", selections = [] } = fragments.get(name) ?? {}
  // `fragment issue_summary on Issue`
  const type = head.replace(/^fragment\s+\S+\s+/, "")
  return { head: `... ${type}${directives && ` ${directives}`}`, selections }
}

/** The offsets of a document's parts, as the compiler computes them. */
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
    names: [...names, ...roots.filter((one) => one.hasAlias).map(({ start }) => start)].sort(
      (one, other) => one - other,
    ),
    roots: roots.filter((one) => !one.hasAlias).map(({ start }) => start),
  }
}

/** The root fields, inside fragments too. */
function rootsIn(selections: readonly Selection[]): Extract<Selection, { kind: "field" }>[] {
  return selections.flatMap((one) => {
    if (one.kind === "field") return [one]
    return one.kind === "inline" ? rootsIn(one.selections) : []
  })
}
