import type { JsonSchema } from "../../runtime/definition.js"
import { didYouMean } from "../diagnostics/index.js"
import type { CardPath, RestEndpointSection, RestSection } from "../parse/index.js"
import { code } from "../path/index.js"
import { describe, INTEGER, misfits, type ObjectShape } from "../shape/index.js"
import type { PropertyPlan } from "./capability-plan.js"
import type { Mapping } from "./mapping.js"
import type { BareScope } from "./object.js"
import { pageLiteral, planItems } from "./page.js"

const PARAMETERS = ["per_page", "page"]
const INCOMPLETE = "incomplete_results"

/** The name of the endpoint that is asked for page after page; undefined where there is none. */
export function pagedEndpoint(
  mapping: Mapping,
  { result, pagination }: RestSection,
  names: readonly string[],
): string | undefined {
  if (pagination === undefined) return undefined
  const name = result ?? names.at(-1)
  if (name === undefined || names.includes(name)) return name
  mapping.report(
    "GHX1317",
    mapping.source.valueSpan(["rest", "result"]),
    `\`result\` of a list names the endpoint that is asked for page after page, found \`${name}\``,
    didYouMean(name, names) ?? `the endpoints are ${names.join(", ")}`,
  )
  return undefined
}

/** Proves that an endpoint has numbered pages, and says which one is asked for. */
export function pageParameters(
  mapping: Mapping,
  { method, path, query = {} }: RestEndpointSection,
  accepted: ObjectShape,
  at: CardPath,
  scope: BareScope,
): PropertyPlan[] {
  const isInteger = (name: string) => {
    const shape = accepted.fields[name]?.shape
    return shape !== undefined && misfits(INTEGER, shape).length === 0
  }
  const lacking = PARAMETERS.filter((name) => !isInteger(name))
  if (lacking.length > 0) {
    mapping.report(
      "GHX1317",
      mapping.source.valueSpan([...at, "path"]),
      `${method} ${path} takes no \`${lacking.join("` and no `")}\`: it has no numbered pages`,
      "a list needs an endpoint that takes `per_page` and `page`",
    )
  }
  for (const name of PARAMETERS.filter((one) => Object.hasOwn(query, one))) {
    const span = mapping.source.keySpan([...at, "query", name])
    mapping.report("GHX1108", span, `pagination asks for \`${name}\` itself: remove it here`)
  }
  const first = mapping.compile("first", at, scope)
  return [
    ...(first === undefined ? [] : [{ name: "per_page", code: first.code }]),
    { name: "page", code: code.reference("page") },
  ]
}

/** A page of a REST answer: the answer counts the items, and its `Link` header says whether there are more. */
export function planRestPage(
  mapping: Mapping,
  item: JsonSchema,
  section: Pick<RestSection, "output" | "pagination">,
  scope: BareScope,
): ReturnType<typeof code.objectLiteral> | undefined {
  const path = ["rest", "pagination"]
  const { items: list = "", total_count = "total_count" } = section.pagination ?? {}
  const { shape } = scope.current
  if (shape.kind !== "object") {
    mapping.report(
      "GHX1317",
      mapping.source.keySpan(path),
      `the answer, ${describe(shape)}, does not count the items of all pages`,
      "a list needs an endpoint whose answer has the items and their `total_count`",
    )
    return undefined
  }
  const read = (expression: string, key: string) =>
    mapping.compile(expression, [...path, key], scope)
  const nodes = read(list, "items")
  const totalCount = read(total_count, "total_count")
  // Searches say when they ran out of time: an answer that says so is always listened to.
  const isIncomplete = Object.hasOwn(shape.fields, INCOMPLETE)
    ? read(INCOMPLETE, "items")
    : undefined
  if (!nodes || !totalCount) return undefined
  if (misfits(totalCount.shape, INTEGER).length > 0) {
    const span = mapping.source.valueSpan([...path, "total_count"])
    const message = `\`total_count\` must be an integer, found ${describe(totalCount.shape)}`
    mapping.report("GHX1317", span, message)
  }
  const items = planItems(mapping, item, section, scope, nodes, [...path, "items"])
  const told = [totalCount.code.doc, ...(isIncomplete ? [isIncomplete.code.doc] : [])]
  return (
    items && pageLiteral(items, totalCount.code, code.call(code.reference("pageInfo").doc, told))
  )
}
