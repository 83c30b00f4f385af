import {
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  type SelectionNode,
} from "graphql"

/** Whether `@skip` and `@include` keep the selection. */
export function isIncluded(
  node: SelectionNode,
  variables: Readonly<Record<string, unknown>>,
): boolean {
  if (!node.directives?.length) return true
  const values = { ...variables }
  return (
    getDirectiveValues(GraphQLSkipDirective, node, values)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, values)?.if !== false
  )
}
