import { type GraphQLAnswer, type GraphQLRequest, prepare } from "../graphql/index.js"
import {
  type Answer,
  type Caller,
  DOCUMENTATION,
  failure,
  isAnonymous,
  malformedJson,
  ok,
  queryMissing,
  type RateLimiter,
} from "../http/index.js"
import type { GraphQLFault, LoggedRequest } from "../public/index.js"
import type { Synthesizer } from "../synthesize/index.js"
import type { Store } from "../tables/index.js"

export interface GraphQLSite {
  store: Store
  limiter: RateLimiter
  /** Synthesizes fields that are not modelled; absent if they are refused. */
  synthesizer: Synthesizer | undefined
}

/** Answers one GraphQL request, and describes it in the log. */
export async function answerGraphQL(
  { store, limiter, synthesizer }: GraphQLSite,
  { viewer, counted }: Caller,
  logged: LoggedRequest,
  rule: GraphQLFault | undefined,
): Promise<Answer> {
  if (!viewer) return failure(401, "Bad credentials", DOCUMENTATION.graphql)
  if (isAnonymous(viewer)) {
    const page = `${DOCUMENTATION.graphql}/guides/forming-calls-with-graphql#authenticating-with-graphql`
    return failure(401, "This endpoint requires you to be authenticated.", page)
  }
  const request = graphQLRequest(logged.body)
  if (request === "malformed") return malformedJson("graphql")
  if (request === "no query") return queryMissing()
  if (rule && !rule.partial) return ok({ data: null, errors: [rule.graphql_error] })
  const prepared = prepare(request)
  if (!("run" in prepared)) {
    limiter.spend(counted, "graphql", 1)
    return ok(prepared)
  }
  const { operation, cost } = prepared
  logged.operation_type = operation.operation
  logged.operation_name ??= operation.name?.value ?? null
  logged.cost = cost.points
  if (!limiter.spend(counted, "graphql", cost.points)) return ok(limiter.refusal(viewer.account))
  const rateLimit = () => {
    const { limit, remaining, used, reset } = limiter.state(counted, "graphql")
    return { limit, remaining, used, reset_at: isoSeconds(reset) }
  }
  const { synthesized = [], ...result } = await prepared.run(store, viewer, rateLimit, synthesizer)
  logged.synthesized = synthesized
  return ok(rule ? spoil(result, rule.graphql_error) : result)
}

const isoSeconds = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace(".000Z", "Z")

function graphQLRequest(body: unknown): GraphQLRequest | "malformed" | "no query" {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return "malformed"
  const { query, variables, operationName } = body as Record<string, unknown>
  if (typeof query !== "string") return "no query"
  return {
    query,
    variables: isObject(variables) ? variables : {},
    operationName: typeof operationName === "string" && operationName !== "" ? operationName : null,
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Adds an error to a successful answer, and removes the data at its path. */
function spoil(result: GraphQLAnswer, error: GraphQLFault["graphql_error"]): GraphQLAnswer {
  const data: unknown = JSON.parse(JSON.stringify(result.data ?? null))
  const path = error.path ?? []
  let at: unknown = data
  for (const step of path.slice(0, -1)) {
    at = typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined
  }
  const last = path.at(-1)
  if (typeof at === "object" && at !== null && last !== undefined) Reflect.set(at, last, null)
  return { data, errors: [...(result.errors ?? []), error] }
}
