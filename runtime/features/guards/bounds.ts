/** Checks whether a call stays within the bounds of its client. Loaded by the first client that has bounds. */
import {
  type CallContext,
  type FeatureCode,
  isInRepository,
  type Layer,
  nodeIdsIn,
} from "../../call/index.js"
import { type Bounds, type Guard, separateBounds, type Whereabouts } from "../../client/index.js"
import type { GraphqlOperation, JsonSchema } from "../../definition/index.js"
import type { ResultEnvelope } from "../../envelope/index.js"
import { type Failure, toResultError } from "../../errors/index.js"
import { failuresOf, type GraphqlTransport, mergeFailures } from "../../graphql/index.js"
import { type Definition, featureOf } from "../../routes/index.js"
import type { Scope } from "../../timing/index.js"
import { refusal } from "./guard.js"
import { isSearch } from "./is-search.js"
import { otherRepositories } from "./other-repositories.js"
import { matches, summandsOf } from "./pattern.js"

/** A call as limits count it: a document by its kind, because whoever writes it chooses its name. */
type Counted = Pick<Definition, "id" | "named" | "calls">

const counts = (limit: string, name: string) =>
  summandsOf(limit).some((pattern) => matches(pattern, name))

export const limitsOf = ({ id, named }: Counted, { limits }: Bounds) =>
  Object.entries(limits).filter(([limit]) => counts(limit, named ?? id))

/** Counts a call. Returns the failure if the call exceeds a limit. */
export function countCall(call: Counted, bounds: Bounds): Failure | undefined {
  const { calls = 1, id } = call
  const { made } = bounds
  const own = limitsOf(call, bounds)
  const full = own.find(([pattern, most]) => (made.get(pattern) ?? 0) + calls > most)
  if (full) return tooMany(id, ...full)
  for (const [pattern] of own) made.set(pattern, (made.get(pattern) ?? 0) + calls)
  return undefined
}

/** Takes back the count of a call that was not sent: a write, or what `repos` refused after asking GitHub. */
function discount(call: Counted, bounds: Bounds, envelope: ResultEnvelope<unknown>): void {
  const { guard, outcome } = envelope.error?.details ?? {}
  if (guard === undefined && outcome !== "not_sent") return
  const { calls = 1 } = call
  for (const [pattern] of limitsOf(call, bounds))
    bounds.made.set(pattern, (bounds.made.get(pattern) ?? 0) - calls)
}

/** Counts calls and restricts them to the repositories of their client. */
const layer: Layer = (next) => async (definition, input, callContext) => {
  const { client, scope } = callContext
  const { bounds } = client.guard
  if (!bounds) return next(definition, input, callContext)
  const { id } = definition
  let count: { readonly over: Failure | undefined } | undefined
  const counted = () => {
    count ??= { over: countCall(definition, bounds) }
    return count.over && client.redact(toResultError(count.over, definition))
  }
  const error = isLookedFor(definition) ? undefined : counted()
  if (error) return { ok: false, error, meta: { capability_id: id } }
  let isInside = false
  const held: CallContext["held"] = bounds.repos && {
    async stray(transport) {
      // A write with a key asks for its look first, then for itself.
      if (isInside) return
      const { failure } = await whereabouts(definition, input, bounds, transport, scope)
      isInside = !failure
      return failure
    },
    misdirected: (path) => pathOutOfBounds(id, path, bounds),
  }
  const envelope = await next(definition, input, { ...callContext, counted, ...(held && { held }) })
  if (count && !count.over) discount(definition, bounds, envelope)
  return envelope
}

/** Whether a write may have been applied before, so that it counts only when it is sent. */
const isLookedFor = ({ key }: Definition) => key !== undefined

export const boundsCode: FeatureCode = {
  layer,
  admit: (definition, input, { guard }) => inputOutOfBounds(definition, input, guard),
  locate: (definition, input, { guard: { bounds }, graphql }, scope) =>
    bounds?.repos && whereabouts(definition, input, bounds, graphql, scope),
  admitAll(definitions, { guard: { bounds } }) {
    const ahead = bounds && separateBounds(bounds)
    return definitions.map((one) =>
      ahead && !isLookedFor(one) ? countCall(one, ahead) : undefined,
    )
  },
}

function tooMany(id: string, pattern: string, most: number): Failure {
  const [calls, match] = most === 1 ? ["call", "matches"] : ["calls", "match"]
  const which = pattern === id ? `of ${id}` : `that ${match} ${pattern}`
  return refusal("limits", `${id} exceeds the limit of this client: ${most} ${calls} ${which}`)
}

/** Returns the failure if the names in an input are out of bounds. */
export function inputOutOfBounds(
  definition: Definition,
  input: unknown,
  { bounds, names }: Pick<Guard, "bounds" | "names">,
): Failure | undefined {
  if (!bounds?.repos) return undefined
  const { id } = definition
  const isExempt = names(definition.named ?? id)
  const allowing = `To allow it: \`allow: ["*", "${id}"]\``
  const named = repositoriesIn(definition, input)
  const stray = named.find((one) => !isWithin(one, bounds))
  if (stray !== undefined) return outOfBoundsFailure(id, stray)
  if (namesRepositoryIn(input)) {
    const outside = otherRepositories(definition, input, isExempt).filter(
      (one) => one === undefined || !isWithin(one, bounds),
    )
    if (outside.length > 0) {
      const where = outside[0]?.replace(/^(.*)\/\*$/, "a repository of $1") ?? "another repository"
      return outOfBoundsFailure(id, where)
    }
    const found = isExempt ? undefined : lookupOutsideRepository(definition, input)
    if (found === undefined) return undefined
    const message = `${id} would change a ${found} outside any repository, which \`repos\` of this client forbids`
    return refusal("repos", message, allowing)
  }
  if (isSearch(definition)) {
    const searched = featureOf(definition.parts, "searchedRepositories")(definition, input)
    const stranger = searched?.find((one) => !isWithin(one, bounds))
    if (searched && stranger === undefined) return undefined
    const message = `The query of ${id} is not limited to the repositories in \`repos\` of this client`
    const fix = `Limit each alternative of the query to repositories of the client: \`repo:owner/name\`, without NOT, user:, org:, curly quotes and unusual spaces`
    if (stranger !== undefined) return outOfBoundsFailure(id, stranger, fix)
    return refusal("repos", message, fix)
  }
  if (isExempt || nodesIn(definition.input, input).length > 0) return undefined
  const message = `${id} names no repository, so \`repos\` of this client cannot allow it`
  return refusal("repos", message, allowing)
}

/** Returns the failure if the repository in a request's path is out of bounds. */
function pathOutOfBounds(id: string, path: string, bounds: Bounds): Failure | undefined {
  const [, owner, name] = /^\/repos\/([^/?]+)\/([^/?]+)/.exec(path) ?? []
  if (owner === undefined || name === undefined) return undefined
  const repository = decodeURIComponent(`${owner}/${name}`)
  return isWithin(repository, bounds) ? undefined : outOfBoundsFailure(id, repository)
}

/** The repositories that a call names in its input or in its documents. */
function repositoriesIn({ graphql }: Definition, input: unknown): string[] {
  const asked = Object.values(graphql?.lookups ?? {}).flatMap(({ operation, foreach, variables }) =>
    (foreach ? (foreach(input) ?? []) : [null]).flatMap((item) =>
      repositoriesInQuery(operation.document, Object(variables(input, item, undefined))),
    ),
  )
  if (graphql)
    asked.push(...repositoriesInQuery(graphql.operation.document, variablesOf(graphql, input)))
  return [...new Set([repositoryIn(input) ?? [], fullNamesIn(input), asked].flat())]
}

/** The variables without those from lookups. Some operations have no others. */
function variablesOf(graphql: NonNullable<Definition["graphql"]>, input: unknown) {
  try {
    return Object(graphql.variables(input, {}))
  } catch {
    return {}
  }
}

/** Values of `owner/name` in a single string, in inputs and variables with such a name. */
function fullNamesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    typeof one === "string" && /^repository_?name_?with_?owner$/i.test(name)
      ? [one]
      : fullNamesIn(one),
  )
}

function repositoriesInQuery(
  document: string,
  variables: Readonly<Record<string, unknown>>,
): string[] {
  const given = (written: string, name: string) => {
    const value = new RegExp(`\\b${name}\\s*:\\s*(?:\\$(\\w+)|"([^"]*)")`).exec(written)
    return value?.[1] === undefined ? value?.[2] : variables[value[1]]
  }
  const textIn = (written: string, name: string) => {
    const value = given(written, name)
    return typeof value === "string" ? [value] : []
  }
  const named = [...document.matchAll(/\brepository\s*\(([^)]*)\)/g)].flatMap(
    ([, written = ""]) =>
      repositoryIn({ owner: given(written, "owner"), repo: given(written, "name") }) ?? [],
  )
  const addressed = [...document.matchAll(/\bresource\s*\(([^)]*)\)/g)].flatMap(
    ([, written = ""]) => textIn(written, "url").map(repositoryAt),
  )
  const full = [...document.matchAll(/\brepositoryNameWithOwner\b[^,}\n]*/g)].flatMap(([written]) =>
    textIn(written, "repositoryNameWithOwner"),
  )
  return [...named, ...addressed, ...full, ...fullNamesIn(variables)]
}

/**
 * The repository of a page. An address outside any repository is returned unchanged, and no pattern matches it.
 */
function repositoryAt(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : address
  return /^\/?([^/]+\/[^/]+)/.exec(path)?.[1] ?? address
}

/** Lookups of a write outside the repository of its input, such as a project of the owner. */
function lookupOutsideRepository(
  { effect, graphql }: Definition,
  input: unknown,
): string | undefined {
  if (effect === "read") return undefined
  const made = Object.values(graphql?.lookups ?? {}).find(({ operation, foreach, variables }) => {
    const [item] = foreach ? (foreach(input) ?? []) : [null]
    if (item === undefined || !variables(input, item, undefined)) return false
    const [from, to] = operation.parts?.selections ?? [0, operation.document.length]
    const selection = operation.document.slice(from, to).replaceAll(/\s+/g, "")
    return !/^(?:\w+:)?repository\(/.test(selection) && !account.test(selection)
  })
  return made?.subject
}

/** Node ids of accounts, which belong to no repository. */
const account =
  /^(?:\w+:)?(?:user|organization|repositoryOwner)\([^)]*\)\{(?:__typename|id|login)+\}$/

/**
 * Asks GitHub where a call would act, and fails if that is out of bounds: a node id can belong to any repository,
 * and a renamed or moved one is still reached by its old name.
 */
export async function whereabouts(
  definition: Definition,
  input: unknown,
  bounds: Bounds,
  { query }: Pick<GraphqlTransport, "query">,
  scope: Scope,
): Promise<Whereabouts> {
  const { id, effect, input: schema } = definition
  const named = effect === "read" ? [] : repositoriesIn(definition, input)
  const questions = [
    ...named.map((repository) => {
      const [owner, name] = repository.split("/")
      return { operation: byName, variables: { owner, name } }
    }),
    ...nodesIn(schema, input).map((node) => ({ operation: byNode, variables: { node } })),
  ]
  const found = await Promise.all(
    questions.map(async ({ operation, variables }): Promise<Failure | string | undefined> => {
      const answer = await query({ operation, variables, scope })
      const failure = answer.ok ? mergeFailures(failuresOf(answer)) : answer.failure
      if (failure) return failure.standIn ? undefined : failure
      const { repository, node }: Record<string, unknown> = Object(Object(answer).data)
      const { repository: own, discussion } = Object(node)
      const real =
        nameOf(repository) ?? nameOf(own) ?? nameOf(Object(discussion).repository) ?? nameOf(node)
      return real !== undefined && isWithin(real, bounds) ? real : outOfBoundsFailure(id, real)
    }),
  )
  const failure = mergeFailures(found.filter((one) => typeof one === "object"))
  return failure ? { failure } : { repositories: found.filter((one) => typeof one === "string") }
}

const byName = question(
  "RepositoryNow",
  "$owner: String!, $name: String!",
  "repository(owner: $owner, name: $name) { nameWithOwner }",
)

const byNode = question(
  "RepositoryOf",
  "$node: ID!",
  `node(id: $node) {
    ... on Repository { nameWithOwner }
    ... on RepositoryNode { repository { nameWithOwner } }
    ... on DiscussionComment { discussion { repository { nameWithOwner } } }
    ... on Label { repository { nameWithOwner } }
    ... on Milestone { repository { nameWithOwner } }
    ... on PullRequestReviewThread { repository { nameWithOwner } }
    ... on Ref { repository { nameWithOwner } }
    ... on Release { repository { nameWithOwner } }
  }`,
)

/** A query with one root field, and the metadata that chains need to merge it. */
function question(name: string, variables: string, selection: string): GraphqlOperation {
  const head = `query ${name}(${variables}`
  const document = `${head}) {\n  ${selection}\n}\n`
  const root = document.indexOf(selection)
  return {
    type: "query",
    name,
    document,
    parts: {
      variables: [head.length - variables.length, head.length],
      selections: [root, root + selection.length],
      names: [...document.matchAll(/\$/g)].map(({ index }) => index + 1),
      roots: [root],
    },
  }
}

function isWithin(repository: string, { repos = [] }: Bounds): boolean {
  const [owner = "", name = ""] = repository.toLowerCase().split("/")
  return repos.some((pattern) => {
    const [first = "", last = ""] = pattern.toLowerCase().split("/")
    return matchesPattern(first, owner) && matchesPattern(last, name)
  })
}

// A pattern without `*` is compared as a whole: a dot separates the parts of a capability id, but is an ordinary
// character in the name of a repository.
function matchesPattern(pattern: string, name: string): boolean {
  return pattern.includes("*") ? matches(pattern, name) : pattern === name
}

const repositoryIn = (input: unknown) =>
  namesRepositoryIn(input) ? `${input.owner}/${input.repo}` : undefined

function namesRepositoryIn(input: unknown): input is { owner: string; repo: string } {
  const { owner, repo }: Record<string, unknown> = Object(input)
  return typeof owner === "string" && typeof repo === "string"
}

const nodesIn = (schema: JsonSchema, input: unknown) =>
  nodeIdsIn(schema, input).flatMap(({ id, types }) => (isInRepository(types) ? [id] : []))

function nameOf(repository: unknown): string | undefined {
  const { nameWithOwner }: { nameWithOwner?: unknown } = Object(repository)
  return typeof nameWithOwner === "string" ? nameWithOwner : undefined
}

function outOfBoundsFailure(id: string, repository: string | undefined, fix?: string): Failure {
  const where = repository ?? "something outside any repository"
  const message = `${id} would act on ${where}, which is not in \`repos\` of this client`
  return refusal("repos", message, fix)
}
