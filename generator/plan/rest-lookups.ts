import type { RestDescription, RestLookupSection } from "../parse/index.js"
import { code, nullishPart, type Value, variableName } from "../path/index.js"
import {
  arrayOf,
  type Field,
  fieldsRead,
  NOTHING,
  NULL,
  type ObjectShape,
  objectOf,
  present,
  type Shape,
  unionOf,
} from "../shape/index.js"
import type { RestLookupPlan } from "./capability-plan.js"
import { planForeach } from "./foreach.js"
import { lookupOrigin } from "./lookups.js"
import type { Mapping } from "./mapping.js"
import { withoutOrigins } from "./operation.js"
import { findOperation } from "./rest-operation.js"
import { planRequest, responseShape } from "./rest-request.js"
import { inputScope } from "./variables.js"

/** A plan that waits until it is known what is read of the answer. */
type Unfinished = Omit<RestLookupPlan, "answer"> & { shape: Shape; response: Shape }

/**
 * Plans the look-ups of a REST route. One that nothing reads is no mistake, as it is with GraphQL:
 * it may be there to end the call.
 */
export function planRestLookups(
  mapping: Mapping,
  sections: Readonly<Record<string, RestLookupSection>>,
  input: Shape,
  description: RestDescription,
): { shape: ObjectShape; finish: () => RestLookupPlan[] } {
  const plans: Unfinished[] = []
  const fields: [string, Field][] = []
  for (const [key, section] of Object.entries(sections)) {
    const plan = planLookup(mapping, key, section, input, description)
    if (plan !== undefined) plans.push(plan)
    fields.push([key, { shape: plan?.shape ?? NOTHING, origins: [lookupOrigin(key)] }])
  }
  return {
    shape: { kind: "object", fields: Object.fromEntries(fields), name: "$lookups" },
    finish: () =>
      plans.map(({ shape: _, response, ...plan }) => ({
        ...plan,
        answer: withoutOrigins(fieldsRead(response, (origin) => mapping.isRead(origin))),
      })),
  }
}

function planLookup(
  mapping: Mapping,
  key: string,
  section: RestLookupSection,
  input: Shape,
  description: RestDescription,
): Unfinished | undefined {
  const at = ["rest", "lookups", key]
  const request = { ...section, method: "GET" } as const
  const operation = findOperation(mapping, request, at, description)
  if (operation === undefined) return undefined
  const scope = inputScope(input, objectOf({}))
  const before = mapping.diagnostics.length
  const each = planForeach(mapping, section, at, scope, "as")
  if (mapping.diagnostics.length > before) return undefined
  const own: [string, Value][] = [["input", scope.current]]
  if (each !== undefined) own.push([each.key, each.item])
  const variables = new Map(own)
  const skipped: { name: string; value: Value }[] = []
  const { parameters, query } = planRequest(request, {
    mapping,
    description,
    operation,
    at,
    scope: { ...scope, variables },
    ...(each !== undefined && { item: { key: each.key, value: each.item } }),
    onNullish: (parameter, value) => {
      const taken = new Set([...scope.names, ...skipped.map((one) => one.name)])
      const name = variableName(parameter, taken)
      skipped.push({ name, value })
      return { code: code.reference(name), shape: present(value.shape) }
    },
  })
  const response = responseShape(request, operation, description, `$rest-lookup@${key}`)
  const result = mapping.compileResult(section.result, [...at, "result"], {
    ...scope,
    purpose: "output",
    current: { code: code.reference("answer"), shape: response },
    variables,
  })
  if (result === undefined) return undefined
  const isOptional = section.optional ?? false
  const one = present(result.shape)
  const skips = [...skipped.map(({ value }) => value), ...(each === undefined ? [] : [each.list])]
  const nullish = unionOf(...skips.map((value) => nullishPart(value.shape)))
  const found = each === undefined ? (isOptional ? unionOf(one, NULL) : one) : arrayOf(one)
  return {
    key,
    path: section.path,
    subject: subjectOf(section.path),
    isOptional,
    ...(each !== undefined && { foreach: each.plan }),
    parameters,
    query,
    given: skipped.map(({ name, value }) => ({ name, code: value.code.doc })),
    response,
    shape: unionOf(found, nullish),
    result: result.code.doc,
  }
}

/** `/repos/{owner}/{repo}/labels/{name}` finds a `label`. */
function subjectOf(path: string): string {
  const words = path.split("/").filter((word) => /^\w/.test(word))
  return (words.at(-1) ?? "value").replace(/s$/, "").replaceAll("_", " ")
}
