/** Whether a call stays within the repositories of its client; loaded by the first client that has some. */
import type { GraphqlOperation, JsonSchema } from "../definition/index.js"
import { type Failure, lasting } from "../errors/index.js"
import { failuresOf, type GraphqlTransport, mergeFailures } from "../graphql/index.js"
import type { Guard } from "../guard/index.js"
import type { Definition } from "../routes/index.js"
import type { Scope } from "../timing/index.js"

type Bounds = Pick<Guard, "within" | "names">

/** Why a call may not be made, as far as the names in its input tell. */
export function excluded(
  definition: Pick<Definition, "id" | "input">,
  input: unknown,
  { within, names }: Bounds,
): Failure | undefined {
  const { id } = definition
  const repository = repositoryIn(input)
  if (repository !== undefined) return within?.(repository) ? undefined : outside(id, repository)
  if (nodesIn(definition.input, input).length > 0 || names(id)) return undefined
  return refusal(
    `${id} names no repository, and this client is bound to some`,
    `Name ${id} in \`allow\` of the client, beside "*", if it is meant to be possible`,
  )
}

/**
 * Why a call may not be sent, by what GitHub says of the repositories that it would reach: a node id may
 * be of any, and a write reaches one that was renamed or moved by its old name.
 */
export async function astray(
  { id, effect, input: schema }: Pick<Definition, "id" | "effect" | "input">,
  input: unknown,
  { within }: Pick<Guard, "within">,
  { query }: Pick<GraphqlTransport, "query">,
  scope: Scope,
): Promise<Failure | undefined> {
  const repository = repositoryIn(input)
  const [owner, name] = repository?.split("/") ?? []
  const questions = [
    ...(repository === undefined || effect === "read"
      ? []
      : [{ operation: byName, variables: { owner, name } }]),
    ...nodesIn(schema, input).map((node) => ({ operation: byNode, variables: { node } })),
  ]
  const found = await Promise.all(
    questions.map(async ({ operation, variables }): Promise<Failure | undefined> => {
      const answer = await query({ operation, variables, scope })
      if (!answer.ok) return answer.failure.standIn ? undefined : answer.failure
      const failure = mergeFailures(failuresOf(answer))
      if (failure) return failure
      const { repository, node }: Record<string, unknown> = Object(answer.data)
      const real = nameOf(repository) ?? nameOf(Object(node).repository) ?? nameOf(node)
      return real !== undefined && within?.(real) ? undefined : outside(id, real)
    }),
  )
  return mergeFailures(found.flatMap((one) => one ?? []))
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
    ... on Label { repository { nameWithOwner } }
    ... on Milestone { repository { nameWithOwner } }
    ... on PullRequestReviewThread { repository { nameWithOwner } }
    ... on Ref { repository { nameWithOwner } }
    ... on Release { repository { nameWithOwner } }
  }`,
)

/** A query of one root field, with what the documents of chains have to know of it. */
function question(name: string, variables: string, selection: string): GraphqlOperation {
  const [head, middle] = [`query ${name}(`, ") {\n  "]
  const document = `${head}${variables}${middle}${selection}\n}\n`
  const root = head.length + variables.length + middle.length
  return {
    type: "query",
    name,
    document,
    parts: {
      variables: [head.length, head.length + variables.length],
      selections: [root, root + selection.length],
      fragments: [],
      names: [...document.matchAll(/\$/g)].map(({ index }) => index + 1),
      roots: [root],
    },
  }
}

function repositoryIn(input: unknown): string | undefined {
  const { owner, repo }: Record<string, unknown> = Object(input)
  return typeof owner === "string" && typeof repo === "string" ? `${owner}/${repo}` : undefined
}

/** Accounts are of no repository, whoever acts on them. */
const accounts = ["Bot", "Mannequin", "Organization", "Team", "User"]

function nodesIn(schema: JsonSchema, value: unknown): string[] {
  const { "x-ghx-node": types, items, properties = {} } = schema
  if (types) {
    const isAccount = types.every((type) => accounts.includes(type))
    return typeof value === "string" && !isAccount ? [value] : []
  }
  if (items && Array.isArray(value)) return value.flatMap((item) => nodesIn(items, item))
  return Object.entries(properties).flatMap(([name, inner]) => nodesIn(inner, Object(value)[name]))
}

function nameOf(repository: unknown): string | undefined {
  const { nameWithOwner }: { nameWithOwner?: unknown } = Object(repository)
  return typeof nameWithOwner === "string" ? nameWithOwner : undefined
}

function outside(id: string, repository: string | undefined): Failure {
  const where = repository ?? "something that is in no repository"
  return refusal(
    `${id} would act on ${where}, which is outside what this client may act on`,
    "Change `repos` of the client, if this is meant to be possible",
  )
}

function refusal(message: string, fix: string): Failure {
  return lasting("AUTH", "not_sent", message, { guard: "repos", fix })
}
