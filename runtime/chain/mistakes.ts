/**
 * Checks references against contracts before anything is sent. Loaded by the first chain with references.
 */
import { definitionFor, loadReferenceProblems, type Origin } from "../call/index.js"
import type { JsonSchema } from "../definition/index.js"
import type { ValidationIssue } from "../envelope/index.js"
import type { Criterion, EachPlan } from "./each-plan.js"
import { type ChainEntry, labelOf, type PlannedEntry } from "./entries.js"
import { type ValueSource, type ValueSources, valuesIn } from "./values.js"

export async function mistakes(
  entries: readonly ChainEntry[],
  index: number,
  { plan, each }: PlannedEntry,
  { sources, list }: Pick<ValueSources, "sources" | "list">,
): Promise<ValidationIssue[]> {
  // If the module cannot be loaded, the step itself reports it.
  const target = await definitionFor(plan, plan.client()).catch(() => undefined)
  if (!target) return []
  const { conditionProblem, itemsOf, referenceProblem } = await loadReferenceProblems()
  const from = async ({ from }: ValueSource): Promise<Origin | undefined> => {
    if (from === "item") return undefined
    if (typeof from === "object") return { label: from.name, output: from.output }
    const source = entries[from]
    if (!source?.ok) return undefined
    const own = source.plan
    const output = (await definitionFor(own, own.client()).catch(() => undefined))?.output
    if (!output) return undefined
    const whole: JsonSchema = source.each ? { type: "array", items: output } : output
    return { label: labelOf(source, from), output: whole }
  }
  const pointer = `/${index}/each`
  const listed = list && (await from(list))
  const items = list && listed && itemsOf(list.place, listed)
  if (items && !items.ok) return [{ pointer, message: items.message }]
  const item = items && { label: "the item", output: items.items }
  const unknown = (item ? criteriaOf(each?.where) : []).flatMap(({ path, condition }) => {
    const problem = item && conditionProblem(path, valuesIn(condition), item, { ofMembers: true })
    return problem === undefined ? [] : [{ pointer, message: problem }]
  })
  const wrong = await Promise.all(
    sources.map(async (source) => {
      const origin = source.from === "item" ? item : await from(source)
      return origin && referenceProblem(source.place, origin, target.input, source.pointer)
    }),
  )
  return [...unknown, ...wrong.flatMap((problem) => problem ?? [])]
}

function criteriaOf(where: EachPlan["where"] = []): readonly Criterion[] {
  return typeof where === "function" ? [] : where
}
