import type { LookupSection } from "../parse/index.js"
import { code, nullishPart, type Value, variableName } from "../path/index.js"
import {
  arrayOf,
  type Field,
  NOTHING,
  type ObjectShape,
  present,
  type Shape,
  unionOf,
} from "../shape/index.js"
import type { LookupPlan } from "./capability-plan.js"
import { planForeach } from "./foreach.js"
import type { Mapping } from "./mapping.js"
import type { OperationsByPath } from "./operations.js"
import { inputScope, planVariables } from "./variables.js"

const NO_LOOKUPS: ObjectShape = { kind: "object", fields: {}, name: "$lookups" }

/** Plans the look-ups of a card. Their values are what `$lookups` holds. */
export function planLookups(
  mapping: Mapping,
  sections: Readonly<Record<string, LookupSection>>,
  input: Shape,
  operations: OperationsByPath,
): { plans: LookupPlan[]; shape: ObjectShape } {
  const plans: LookupPlan[] = []
  const fields: [string, Field][] = []
  for (const [key, section] of Object.entries(sections)) {
    const plan = planLookup(mapping, key, section, input, operations)
    if (plan !== undefined) plans.push(plan)
    // What could not be planned has been reported: whoever reads it is not to blame.
    const shape = plan?.shape ?? NOTHING
    fields.push([key, { shape, origins: [lookupOrigin(key)] }])
  }
  return { plans, shape: { ...NO_LOOKUPS, fields: Object.fromEntries(fields) } }
}

export function lookupOrigin(key: string): string {
  return `$lookups@${key}`
}

function planLookup(
  mapping: Mapping,
  key: string,
  section: LookupSection,
  input: Shape,
  operations: OperationsByPath,
): LookupPlan | undefined {
  const path = ["graphql", "lookups", key]
  const found = operations.find(mapping, section, path)
  if (found === undefined) return undefined
  const { operation } = found
  if (operation.type !== "query") {
    const span = mapping.source.valueSpan([...path, "operationName"])
    mapping.report("GHX1314", span, `a look-up is a query, \`${operation.name}\` is a mutation`)
    return undefined
  }
  const scope = inputScope(input, NO_LOOKUPS)
  const skipped: { name: string; value: Value }[] = []
  const before = mapping.diagnostics.length
  const each = planForeach(mapping, section, path, scope, "as")
  if (mapping.diagnostics.length > before) return undefined
  const variables = planVariables({
    mapping,
    operation,
    section: section.variables ?? {},
    path: section.variables === undefined ? path : [...path, "variables"],
    scope,
    ...(each === undefined
      ? {}
      : { provided: { name: each.key, value: each.item, path: [...path, "foreach"] } }),
    onNullish: (variable, value) => {
      const name = variableName(
        variable,
        new Set([...scope.names, ...skipped.map((one) => one.name)]),
      )
      skipped.push({ name, value })
      return { code: code.reference(name), shape: present(value.shape) }
    },
  })
  const data: Value = { code: code.reference("data"), shape: operation.data }
  const result = mapping.compileResult(section.result, [...path, "result"], {
    ...scope,
    purpose: "output",
    current: data,
    variables: new Map([["input", scope.current]]),
  })
  if (result === undefined) return undefined
  const one = present(result.shape)
  const skips = [...skipped.map(({ value }) => value), ...(each === undefined ? [] : [each.list])]
  const nullish = unionOf(...skips.map((value) => nullishPart(value.shape)))
  return {
    key,
    operation,
    subject: subjectOf(section.result),
    shape: unionOf(each === undefined ? one : arrayOf(one), nullish),
    ...(each === undefined ? {} : { foreach: each.plan }),
    variables,
    given: skipped.map(({ name, value }) => ({ name, code: value.code.doc })),
    result: result.code.doc,
  }
}

/** `repository.label.id` finds a `label`. */
function subjectOf(result: string): string {
  const names = result.match(/[A-Za-z_]\w*/g) ?? []
  const last = names.at(-1) === "id" ? names.at(-2) : names.at(-1)
  return (last ?? "value").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()
}
