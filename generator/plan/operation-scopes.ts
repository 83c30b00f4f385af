import { type FieldNode, OperationTypeNode, type SelectionSetNode } from "graphql"
import type { DocumentSource } from "../parse/index.js"
import { isUnconditional, selectedIn } from "../shape/index.js"
import type { OperationPlan } from "./capability-plan.js"

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
