import type { JsonSchema } from "../../runtime/definition.js"
import { code, takenNames, type Value, variableName } from "../path/index.js"
import type { CardPath } from "../read/card.js"
import { isNullish, present } from "../shape/shape.js"
import type { OutputPlan } from "./capability-plan.js"
import type { Mapping } from "./mapping.js"
import { type BareScope, planObject, type ResultSection } from "./object.js"
import { planPage } from "./page.js"

/** Plans how the output is made from the response, and proves that it is what the card promises. */
export function planOutput(
  mapping: Mapping,
  schema: JsonSchema,
  section: ResultSection,
  response: Value,
  variables: BareScope["variables"],
): OutputPlan | undefined {
  const scope: BareScope = {
    purpose: "output",
    current: response,
    variables,
    facts: [],
    names: takenNames(),
  }
  const root = planRoot(mapping, section, scope)
  if (root === undefined) return undefined
  const inner: BareScope = {
    ...scope,
    current: { code: code.reference(root.name), shape: present(root.value.shape), hint: root.name },
    names: new Set([...scope.names, root.name]),
  }
  const plan = section.pagination === undefined ? planObject : planPage
  const value = plan(mapping, schema, section, inner)
  if (value === undefined) return undefined
  return {
    result: section.pagination?.connection ?? section.result ?? root.name,
    root: { name: root.name, code: root.value.code.doc, isNullable: isNullish(root.value.shape) },
    value: value.doc,
  }
}

/** The variable that holds the result: `const issue = data.repository?.issue`. */
function planRoot(
  mapping: Mapping,
  section: ResultSection,
  scope: BareScope,
): { name: string; value: Value } | undefined {
  const path: CardPath =
    section.pagination === undefined
      ? [mapping.route, "result"]
      : [mapping.route, "pagination", "connection"]
  const expression = section.pagination?.connection ?? section.result
  if (expression === undefined)
    return { name: scope.current.code.reference ?? "data", value: scope.current }
  const value = mapping.compile(expression, path, scope)
  return value && { name: variableName(value.hint ?? "result", scope.names), value }
}
