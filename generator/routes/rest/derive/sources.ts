import type { Diagnostic } from "../../../diagnostics/index.js"
import {
  type Change,
  combineDerived,
  type Derived,
  type InputPlace,
  type InputSource,
  NO_CHANGES,
  type OfLookup,
  type RuleContext,
  sourcesOf,
  sourcesOfLookups,
  sourcesOfOutput,
  sourcesOfResult,
} from "../../../expand/index.js"
import { compose, namesRead, Path, type PathNode } from "../../../jmespath/index.js"
import { aboutMapping } from "../../../messages/index.js"
import {
  atValue,
  type CardPath,
  type RestOperation,
  type WrittenCard,
  type WrittenEndpoint,
  type WrittenRestLookup,
} from "../../../parse/index.js"
import { fromOpenapi, isNullish, type ObjectShape, STRING } from "../../../shape/index.js"
import { isOptionalIn, namesIn } from "../check/index.js"
import { operationOf, RESPONSE, takenBy } from "./request.js"

const { composed, piped } = compose

/** The inputs of the REST route: endpoints in order, then lookups that are only guards. */
export function sourcesOfRest({ rest }: WrittenCard, context: RuleContext): InputSource[] {
  const { endpoints = [], lookups = {}, output = {} } = rest ?? {}
  const { ofLookup, ofOthers } = sourcesOfLookups(lookups, (lookup, name, needs) =>
    sourcesOfLookup(lookup, ["rest", "lookups", name], needs, context),
  )
  const isOnly = endpoints.length === 1
  const ofEndpoints = endpoints.flatMap((endpoint, index) =>
    sourcesOfEndpoint(
      endpoint,
      ["rest", "endpoints", index],
      { ofLookup, lookups: isOnly ? lookups : undefined },
      context,
    ),
  )
  return [...ofEndpoints, ...sourcesOfOutput(output, "rest", ofLookup), ...ofOthers()]
}

function sourcesOfEndpoint(
  endpoint: WrittenEndpoint,
  at: CardPath,
  { ofLookup, lookups }: { ofLookup: OfLookup; lookups: Lookups | undefined },
  context: RuleContext,
): InputSource[] {
  const { item } = endpoint
  const operation = operationOf(endpoint, context)
  const ofPath = sourcesOfPath(endpoint, at, { operation, item, needs: true, ofLookup })
  const given = (key: "foreach" | "upload" | "when", place: Omit<InputPlace, "from">) =>
    sourcesOf(endpoint[key], { ...place, from: [...at, key] }, key !== "when", ofLookup)
  const shapes = operation && takenBy(operation, context)
  const ofValues = (["query", "body"] as const).flatMap((place) => {
    const names = lookups ? openNames(endpoint, place, shapes?.[place], lookups, context) : []
    return sourcesOfValues(endpoint[place], names, shapes?.[place], [...at, place], ofLookup)
  })
  const ofHeaders = Object.entries(endpoint.headers ?? {}).flatMap(([name, path]) =>
    sourcesOf(
      path,
      { shape: STRING, needs: false, from: [...at, "headers", name] },
      true,
      ofLookup,
    ),
  )
  return [
    ...ofPath,
    ...given("foreach", { needs: true }),
    ...ofValues,
    ...given("upload", { shape: STRING, needs: true }),
    ...ofHeaders,
    ...given("when", { needs: false }),
    ...sourcesOfResult(endpoint.until, [...at, "until"], false),
    ...sourcesOfResult(endpoint.result, [...at, "result"], false),
  ]
}

/** The sources of a path's names; those in an optional part are optional. */
function sourcesOfPath(
  { path = "", parameters = {} }: Pick<WrittenEndpoint, "path" | "parameters">,
  at: CardPath,
  options: {
    readonly operation: RestOperation | undefined
    readonly item: string | undefined
    readonly needs: boolean
    readonly ofLookup?: OfLookup
  },
): InputSource[] {
  const { operation, item, ofLookup } = options
  return namesIn(path).flatMap((name) => {
    const mapped = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (mapped === undefined && name === item) return []
    const schema = operation?.parameters?.find((one) => one.name === name)?.schema
    const place = {
      ...(schema !== undefined && { shape: fromOpenapi(schema, {}, "") }),
      needs: options.needs && !isOptionalIn(path, name),
      from: mapped === undefined ? [...at, "path"] : [...at, "parameters", name],
    }
    return sourcesOf(mapped ?? Path.derived(name), place, true, ofLookup)
  })
}

/** The sources of a query or body: mapped values, and inputs by name. */
function sourcesOfValues(
  mapped: Readonly<Record<string, Path>> = {},
  names: readonly string[],
  shape: ObjectShape | undefined,
  at: CardPath,
  ofLookup: OfLookup,
): InputSource[] {
  const fields = shape?.fields ?? {}
  const placeOf = (name: string) => {
    const field = Object.hasOwn(fields, name) ? fields[name]?.shape : undefined
    return { shape: field, needs: field !== undefined && !isNullish(field) }
  }
  const given = Object.entries(mapped).flatMap(([name, expression]) =>
    sourcesOf(expression, { ...placeOf(name), from: [...at, name] }, false, ofLookup),
  )
  const byName = names.flatMap((name): readonly InputSource[] => {
    const place = placeOf(name)
    const found = ofLookup(name, place.needs)
    return found.length > 0 ? found : [{ name, ...place, makes: false, from: at }]
  })
  return [...given, ...byName]
}

type Lookups = Readonly<Record<string, WrittenRestLookup>>

/**
 * The names of a query or body that inputs and lookups of these names fill. Beside entries, those that the request
 * reads nowhere; `{}` has none.
 */
function openNames(
  endpoint: WrittenEndpoint,
  place: "query" | "body",
  shape: ObjectShape | undefined,
  lookups: Lookups,
  context: RuleContext,
): string[] {
  const names = Object.keys(shape?.fields ?? {})
  const { parameters = {}, query = {}, body = {}, headers = {}, foreach, upload } = endpoint
  const mapped = endpoint[place]
  if (mapped === undefined) return names
  const others = [foreach ?? [], upload ?? []].flat()
  const read = [parameters, query, body, headers]
    .flatMap((map) => Object.values(map))
    .concat(others)
    .map((path) => namesRead(path))
  if (Object.keys(mapped).length === 0 || read.some(({ whole }) => whole)) return []
  const ofLookups = Object.values(lookups).flatMap((one) =>
    sourcesOfLookup(one, [], false, context),
  )
  const isRead = (name: string) =>
    Object.hasOwn(lookups, name)
      ? read.some(({ paths }) => paths.includes(`$lookups.${name}`))
      : ofLookups.some((one) => one.name === name) ||
        read.some(({ current, paths }) => current.has(name) || paths.includes(`$input.${name}`))
  return names.filter((name) => !Object.hasOwn(mapped, name) && !isRead(name))
}

function sourcesOfLookup(
  lookup: WrittenRestLookup,
  at: CardPath,
  needs: boolean,
  context: RuleContext,
): InputSource[] {
  const { foreach, as, query = {}, result, where } = lookup
  const operation = operationOf({ ...lookup, method: "GET" }, context)
  const ofPath = sourcesOfPath(lookup, at, { operation, item: as, needs })
  const ofList = sourcesOf(foreach, { needs, from: [...at, "foreach"] }, true)
  const ofQuery = Object.entries(query).flatMap(([name, expression]) =>
    sourcesOf(expression, { needs: false, from: [...at, "query", name] }, true),
  )
  return [
    ...ofPath,
    ...ofList,
    ...ofQuery,
    ...sourcesOfResult(result, at, needs),
    ...sourcesOfResult(where, at, needs),
  ]
}

/**
 * Fills the query and the body of a single request by name, with lookups before inputs. With several requests, an
 * input could end up in the wrong one, so cards map inputs explicitly.
 */
export function deriveByName(card: WrittenCard, context: RuleContext): Derived {
  const { endpoints = [] } = card.rest ?? {}
  const parts = endpoints.map((endpoint, index) => {
    const at = ["rest", "endpoints", index]
    const taken = takenByName(endpoint, card, context, endpoints.length === 1)
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

function takenByName(
  endpoint: WrittenEndpoint,
  card: WrittenCard,
  context: RuleContext,
  isOnly: boolean,
): Taken[] {
  const operation = operationOf(endpoint, context)
  if (operation === undefined) return []
  const inputs = card.input_schema?.properties ?? {}
  const lookups = card.rest?.lookups ?? {}
  const isLookup = (name: string) => Object.hasOwn(lookups, name)
  const inPath = namesIn(endpoint.path ?? "")
  const shapes = takenBy(operation, context)
  return (["query", "body"] as const).flatMap((place) => {
    if (endpoint[place] !== undefined && !isOnly) return []
    const names = openNames(endpoint, place, shapes[place], lookups, context).filter(
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
    return atValue(source, [...at, "path"], problem)
  })
}

/** Derives the result of several requests: the last answer with a body. Without one, `@` is that of a single request. */
export function deriveAnswer({ rest }: WrittenCard, context: RuleContext): Derived {
  const { endpoints = [], result, output = {} } = rest ?? {}
  const last = endpoints.at(-1)
  const operation = last && operationOf(last, context)
  if (result !== undefined || last === undefined || operation === undefined) return NO_CHANGES
  const isOther = last.bytes || (last.accept !== undefined && !/json$/.test(last.accept))
  if (operation.response === undefined && !isOther) {
    if (endpoints.length > 1) return NO_CHANGES
    const answer: PathNode = { type: "Variable", name: last.as ?? RESPONSE }
    const whole = Object.entries(output).filter(([, path]) => namesRead(path).whole)
    const changes = whole.map(([name, path]): Change => {
      const at = ["rest", "output", name]
      return { at, value: composed(path, (root) => piped(answer, root)), from: at }
    })
    return { changes }
  }
  const at = ["rest", "endpoints", endpoints.length - 1]
  const from = last.as === undefined ? at : [...at, "as"]
  return { changes: [{ at: ["rest", "result"], value: Path.derived(last.as ?? RESPONSE), from }] }
}
