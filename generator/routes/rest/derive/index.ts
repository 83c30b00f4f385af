import {
  type Change,
  type Derived,
  notDerived,
  type RouteExpander,
  type RuleContext,
} from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import { aboutList } from "../../../messages/index.js"
import { atKey, type WrittenCard } from "../../../parse/index.js"
import { alternatives, fromOpenapi, present, type Shape } from "../../../shape/index.js"
import { namesIn } from "../check/index.js"
import { deriveEndpoint, deriveMethod, operationOf } from "./request.js"
import { deriveAnswer, deriveByName, sourcesOfRest } from "./sources.js"

export const restExpander: RouteExpander = {
  type: "rest",
  rules: {
    section: [deriveEndpoint],
    requests: [deriveMethod],
    lookups: [deriveLookupResult, deriveParameters],
    values: [deriveByName, deriveAnswer],
  },
  sources: sourcesOfRest,
  changingPart({ rest }, { source }) {
    const endpoints = rest?.endpoints ?? []
    const written = endpoints.findIndex(({ method }) => method !== "GET")
    const method = endpoints[written]?.method
    if (method === undefined) return undefined
    const span = source.valueSpan(["rest", "endpoints", written, "method"])
    return { what: `${method} changes something`, span }
  },
  lookups: {
    values: "parameters",
    namesIn: (entry) => namesIn(String(entry.request ?? entry.path ?? "")),
  },
  pages: ({ rest }, context) => rest && derivePages(rest, context),
}

/** Derives the result of a REST lookup: the whole answer. */
function deriveLookupResult({ rest }: WrittenCard): Derived {
  const changes = Object.entries(rest?.lookups ?? {}).flatMap(([key, { result }]) => {
    const at = ["rest", "lookups", key]
    return result === undefined
      ? [{ at: [...at, "result"], value: Path.derived("@"), from: at }]
      : []
  })
  return { changes }
}

/**
 * Fills the names of a path with lookups before inputs: a checked name is never sent unchecked.
 * `by-name.ts` has the same rule for queries and bodies.
 */
function deriveParameters({ rest }: WrittenCard): Derived {
  const { endpoints = [], lookups = {} } = rest ?? {}
  const changes = endpoints.flatMap((endpoint, index) => {
    const at = ["rest", "endpoints", index]
    const ofPath = namesIn(endpoint.path ?? "").filter((name) => name !== endpoint.item)
    return ofPath.flatMap((name): Change[] => {
      if (!Object.hasOwn(lookups, name) || Object.hasOwn(endpoint.parameters ?? {}, name)) return []
      const from = ["rest", "lookups", name]
      return [{ at: [...at, "parameters", name], value: Path.derived(`$lookups.${name}`), from }]
    })
  })
  return { changes }
}

/** Derives the list of the pages: the answer must contain exactly one. */
function derivePages(
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
    return notDerived(atKey(source, ["list"], aboutList.noOneList(lists)))
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
