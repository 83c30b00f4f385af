import type { CardPath } from "../parse/index.js"
import { code, takenNames, type Value, variableName } from "../path/index.js"
import { isNullish, present } from "../shape/index.js"
import type { OutputPlan } from "./capability-plan.js"
import type { Mapping } from "./mapping.js"
import type { BareScope } from "./object.js"

/** The path expression of the result in the response, where the card has one. */
export interface ResultSource {
  readonly expression: string | undefined
  /** Where in the card it stands. */
  readonly path: CardPath
}

/** Plans how the output is made from the response; `planValue` proves that it is what the card promises. */
export function planOutput(
  mapping: Mapping,
  source: ResultSource,
  response: Value,
  variables: BareScope["variables"],
  planValue: (scope: BareScope) => ReturnType<typeof code.objectLiteral> | undefined,
): OutputPlan | undefined {
  const scope: BareScope = {
    purpose: "output",
    current: response,
    variables,
    facts: [],
    names: takenNames(),
  }
  const root = planRoot(mapping, source, scope)
  if (root === undefined) return undefined
  const value = planValue({
    ...scope,
    current: { code: code.reference(root.name), shape: present(root.value.shape), hint: root.name },
    names: new Set([...scope.names, root.name]),
  })
  if (value === undefined) return undefined
  return {
    result: source.expression ?? root.name,
    root: { name: root.name, code: root.value.code.doc, isNullable: isNullish(root.value.shape) },
    value: value.doc,
  }
}

/** The variable that holds the result: `const issue = data.repository?.issue`. */
function planRoot(
  mapping: Mapping,
  { expression, path }: ResultSource,
  scope: BareScope,
): { name: string; value: Value } | undefined {
  if (expression === undefined)
    return { name: scope.current.code.reference ?? "data", value: scope.current }
  const value = mapping.compileResult(expression, path, scope)
  return value && { name: variableName(value.hint ?? "result", scope.names), value }
}
