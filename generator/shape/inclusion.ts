import { type DirectiveNode, Kind } from "graphql"

/** The effect of `@include` and `@skip`: with a literal it is known, with a variable both outcomes are possible. */
export function conditionOf(
  nodes: readonly { readonly directives?: readonly DirectiveNode[] | undefined }[],
): "always" | "never" | "sometimes" {
  let result: "always" | "sometimes" = "always"
  for (const directive of nodes.flatMap(({ directives = [] }) => directives)) {
    const isInclude = directive.name.value === "include"
    if (!isInclude && directive.name.value !== "skip") continue
    const value = directive.arguments?.find((argument) => argument.name.value === "if")?.value
    if (value?.kind !== Kind.BOOLEAN) result = "sometimes"
    else if (value.value !== isInclude) return "never"
  }
  return result
}
