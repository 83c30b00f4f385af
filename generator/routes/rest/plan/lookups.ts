import type { RestDescription, RestLookupSection, RestOperation } from "../../../parse/index.js"
import { build } from "../../../path/index.js"
import {
  checkAmong,
  type Mapping,
  mapPlan,
  type PlannedLookups,
  type PropertyPlan,
  planEach,
  planLookup,
  type RestLookupPlan,
  searchKeysOf,
  withFieldOrigins,
} from "../../../plan/index.js"
import type { Shape } from "../../../shape/index.js"
import { operationOf, planRequest, responseShape } from "./request.js"

/** A plan whose answer is completed once all reads are known. */
type Unfinished = Omit<RestLookupPlan, "answer"> & { shape: Shape; response: Shape }

/**
 * Plans the lookups of a REST route, each of which is a GET. Unlike in GraphQL, an unread lookup is allowed: its
 * purpose may be to end the call.
 */
export function planRestLookups(
  mapping: Mapping,
  sections: Readonly<Record<string, RestLookupSection>> | undefined,
  input: Shape,
  description: RestDescription,
): PlannedLookups<Unfinished> {
  return planEach(sections, (key, section) => {
    const path = ["rest", "lookups", key]
    const get = { ...section, method: "GET" } as const
    const operation = operationOf(get, description)
    const response = responseShape(get, operation, description, `$rest-lookup@${key}`)
    const isOptional = section.optional ?? false
    const isAmong = checkAmong(mapping, section, path)
    if (!isAmong.ok) return isAmong
    const isPaged = isAmong.plan && hasPages(operation)
    const lookup = planLookup({
      mapping,
      section,
      path,
      input,
      answer: { expression: build.reference("answer"), shape: response },
      readsItem: true,
      isOptional,
      planRequest: ({ scope, variables, each, onNullish }) =>
        planRequest(get, {
          mapping,
          description,
          operation,
          at: path,
          scope: { ...scope, variables },
          item: each && { key: each.key, value: each.item },
          onNullish,
        }),
      isAmong: isAmong.plan,
    })
    return mapPlan(lookup, ({ request: { parameters, query }, shape, foreach, ...planned }) => ({
      key,
      ...(isAmong.plan && { among: { by: searchKeysOf(section), isPaged } }),
      path: section.path,
      subject: subjectOf(section.path),
      isOptional,
      ...(foreach && { foreach }),
      parameters,
      query: isPaged ? [...query, ...PAGES] : query,
      ...planned,
      response,
      shape: withFieldOrigins(shape, `$lookups.${key}`),
    }))
  })
}

/** GitHub's largest page, for as few requests as possible. */
const PAGES: readonly PropertyPlan[] = [
  { name: "per_page", expression: build.literalOf(100) },
  { name: "page", expression: build.reference("page") },
]

function hasPages({ parameters = [] }: RestOperation): boolean {
  return PAGES.every((page) =>
    parameters.some((one) => one.in === "query" && one.name === page.name),
  )
}

/** The lookups, reduced to the parts of their answers that are read, after everything was planned. */
export function finished(mapping: Mapping, plans: readonly Unfinished[]): RestLookupPlan[] {
  return plans.map(({ shape: _, response, ...plan }) => ({
    ...plan,
    answer: mapping.readFields(response),
  }))
}

/** `/repos/{owner}/{repo}/labels/{name}` finds a `label`. */
function subjectOf(path: string): string {
  const words = path.split("/").filter((word) => /^\w/.test(word))
  return (words.at(-1) ?? "value").replace(/s$/, "").replaceAll("_", " ")
}
