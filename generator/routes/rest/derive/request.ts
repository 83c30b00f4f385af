import type { Diagnostic } from "../../../diagnostics/index.js"
import {
  type Change,
  combineDerived,
  type Derived,
  NO_CHANGES,
  notDerived,
  type RuleContext,
} from "../../../expand/index.js"
import { compose, namesRead, Path } from "../../../jmespath/index.js"
import { aboutCard } from "../../../messages/index.js"
import {
  atKey,
  type CardPath,
  type RestDescription,
  type RestOperation,
  type WrittenCard,
  type WrittenEndpoint,
} from "../../../parse/index.js"
import type { ObjectShape } from "../../../shape/index.js"
import { memoize } from "../../../text/index.js"
import { bodyShape, findOperation, namesIn, queryShape } from "../check/index.js"
import { requestWords } from "../format/index.js"

const { composed, field, piped } = compose

/** A single request in the section itself becomes an endpoint, and `@` in `result` refers to its answer. */
export function deriveEndpoint({ rest }: WrittenCard, { source }: RuleContext): Derived {
  if (rest?.request === undefined) return NO_CHANGES
  if (rest.endpoints !== undefined) return twice(["rest", "request"], ["rest", "endpoints"], source)
  const at = ["rest", "endpoints", 0]
  const moved = Object.entries(rest).flatMap(([key, value]): Change[] => {
    if (!Object.hasOwn(requestWords, key)) return []
    const from = ["rest", key]
    return [{ at: [...at, key], value, from }, gone(from)]
  })
  const name = rest.as ?? RESPONSE
  const { result, pagination } = rest
  const ofAnswer = result !== undefined && pagination === undefined && readsAnswer(result)
  const resultAt = ["rest", "result"]
  return {
    problems: [],
    changes: [
      { at: ["rest", "endpoints"], value: [{}], from: ["rest", "request"] },
      { at: [...at, "request"], value: rest.request, from: ["rest", "request"] },
      ...moved,
      gone(["rest", "request"]),
      ...(ofAnswer
        ? [
            {
              at: resultAt,
              value: composed(result, (root) => piped(field(name), root)),
              from: resultAt,
            },
          ]
        : []),
    ],
  }
}

/**
 * Splits `METHOD /path` into a method and GitHub's path. Names in the path are filled by the inputs that the card
 * writes there.
 */
export function deriveMethod({ rest }: WrittenCard, context: RuleContext): Derived {
  if (rest === undefined) return NO_CHANGES
  const lookups = Object.entries(rest.lookups ?? {}).map(([key, lookup]) => {
    const at = ["rest", "lookups", key]
    return parseRequest({ ...lookup, item: lookup.as }, at, context)
  })
  const endpoints = (rest.endpoints ?? []).map((endpoint, index) => {
    return parseRequest(endpoint, ["rest", "endpoints", index], context)
  })
  return combineDerived([...lookups, ...endpoints])
}

type ParsedRequest = Pick<WrittenEndpoint, "request" | "parameters" | "path" | "method"> & {
  readonly item?: string | undefined
}

function parseRequest(
  section: ParsedRequest,
  at: CardPath,
  { source, pins }: RuleContext,
): Derived {
  const { request, parameters = {}, item } = section
  if (request === undefined) return NO_CHANGES
  const from = [...at, "request"]
  const other = (["path", "method"] as const).find((key) => section[key] !== undefined)
  if (other !== undefined) return twice(from, [...at, other], source)
  const [method = "", written = ""] = request.split(/ (.*)/s)
  const isLookup = at[1] === "lookups"
  const { path, renamed } = pinnedPath(written, method, pins.rest())
  const mapped = renamed.map(([pinned, own]) => {
    const value = parameters[own] ?? Path.derived(own === item ? `$${own}` : own)
    return { at: [...at, "parameters", pinned], value, from }
  })
  const replaced = renamed.flatMap(([, own]) =>
    Object.hasOwn(parameters, own) ? [gone([...at, "parameters", own])] : [],
  )
  return {
    changes: [
      ...(isLookup ? [] : [{ at: [...at, "method"], value: method, from }]),
      { at: [...at, "path"], value: path, from },
      ...mapped,
      ...replaced,
      gone(from),
    ],
  }
}

function readsAnswer(path: Path): boolean {
  const { current, whole } = namesRead(path)
  return whole || current.size > 0
}

function gone(at: CardPath): Change {
  return { at, from: at }
}

function twice(one: CardPath, other: CardPath, source: RuleContext["source"]): Derived {
  const problem: Diagnostic = atKey(
    source,
    one,
    aboutCard.duplicateSetting(one.join("."), other.join(".")),
  )
  return notDerived(problem)
}

/** A path of GitHub's description, and the names that the card replaces in it. */
interface PinnedPath {
  readonly path: string
  readonly renamed: readonly (readonly [pinned: string, own: string])[]
}

/**
 * GitHub's path for a request. It has the same parts apart from names; if several match, the one with the same names
 * is chosen. An unknown path stays unchanged.
 */
function pinnedPath(written: string, method: string, { paths }: RestDescription): PinnedPath {
  // Optional parts keep GitHub's names.
  if (Object.hasOwn(paths, written) || written.includes("[")) return { path: written, renamed: [] }
  const wanted = withoutNames(written)
  const [path, ...others] = (pathsWithoutNames(paths).get(wanted) ?? []).filter(
    (one) => paths[one]?.[method.toLowerCase()] !== undefined,
  )
  if (path === undefined || others.length > 0) return { path: written, renamed: [] }
  const own = namesIn(written)
  const renamed = namesIn(path).flatMap((name, index): [string, string][] => {
    const called = own[index]
    return called === undefined || called === name ? [] : [[name, called]]
  })
  return { path, renamed }
}

const pathsWithoutNames = memoize((paths: RestDescription["paths"]) => {
  const groups = new Map<string, string[]>()
  for (const path of Object.keys(paths)) {
    const name = withoutNames(path)
    groups.set(name, [...(groups.get(name) ?? []), path])
  }
  return groups
})

function withoutNames(path: string): string {
  return path.replace(/\{\w+\}/g, "{}")
}

/** The default name of an answer. */
export const RESPONSE = "response"

/** GitHub's description of a request; undefined if the operation is unknown. */
export function operationOf(
  { method, path }: Pick<WrittenEndpoint, "method" | "path">,
  { pins }: Pick<RuleContext, "pins">,
): RestOperation | undefined {
  if (method === undefined || path === undefined) return undefined
  const found = findOperation({ method, path }, pins.rest())
  return found.ok ? found.operation : undefined
}

/** The names in a request's query and body. */
export function takenBy(
  operation: RestOperation,
  { pins }: RuleContext,
): { readonly query: ObjectShape; readonly body: ObjectShape | undefined } {
  const description = pins.rest()
  return { query: queryShape(operation, description), body: bodyShape(operation, description) }
}
