/**
 * GitHub's REST description without descriptions and examples, reduced to what the compiler needs to check REST
 * routes.
 */
import type {
  RestDescription,
  RestOperation,
  RestParameter,
  RestPermissions,
} from "../parse/index.js"

const METHODS = ["get", "post", "put", "patch", "delete"]
const DOCUMENTATION_KEYS = new Set([
  "description",
  "summary",
  "title",
  "example",
  "examples",
  "externalDocs",
  "tags",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "deprecated",
  "default",
])

/** Keeps paths, parameters, bodies, answers and schemas of an OpenAPI description, and removes prose. */
export function slimRest(openapi: unknown): RestDescription {
  const resolve = (value: unknown): unknown => {
    const reference = at(value, "$ref")
    if (typeof reference !== "string" || reference.startsWith("#/components/schemas/")) return value
    return resolve(
      reference
        .split("/")
        .slice(1)
        .reduce((inner, key) => at(inner, key), openapi),
    )
  }
  const operation = (source: unknown, shared: readonly unknown[]): RestOperation => {
    const parameters = [...shared, ...list(at(source, "parameters"))]
      .map(resolve)
      .flatMap(slimParameter)
    const bodies = at(resolve(at(source, "requestBody")), "content")
    const body = at(at(bodies, "application/json"), "schema")
    const uploads = body === undefined ? entries(bodies).map(([type]) => type) : []
    const docs = at(at(source, "externalDocs"), "url")
    const successes = entries(at(source, "responses")).filter(([status]) => /^2/.test(status))
    const headers = entries(at(resolve(successes[0]?.[1]), "headers")).map(([name]) => name)
    const success = successes[0]?.[1]
    const mayBeEmpty = successes.some(([, one]) => at(resolve(one), "content") === undefined)
    const content = entries(at(resolve(success), "content"))
    const json = content.find(([type]) => type === "application/json")?.[1]
    const media = textTypes(
      content.map(([type]) => type),
      at(source, "description"),
    )
    const permissions = permissionsIn(at(source, "description"))
    return {
      ...(typeof docs === "string" && { docs }),
      ...(successes.length > 0 && { statuses: successes.map(([status]) => Number(status)) }),
      ...(headers.length > 0 && { headers }),
      ...(parameters.length > 0 && { parameters }),
      ...(body !== undefined && { body: withoutDocumentation(body) }),
      ...(uploads.length > 0 && { uploads }),
      ...(json !== undefined && { response: withoutDocumentation(at(json, "schema")) }),
      ...(json !== undefined && mayBeEmpty && { mayBeEmpty }),
      ...(media.length > 0 && { media }),
      ...(permissions && { permissions }),
    }
  }
  const paths = entries(at(openapi, "paths")).map(([path, methods]) => {
    const shared = list(at(methods, "parameters"))
    const own = entries(methods).filter(([method]) => METHODS.includes(method))
    return [path, Object.fromEntries(own.map(([method, one]) => [method, operation(one, shared)]))]
  })
  const schemas = entries(at(at(openapi, "components"), "schemas"))
  return {
    paths: Object.fromEntries(paths),
    schemas: Object.fromEntries(schemas.map(([name, one]) => [name, withoutDocumentation(one)])),
  }
}

/**
 * The text media types of responses. GitHub mentions most of them only in descriptions, as
 * "**`application/vnd.github.diff`**: …", together with media types that extend the JSON.
 */
function textTypes(listed: readonly string[], description: unknown): string[] {
  const bullets = String(description).matchAll(/\*\*`(application\/[^`]+)`\*\*:?(.*)/g)
  const described = [...bullets].flatMap(([, type = "", says = ""]) => {
    const isContent = /\.(?:diff|patch|sha)$/.test(type) || /contents|blob data|README/.test(says)
    return isContent && !type.endsWith("object+json") ? [type.replace(/\+json$/, "")] : []
  })
  const all = [...listed, ...described]
  // GitHub serves patches wherever it serves diffs, but does not describe each of them.
  const patches = all.flatMap((type) =>
    type.endsWith(".diff") ? type.replace(/diff$/, "patch") : [],
  )
  return [...new Set([...all, ...patches])].filter((type) => !/json$|\.object$/.test(type))
}

function slimParameter(parameter: unknown): RestParameter[] {
  const [name, place] = [at(parameter, "name"), at(parameter, "in")]
  if (typeof name !== "string" || (place !== "path" && place !== "query")) return []
  const isRequired = at(parameter, "required") === true
  const schema = withoutDocumentation(at(parameter, "schema"))
  return [{ name, in: place, ...(isRequired && { required: true as const }), schema }]
}

function withoutDocumentation(schema: unknown, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withoutDocumentation(one))
  if (typeof schema !== "object" || schema === null) return schema
  const kept = Object.entries(schema).filter(
    ([key]) => isMap || (!DOCUMENTATION_KEYS.has(key) && !key.startsWith("x-")),
  )
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      key === "enum" ? value : withoutDocumentation(value, !isMap && key === "properties"),
    ]),
  )
}

function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : []
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Scopes in backticks in a sentence. */
const named = /`([a-z_]+(?::[a-z_]+)?)`/g

/** `"Workflows" repository permission (write)` */
const fineGrained = /"([^"]+)" (repository|organization) permissions? \((read|write)\)/g

/**
 * The permissions that a token needs for an operation. GitHub states them only in descriptions: classic scopes for
 * about half of its operations, fine-grained permissions for a few.
 */
export function permissionsIn(description: unknown): RestPermissions | undefined {
  const found: { -readonly [Key in keyof RestPermissions]: RestPermissions[Key] } = {}
  for (const sentence of String(description).split(/(?<=\.)\s+|\n+/)) {
    const scopes = [...sentence.matchAll(named)].flatMap(([, scope = ""]) => scope)
    // Excludes scopes that only a part of the operation needs.
    const isNeed =
      /\bscopes? (?:to use this endpoint|is also required)|\bneed `[\w:]+` scope\.?$/.test(sentence)
    if (isNeed && scopes.length > 0) {
      const ofPrivate = /\bprivate\b/.test(sentence)
      // "with private or public repositories, or the `public_repo` scope …": the first scope is for any repository,
      // the second for public ones.
      const [first = ""] = scopes
      const isEither = /private or public/.test(sentence)
      if (isEither) found.scopes = scopes
      else if (ofPrivate) found.private_scopes ??= [first]
      else if (!found.scopes) found.scopes = scopes
      if (/`\s+and\s+`/.test(sentence) && !ofPrivate) found.all = true
    }
    const granted = /\balso\b/.test(sentence) ? [] : [...sentence.matchAll(fineGrained)]
    if (granted.length > 0) {
      const names = granted.map(([, name, of, access]) => `${name} (${of}): ${access}`)
      found.fine_grained = [...(found.fine_grained ?? []), ...names]
    }
  }
  return Object.keys(found).length > 0 ? found : undefined
}
