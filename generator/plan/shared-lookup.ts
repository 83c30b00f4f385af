import { LOOKUP_FOLDER } from "../parse/index.js"
import { build, type Expression } from "../path/index.js"
import { isNullish, present, type Shape } from "../shape/index.js"
import type { LookupPlan, OperationPlan, PropertyPlan } from "./capability-plan.js"

/**
 * The library lookup that a document defines. It is the same for every capability whose inputs have the names of its
 * variables.
 */
export interface SharedLookup {
  readonly subject: string
  readonly variables: readonly PropertyPlan[]
  readonly result: Expression
}

/** Undefined if the document is not in the library, or selects more than one leaf. */
export function sharedLookupOf({ path, data, variables }: OperationPlan): SharedLookup | undefined {
  if (!path.startsWith(LOOKUP_FOLDER) || variables.kind !== "object") return undefined
  const names: string[] = []
  let found: Shape = data
  let result = build.reference("data")
  for (let of = present(found); of.kind === "object"; of = present(found)) {
    const [field, ...others] = Object.entries(of.fields)
    if (field === undefined || others.length > 0) return undefined
    const [name, { shape }] = field
    names.push(name)
    result = build.property(result, name, isNullish(found))
    found = shape
  }
  const given = Object.keys(variables.fields).map((name) => {
    return { name, expression: build.reference("input", name) }
  })
  return { subject: subjectOf(names.join(".")), variables: given, result }
}

/** The library lookup that a lookup equals; `isWhole` is false if its variables differ. */
export function sharedLookupIn(lookup: LookupPlan): { isWhole: boolean } | undefined {
  const { operation, subject, variables, result, foreach, among, given, needs } = lookup
  const shared = sharedLookupOf(operation)
  if (shared === undefined || among !== undefined || needs.length > 0) return undefined
  if (subject !== shared.subject || !isSame(result, shared.result)) return undefined
  const named = (plans: readonly PropertyPlan[]) => plans.map((one) => JSON.stringify(one)).sort()
  const isWhole =
    foreach === undefined &&
    !lookup.isOptional &&
    given.length === 0 &&
    isSame(named(variables), named(shared.variables))
  return { isWhole }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** `repository.label.id` finds a `label`. */
export function subjectOf(result: string): string {
  const names = result.match(/[A-Za-z_]\w*/g) ?? []
  const last = names.at(-1) === "id" ? names.at(-2) : names.at(-1)
  // People call a `projectV2` a project.
  return (last ?? "value")
    .replace(/V\d+$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
}
