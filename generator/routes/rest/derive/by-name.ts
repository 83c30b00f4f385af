import { type Diagnostic, diagnostic } from "../../../diagnostics/index.js"
import {
  type Change,
  combineDerived,
  type Derived,
  NO_CHANGES,
  type RuleContext,
} from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import { aboutMapping } from "../../../messages/index.js"
import type { CardPath, WrittenCard, WrittenEndpoint } from "../../../parse/index.js"
import { namesIn } from "../check/index.js"
import { operationOf, RESPONSE, takenBy } from "./operation.js"

/**
 * Fills the query and the body of a single request by name, with lookups before inputs. With several requests, an
 * input could end up in the wrong one, so cards map inputs explicitly.
 */
export function deriveByName(card: WrittenCard, context: RuleContext): Derived {
  const { endpoints = [] } = card.rest ?? {}
  const parts = endpoints.map((endpoint, index) => {
    const at = ["rest", "endpoints", index]
    const taken = takenByName(endpoint, card, context)
    if (endpoints.length === 1) return { changes: taken.flatMap((one) => filled(one, at)) }
    return { changes: [], problems: taken.flatMap((one) => refused(one, endpoint, at, context)) }
  })
  return combineDerived(parts)
}

/** The names of the inputs and lookups that a query or a body would get. */
interface Taken {
  readonly place: "query" | "body"
  readonly names: readonly string[]
  readonly isLookup: (name: string) => boolean
}

function takenByName(endpoint: WrittenEndpoint, card: WrittenCard, context: RuleContext): Taken[] {
  const operation = operationOf(endpoint, context)
  if (operation === undefined) return []
  const inputs = card.input_schema?.properties ?? {}
  const lookups = card.rest?.lookups ?? {}
  const isLookup = (name: string) => Object.hasOwn(lookups, name)
  const inPath = namesIn(endpoint.path ?? "")
  const shapes = takenBy(operation, context)
  return (["query", "body"] as const).flatMap((place) => {
    if (endpoint[place] !== undefined) return []
    const names = Object.keys(shapes[place]?.fields ?? {}).filter(
      (name) => (Object.hasOwn(inputs, name) || isLookup(name)) && !inPath.includes(name),
    )
    return names.length === 0 ? [] : [{ place, names, isLookup }]
  })
}

function filled({ place, names, isLookup }: Taken, at: CardPath): Change[] {
  return names.map((name) => ({
    at: [...at, place, name],
    value: Path.derived(isLookup(name) ? `$lookups.${name}` : name),
    from: isLookup(name) ? ["rest", "lookups", name] : ["input_schema", "properties", name],
  }))
}

function refused(
  { place, names }: Taken,
  { method, path }: WrittenEndpoint,
  at: CardPath,
  { source }: RuleContext,
): Diagnostic[] {
  return names.map((name) => {
    const problem = aboutMapping.notByName(`${method} ${path}`, name, place)
    return diagnostic(problem, source.file, source.valueSpan([...at, "path"]))
  })
}

/** Derives the result of several requests: the last answer with a body. */
export function deriveAnswer({ rest }: WrittenCard, context: RuleContext): Derived {
  const { endpoints = [], result } = rest ?? {}
  const last = endpoints.at(-1)
  const operation = last && operationOf(last, context)
  if (result !== undefined || last === undefined || operation === undefined) return NO_CHANGES
  const isOther = last.bytes || (last.accept !== undefined && !/json$/.test(last.accept))
  if (operation.response === undefined && !isOther) return NO_CHANGES
  const at = ["rest", "endpoints", endpoints.length - 1]
  const from = last.as === undefined ? at : [...at, "as"]
  return { changes: [{ at: ["rest", "result"], value: Path.derived(last.as ?? RESPONSE), from }] }
}
