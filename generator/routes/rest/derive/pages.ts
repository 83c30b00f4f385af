import { diagnostic } from "../../../diagnostics/index.js"
import type { Change, Derived, RuleContext } from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import { aboutList } from "../../../messages/index.js"
import type { WrittenCard } from "../../../parse/index.js"
import { alternatives, fromOpenapi, present, type Shape } from "../../../shape/index.js"
import { operationOf } from "./operation.js"

/** Derives the list of the pages: the answer must contain exactly one. */
export function derivePages(
  { endpoints = [], pagination, result }: NonNullable<WrittenCard["rest"]>,
  context: RuleContext,
): Derived {
  const paged =
    result === undefined ? endpoints.at(-1) : endpoints.find(({ as }) => as === result.text)
  const response = paged && operationOf(paged, context)?.response
  if (response === undefined) return { changes: [], isPartial: true }
  const answer = present(fromOpenapi(response, context.pins.rest().schemas, ""))
  const at = ["rest", "pagination"]
  const counts = answer.kind === "object" && Object.hasOwn(answer.fields, "total_count")
  const isSaid = pagination?.counted !== undefined || pagination?.total_count !== undefined
  const uncounted: Change[] =
    counts || isSaid ? [] : [{ at: [...at, "counted"], value: false, from: ["list"] }]
  if (pagination?.items !== undefined) return { changes: uncounted }
  const lists = answer.kind === "array" ? ["@"] : listsIn(answer)
  const [only, ...others] = lists
  if (only === undefined || others.length > 0) {
    const { source } = context
    const problem = aboutList.noOneList(lists)
    return { changes: [], problems: [diagnostic(problem, source.file, source.keySpan(["list"]))] }
  }
  return {
    changes: [{ at: [...at, "items"], value: Path.derived(only), from: ["list"] }, ...uncounted],
  }
}

/** Properties of an answer that hold a list. */
function listsIn(object: Shape): string[] {
  if (object.kind !== "object") return []
  return Object.entries(object.fields).flatMap(([name, { shape }]) =>
    alternatives(shape).some(({ kind }) => kind === "array") ? [name] : [],
  )
}
