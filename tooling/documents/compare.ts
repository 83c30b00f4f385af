/** One operation by two ways, each in a sandbox of its own where it writes. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import {
  buildSchema,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  parse,
  typeFromAST,
  validate,
} from "graphql"
import { createGhx } from "../../generated/index.js"
import { type Sandbox, startSandbox } from "../../sandbox/index.js"

export const outcomes = [
  "same",
  // A list without a page size, which GitHub refuses and ghx pages.
  "paged by ghx",
  "invalid on the pinned schema",
  "error of the answer",
  "not in the sandbox",
  "refused",
  "different",
] as const
export type Outcome = (typeof outcomes)[number]

export interface Comparison {
  readonly outcome: Outcome
  readonly detail: string
}

const pinned = join(import.meta.dirname, "../../schema/github-schema.graphql")
const schema = buildSchema(readFileSync(pinned, "utf8"), { assumeValid: true })

let shared: Sandbox | undefined

export async function compare(text: string): Promise<Comparison> {
  const invalid = validate(schema, parse(text))
  const writes = /^\s*mutation\b/.test(text)
  const variables = variablesOf(text)
  shared ??= await startSandbox({ synthesize: true })
  const [first, second] = writes
    ? [await startSandbox({ synthesize: true }), await startSandbox({ synthesize: true })]
    : [shared, shared]
  try {
    const raw = await rawResult(first, text, variables)
    const ghx = createGhx({ base_url: second.url, token: second.token, operations: "write" })
    const result = await ghx
      .document(text)(variables)
      .catch((thrown: unknown) => {
        return { ok: false as const, error: { code: "THROWN", message: String(thrown) } }
      })
    const error = result.ok ? undefined : `${result.error.code} ${result.error.message}`
    const problems = [...invalid.map(({ message }) => message), ...raw.errors]
    const failure = invalid.length > 0 ? "invalid on the pinned schema" : "error of the answer"
    const detail = `${error ?? "ok"} | raw: ${problems.join("; ") || "ok"}`
    if (/is not a possible type for/.test(problems.join())) {
      return { outcome: "not in the sandbox", detail }
    }
    if (result.ok && problems.length > 0 && problems.every((one) => unpaged.test(one))) {
      return { outcome: "paged by ghx", detail }
    }
    if (problems.length > 0) {
      return { outcome: result.ok ? "different" : failure, detail }
    }
    if (!result.ok) {
      const isReason = result.error.code === "VALIDATION"
      return { outcome: isReason ? "refused" : "different", detail }
    }
    const place = difference(snake(raw.data), result.data, "")
    return place === undefined
      ? { outcome: "same", detail }
      : { outcome: "different", detail: place }
  } finally {
    if (writes) await Promise.all([first.close(), second.close()])
  }
}

const unpaged = /^You must provide a `first` or `last` value to properly paginate/

async function rawResult(
  { url, token }: Sandbox,
  query: string,
  variables: object,
): Promise<{ data: unknown; errors: string[] }> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { authorization: `bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors = [] } = Object(await response.json())
  return { data, errors: errors.map(({ message }: { message: string }) => message) }
}

/** Of other code than the tested: names in snake_case, unless two would be one. */
function snake(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snake)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [plain(name), snake(member)]),
  )
}

const plain = (name: string) => name.replaceAll("_", "").toLowerCase()

/** Where a result lacks or changes something; the page information that ghx adds may be there. */
function difference(raw: unknown, own: unknown, at: string): string | undefined {
  if (typeof raw !== "object" || raw === null || typeof own !== "object" || own === null) {
    return raw === own ? undefined : `${at}: ${JSON.stringify(raw)} is ${JSON.stringify(own)}`
  }
  if (Array.isArray(raw) || Array.isArray(own)) {
    if (!Array.isArray(raw) || !Array.isArray(own) || raw.length !== own.length) {
      return `${at}: lists of other lengths`
    }
    return raw.map((one, n) => difference(one, own[n], `${at}/${n}`)).find(Boolean)
  }
  const named = new Map(Object.entries(own).map(([name, member]) => [plain(name), member]))
  for (const [name, member] of Object.entries(raw)) {
    // What each request leaves of the rate limit.
    if (name === "ratelimit") continue
    if (!named.has(name)) return `${at}/${name} is missing`
    const below = difference(member, named.get(name), `${at}/${name}`)
    if (below !== undefined) return below
  }
  if (at.endsWith("/pageinfo")) return undefined
  const added = [...named.keys()].find((name) => !Object.hasOwn(raw, name) && name !== "pageinfo")
  return added === undefined ? undefined : `${at}/${added} is added`
}

const known: Readonly<Record<string, unknown>> = {
  owner: "octocat",
  login: "octocat",
  user: "octocat",
  username: "octocat",
  repoowner: "octocat",
  repo: "hello-world",
  name: "hello-world",
  reponame: "hello-world",
  repository: "hello-world",
}

/** A value for each variable that is required. */
function variablesOf(text: string): Record<string, unknown> {
  const operation = parse(text).definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return {}
  return Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable, type, defaultValue }) => {
      if (type.kind !== Kind.NON_NULL_TYPE || defaultValue) return []
      const name = variable.name.value
      const made = typeFromAST(schema, type)
      if (!made) return []
      const own = known[plain(name)]
      return [[name, own ?? sampleOf(made as GraphQLInputType)]]
    }),
  )
}

function sampleOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType)
  if (isListType(type)) return [sampleOf(type.ofType)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField)
    return Object.fromEntries(fields.map((field) => [field.name, sampleOf(field.type)]))
  }
  const values: Readonly<Record<string, unknown>> = {
    Int: 1,
    Float: 1,
    Boolean: true,
    DateTime: "2026-01-02T03:04:05Z",
    Date: "2026-01-02",
    URI: "https://github.test/a",
    GitObjectID: "0000000000000000000000000000000000000001",
  }
  return values[type.name] ?? "x"
}
