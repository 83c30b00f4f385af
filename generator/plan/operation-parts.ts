import { type FieldNode, Kind, OperationTypeNode, type SelectionSetNode, visit } from "graphql"
import type { OperationParts } from "../../runtime/definition/index.js"
import type { DocumentSource } from "../parse/index.js"
import { isUnconditional, selectedIn } from "../shape/index.js"
import type { OperationPlan } from "./capability-plan.js"

/**
 * The offsets for concatenating merged documents. They save the runtime a parser, and let a generated module contain
 * its document only once, as written.
 */
export function operationParts({ ast, operations, fragments }: DocumentSource): OperationParts {
  const [operation] = operations
  const definitions = operation?.variableDefinitions ?? []
  const selected = operation ? selectedIn(operation.selectionSet, fragments) : []
  const own = ast.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  // A fragment that is used twice occurs only once in the text.
  const roots = [...new Set(selected.map(({ field }) => field))]

  const names: number[] = roots.flatMap((root) => root.alias?.loc?.start ?? [])
  visit(ast, {
    Variable: (node) => void names.push((node.loc?.start ?? 0) + 1),
    FragmentSpread: ({ name }) => {
      // A shared fragment keeps its name.
      if (own.some((one) => one.name.value === name.value)) names.push(name.loc?.start ?? 0)
    },
    FragmentDefinition: (node) => void names.push(node.name.loc?.start ?? 0),
  })
  return {
    variables: [definitions[0]?.loc?.start ?? 0, definitions.at(-1)?.loc?.end ?? 0],
    selections: [
      (operation?.selectionSet.loc?.start ?? 0) + 1,
      (operation?.selectionSet.loc?.end ?? 1) - 1,
    ],
    ...(own.length > 0 && { fragments: own.map(({ loc }) => [loc?.start ?? 0, loc?.end ?? 0]) }),
    names: names.sort((a, b) => a - b),
    roots: roots
      .flatMap((root) => (root.alias === undefined ? (root.loc?.start ?? []) : []))
      .sort((a, b) => a - b),
  }
}

/** Fields that read projects. */
const projects = new Set(["projectV2", "projectsV2", "projectItems"])

/** Mutations of what belongs to the viewer, which needs other scopes. */
const ofViewer = /Star$|Subscription$|^(?:un)?follow/

/** Mutations of discussions, or of objects that can be discussions. */
const ofDiscussions = /Discussion|Reaction$|Labelable$|Lockable$/

/**
 * The scopes that a classic token needs for an operation. GitHub's schema states none, but its errors name them
 * ("The 'createIssue' field requires one of the following scopes").
 */
export function scopesOf({ operations, fragments }: DocumentSource): Pick<OperationPlan, "scopes"> {
  const [operation] = operations
  if (!operation) return {}
  const { selectionSet } = operation
  if (operation.operation !== OperationTypeNode.MUTATION) {
    const reads = fieldsIn(selectionSet, fragments).some(({ name }) => projects.has(name.value))
    return reads ? { scopes: [["read:project"]] } : {}
  }
  const names = selectedIn(selectionSet, fragments).map(({ field }) => field.name.value)
  const lists = names.flatMap((name): (readonly string[])[] => {
    if (name.includes("ProjectV2")) return [["project"]]
    if (ofViewer.test(name)) return []
    const others = ofDiscussions.test(name) ? ["write:discussion"] : []
    return [["public_repo", "repo", ...others]]
  })
  const scopes = [...new Map(lists.map((one) => [one.join(), one])).values()]
  return scopes.length > 0 ? { scopes } : {}
}

/** The fields that are selected whatever `@include` and `@skip` say. */
function fieldsIn(
  selections: SelectionSetNode,
  fragments: DocumentSource["fragments"],
): FieldNode[] {
  return selectedIn(selections, fragments)
    .filter(isUnconditional)
    .flatMap(({ field }) => [
      field,
      ...(field.selectionSet ? fieldsIn(field.selectionSet, fragments) : []),
    ])
}
