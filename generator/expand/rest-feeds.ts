import { bodyShape, findOperation, isOptionalIn, namesIn, queryShape } from "../check/index.js"
import type {
  CardPath,
  RestOperation,
  WrittenCard,
  WrittenEndpoint,
  WrittenRestLookup,
} from "../parse/index.js"
import { fromOpenapi, isNullish, type ObjectShape } from "../shape/index.js"
import { type Feed, feedsOf, inputsRead } from "./feed.js"
import type { Context } from "./rule.js"

type OfLookup = (name: string, needs: boolean) => readonly Feed[]

/** What the requests of the REST route are fed with: endpoints in order, then look-ups that only guard. */
export function feedsOfRest({ rest }: WrittenCard, context: Context): Feed[] {
  const { endpoints = [], lookups = {}, output = {} } = rest ?? {}
  const seen = new Set<string>()
  const ofLookup: OfLookup = (name, needs) => {
    const lookup = Object.hasOwn(lookups, name) ? lookups[name] : undefined
    if (lookup === undefined) return []
    seen.add(name)
    return feedsOfLookup(lookup, ["rest", "lookups", name], needs, context)
  }
  const isOnly = endpoints.length === 1
  const ofEndpoints = endpoints.flatMap((endpoint, index) =>
    feedsOfEndpoint(endpoint, ["rest", "endpoints", index], { isOnly, ofLookup }, context),
  )
  const ofOutput = Object.entries(output).flatMap(([name, expression]) => {
    const place = { needs: true, from: ["rest", "output", name] }
    return expression.includes("$") ? feedsOf(expression, place, false, ofLookup) : []
  })
  const others = Object.keys(lookups).filter((name) => !seen.has(name))
  return [...ofEndpoints, ...ofOutput, ...others.flatMap((name) => ofLookup(name, false))]
}

function feedsOfEndpoint(
  endpoint: WrittenEndpoint,
  at: CardPath,
  { isOnly, ofLookup }: { isOnly: boolean; ofLookup: OfLookup },
  context: Context,
): Feed[] {
  const { method, path, foreach, item } = endpoint
  const operation = operationOf(method, path, context)
  const ofPath = feedsOfPath(endpoint, at, { operation, item, needs: true, ofLookup })
  const ofList =
    foreach === undefined
      ? []
      : feedsOf(foreach, { needs: true, from: [...at, "foreach"] }, true, ofLookup)
  const description = context.pins.rest()
  const shapes = {
    query: operation && queryShape(operation, description),
    body: operation && bodyShape(operation, description),
  }
  const ofValues = (["query", "body"] as const).flatMap((place) =>
    feedsOfValues(endpoint[place], shapes[place], [...at, place], { isOnly, ofLookup }),
  )
  return [...ofPath, ...ofList, ...ofValues]
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
    return feedsOf(mapped ?? name, place, true, ofLookup)
  })
}

/** What a query or a body gets: what is mapped, or what is called like what it takes. */
function feedsOfValues(
  mapped: Readonly<Record<string, string>> | undefined,
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
  const { path, foreach, as, query = {}, result } = lookup
  const operation = operationOf("GET", path, context)
  const none = () => []
  const ofPath = feedsOfPath(lookup, at, { operation, item: as, needs, ofLookup: none })
  const ofList =
    foreach === undefined ? [] : feedsOf(foreach, { needs, from: [...at, "foreach"] }, true, none)
  const ofQuery = Object.entries(query).flatMap(([name, expression]) =>
    feedsOf(expression, { needs: false, from: [...at, "query", name] }, true, none),
  )
  const read = result === undefined ? [] : inputsRead(result, false)
  const ofResult = read.map((name) => ({ name, needs, makes: true, from: [...at, "result"] }))
  return [...ofPath, ...ofList, ...ofQuery, ...ofResult]
}

function operationOf(
  method: WrittenEndpoint["method"],
  path: string | undefined,
  { pins }: Context,
): RestOperation | undefined {
  if (method === undefined || path === undefined) return undefined
  const found = findOperation({ method, path }, pins.rest())
  return found.ok ? found.operation : undefined
}
