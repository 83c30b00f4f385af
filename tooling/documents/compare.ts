/** Runs one operation in two ways. If it writes, each way has its own sandbox. */
import {
  type DocumentNode,
  getNamedType,
  isObjectType,
  Kind,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from "graphql"
import { createGhx } from "../../generated/index.js"
import { type Sandbox, startSandbox } from "../../sandbox/index.js"
import { schema } from "./schema.js"
import { everyId, filled, type Ids, idsIn, namedIn, variablesOf } from "./values.js"

export const outcomes = [
  "same",
  // A list without a page size, which GitHub refuses and ghx adds.
  "paged by ghx",
  "invalid on the pinned schema",
  "error of the answer",
  "not in the sandbox",
  "refused",
  "different",
] as const
export type Outcome = (typeof outcomes)[number]

interface Comparison {
  readonly outcome: Outcome
  readonly detail: string
}

/** Number of ids of a type to try until the raw text has an answer without errors. */
const ATTEMPTS = 4

let ids: Ids | undefined

export async function compare(written: string): Promise<Comparison> {
  ids ??= await everyIdOfSandbox()
  const text = filled(written, ids)
  const invalid = validate(schema, parse(text))
    .map(({ message }) => message)
    .filter((message) => !isAnswered(message))
  let compared = await attempt(text, invalid, 0)
  for (let n = 1; n < ATTEMPTS && compared.outcome === "error of the answer"; n++) {
    compared = await attempt(text, invalid, n)
  }
  return compared
}

/** GitHub accepts one response key with different types in different types of a union. */
const isAnswered = (message: string) =>
  /conflicting types/.test(message) && !/different fields|differing arguments/.test(message)

async function attempt(
  text: string,
  invalid: readonly string[],
  number: number,
): Promise<Comparison> {
  const [first, second] = [await sandboxFor(text), await sandboxFor(text)]
  try {
    const variables = variablesOf(text, ids ?? new Map(), number)
    const raw = await rawResult(first, text, variables)
    const ghx = createGhx({ base_url: second.url, token: second.token, operations: "write" })
    const result = await ghx
      .document(text)(variables)
      .catch((thrown: unknown) => {
        return { ok: false as const, error: { code: "THROWN", message: String(thrown) } }
      })
    const error = result.ok ? undefined : `${result.error.code} ${result.error.message}`
    const isUnpaged = raw.errors.length === 0 && hasUnpaged(parse(text))
    const problems = [...invalid, ...raw.errors, ...(isUnpaged ? [UNPAGED] : [])]
    const failure = invalid.length > 0 ? "invalid on the pinned schema" : "error of the answer"
    const detail = `${error ?? "ok"} | raw: ${problems.join("; ") || "ok"}`
    if (/is not a possible type for/.test(problems.join())) {
      return { outcome: "not in the sandbox", detail }
    }
    if (result.ok && problems.length > 0 && problems.every((one) => one.startsWith(UNPAGED))) {
      return { outcome: "paged by ghx", detail }
    }
    if (problems.length > 0) {
      // Errors before sending have another wording.
      const isSaid =
        error?.startsWith("VALIDATION") || raw.errors.some((one) => error?.includes(one))
      return { outcome: isSaid ? failure : "different", detail }
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
    await Promise.all([first.close(), second.close()])
  }
}

async function everyIdOfSandbox(): Promise<Ids> {
  const sandbox = await startSandbox()
  try {
    return idsIn((await rawResult(sandbox, everyId, {})).data)
  } finally {
    await sandbox.close()
  }
}

/** A separate sandbox with the objects that the text names, because writes would affect the other run. */
async function sandboxFor(text: string): Promise<Sandbox> {
  const sandbox = await startSandbox({ synthesize: true })
  await sandbox.apply(namedIn(text))
  return sandbox
}

const UNPAGED = "You must provide a `first` or `last` value to properly paginate"

/** Whether a list has no page size. GitHub refuses such a list, but a synthesized answer does not. */
function hasUnpaged(document: DocumentNode): boolean {
  let found = false
  const info = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(info, {
      Field({ arguments: given = [], selectionSet }) {
        const type = getNamedType(info.getType())
        const items = selectionSet?.selections.some(
          (one) => one.kind === Kind.FIELD && ["nodes", "edges"].includes(one.name.value),
        )
        const isList = items && isObjectType(type) && type.getFields().pageInfo !== undefined
        const isSized = given.some(({ name }) => ["first", "last"].includes(name.value))
        if (isList && !isSized) found = true
      },
    }),
  )
  return found
}

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

/** Written independently of the tested code: names in snake_case, unless two would be equal. */
function snake(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snake)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [plain(name), snake(member)]),
  )
}

const plain = (name: string) => name.replaceAll("_", "").toLowerCase()

/**
 * The first place where the results differ; undefined if they are equal. The page information that ghx adds is
 * ignored.
 */
function difference(raw: unknown, own: unknown, at: string): string | undefined {
  if (typeof raw !== "object" || raw === null || typeof own !== "object" || own === null) {
    return raw === own ? undefined : `${at}: ${JSON.stringify(raw)} is ${JSON.stringify(own)}`
  }
  if (Array.isArray(raw) || Array.isArray(own)) {
    if (!Array.isArray(raw) || !Array.isArray(own) || raw.length !== own.length) {
      return `${at}: lists of different lengths`
    }
    return raw.map((one, n) => difference(one, own[n], `${at}/${n}`)).find(Boolean)
  }
  const named = new Map(Object.entries(own).map(([name, member]) => [plain(name), member]))
  for (const [name, member] of Object.entries(raw)) {
    // The rate limit differs with each request.
    if (name === "ratelimit") continue
    if (!named.has(name)) return `${at}/${name} is missing`
    const below = difference(member, named.get(name), `${at}/${name}`)
    if (below !== undefined) return below
  }
  if (at.endsWith("/pageinfo")) return undefined
  const added = [...named.keys()].find((name) => !Object.hasOwn(raw, name) && name !== "pageinfo")
  return added === undefined ? undefined : `${at}/${added} is added`
}
