import {
  type Context,
  type Feed,
  feedsOf,
  feedsOfLookups,
  feedsOfOutput,
  feedsOfResult,
  type OfLookup,
} from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import type {
  CardPath,
  RestOperation,
  WrittenCard,
  WrittenEndpoint,
  WrittenRestLookup,
} from "../../../parse/index.js"
import { fromOpenapi, isNullish, type ObjectShape, STRING } from "../../../shape/index.js"
import { isOptionalIn, namesIn } from "../check/index.js"
import { operationOf, takenBy } from "./operation.js"

/** What the requests of the REST route are fed with: endpoints in order, then look-ups that only guard. */
export function feedsOfRest({ rest }: WrittenCard, context: Context): Feed[] {
  const { endpoints = [], lookups = {}, output = {} } = rest ?? {}
  const { ofLookup, ofOthers } = feedsOfLookups(lookups, (lookup, name, needs) =>
    feedsOfLookup(lookup, ["rest", "lookups", name], needs, context),
  )
  const isOnly = endpoints.length === 1
  const ofEndpoints = endpoints.flatMap((endpoint, index) =>
    feedsOfEndpoint(endpoint, ["rest", "endpoints", index], { isOnly, ofLookup }, context),
  )
  return [...ofEndpoints, ...feedsOfOutput(output, "rest", ofLookup), ...ofOthers()]
}

function feedsOfEndpoint(
  endpoint: WrittenEndpoint,
  at: CardPath,
  { isOnly, ofLookup }: { isOnly: boolean; ofLookup: OfLookup },
  context: Context,
): Feed[] {
  const { foreach, item, when, upload } = endpoint
  const operation = operationOf(endpoint, context)
  const ofPath = feedsOfPath(endpoint, at, { operation, item, needs: true, ofLookup })
  const ofList =
    foreach === undefined
      ? []
      : feedsOf(foreach, { needs: true, from: [...at, "foreach"] }, true, ofLookup)
  const shapes = operation && takenBy(operation, context)
  const ofValues = (["query", "body"] as const).flatMap((place) =>
    feedsOfValues(endpoint[place], shapes?.[place], [...at, place], { isOnly, ofLookup }),
  )
  const ofHeaders = Object.entries(endpoint.headers ?? {}).flatMap(([name, path]) =>
    feedsOf(path, { shape: STRING, needs: false, from: [...at, "headers", name] }, true, ofLookup),
  )
  const ofUpload =
    upload === undefined
      ? []
      : feedsOf(upload, { shape: STRING, needs: true, from: [...at, "upload"] }, true, ofLookup)
  const ofCondition =
    when === undefined
      ? []
      : feedsOf(when, { needs: false, from: [...at, "when"] }, false, ofLookup)
  return [
    ...ofPath,
    ...ofList,
    ...ofValues,
    ...ofUpload,
    ...ofHeaders,
    ...ofCondition,
    ...feedsOfResult(endpoint.until, [...at, "until"], false),
    ...feedsOfResult(endpoint.result, [...at, "result"], false),
  ]
}

/** What fills the names of a path; a name in an optional part can do without. */
function feedsOfPath(
  { path = "", parameters = {} }: Pick<WrittenEndpoint, "path" | "parameters">,
  at: CardPath,
  options: {
    readonly operation: RestOperation | undefined
    readonly item: string | undefined
    readonly needs: boolean
    readonly ofLookup: OfLookup
  },
): Feed[] {
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
    return feedsOf(mapped ?? Path.derived(name), place, true, ofLookup)
  })
}

/** What a query or a body gets: what is mapped, or what is called like what it takes. */
function feedsOfValues(
  mapped: Readonly<Record<string, Path>> | undefined,
  shape: ObjectShape | undefined,
  at: CardPath,
  { isOnly, ofLookup }: { isOnly: boolean; ofLookup: OfLookup },
): Feed[] {
  const fields = shape?.fields ?? {}
  const fieldOf = (name: string) => (Object.hasOwn(fields, name) ? fields[name]?.shape : undefined)
  if (mapped === undefined) {
    if (!isOnly) return []
    return Object.keys(fields).flatMap((name): readonly Feed[] => {
      const field = fieldOf(name)
      const needs = field !== undefined && !isNullish(field)
      const found = ofLookup(name, needs)
      return found.length > 0 ? found : [{ name, shape: field, needs, makes: false, from: at }]
    })
  }
  return Object.entries(mapped).flatMap(([name, expression]) => {
    const field = fieldOf(name)
    const needs = field !== undefined && !isNullish(field)
    return feedsOf(expression, { shape: field, needs, from: [...at, name] }, false, ofLookup)
  })
}

function feedsOfLookup(
  lookup: WrittenRestLookup,
  at: CardPath,
  needs: boolean,
  context: Context,
): Feed[] {
  const { foreach, as, query = {}, result, where } = lookup
  const operation = operationOf({ ...lookup, method: "GET" }, context)
  const none = () => []
  const ofPath = feedsOfPath(lookup, at, { operation, item: as, needs, ofLookup: none })
  const ofList =
    foreach === undefined ? [] : feedsOf(foreach, { needs, from: [...at, "foreach"] }, true, none)
  const ofQuery = Object.entries(query).flatMap(([name, expression]) =>
    feedsOf(expression, { needs: false, from: [...at, "query", name] }, true, none),
  )
  return [
    ...ofPath,
    ...ofList,
    ...ofQuery,
    ...feedsOfResult(result, at, needs),
    ...feedsOfResult(where, at, needs),
  ]
}
