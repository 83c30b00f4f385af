import {
  type InputPlace,
  type InputSource,
  type OfLookup,
  type RuleContext,
  sourcesOf,
  sourcesOfLookups,
  sourcesOfOutput,
  sourcesOfResult,
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

/** The inputs of the REST route: endpoints in order, then lookups that are only guards. */
export function sourcesOfRest({ rest }: WrittenCard, context: RuleContext): InputSource[] {
  const { endpoints = [], lookups = {}, output = {} } = rest ?? {}
  const { ofLookup, ofOthers } = sourcesOfLookups(lookups, (lookup, name, needs) =>
    sourcesOfLookup(lookup, ["rest", "lookups", name], needs, context),
  )
  const isOnly = endpoints.length === 1
  const ofEndpoints = endpoints.flatMap((endpoint, index) =>
    sourcesOfEndpoint(endpoint, ["rest", "endpoints", index], { isOnly, ofLookup }, context),
  )
  return [...ofEndpoints, ...sourcesOfOutput(output, "rest", ofLookup), ...ofOthers()]
}

function sourcesOfEndpoint(
  endpoint: WrittenEndpoint,
  at: CardPath,
  { isOnly, ofLookup }: { isOnly: boolean; ofLookup: OfLookup },
  context: RuleContext,
): InputSource[] {
  const { item } = endpoint
  const operation = operationOf(endpoint, context)
  const ofPath = sourcesOfPath(endpoint, at, { operation, item, needs: true, ofLookup })
  const given = (key: "foreach" | "upload" | "when", place: Omit<InputPlace, "from">) =>
    sourcesOf(endpoint[key], { ...place, from: [...at, key] }, key !== "when", ofLookup)
  const shapes = operation && takenBy(operation, context)
  const ofValues = (["query", "body"] as const).flatMap((place) =>
    sourcesOfValues(endpoint[place], shapes?.[place], [...at, place], { isOnly, ofLookup }),
  )
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

/** The sources of a query or body: mapped values, or inputs by name. */
function sourcesOfValues(
  mapped: Readonly<Record<string, Path>> | undefined,
  shape: ObjectShape | undefined,
  at: CardPath,
  { isOnly, ofLookup }: { isOnly: boolean; ofLookup: OfLookup },
): InputSource[] {
  const fields = shape?.fields ?? {}
  const fieldOf = (name: string) => (Object.hasOwn(fields, name) ? fields[name]?.shape : undefined)
  if (mapped === undefined) {
    if (!isOnly) return []
    return Object.keys(fields).flatMap((name): readonly InputSource[] => {
      const field = fieldOf(name)
      const needs = field !== undefined && !isNullish(field)
      const found = ofLookup(name, needs)
      return found.length > 0 ? found : [{ name, shape: field, needs, makes: false, from: at }]
    })
  }
  return Object.entries(mapped).flatMap(([name, expression]) => {
    const field = fieldOf(name)
    const needs = field !== undefined && !isNullish(field)
    return sourcesOf(expression, { shape: field, needs, from: [...at, name] }, false, ofLookup)
  })
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
