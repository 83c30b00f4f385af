import type { GraphqlOperation } from "../definition.js"
import type { RouteType } from "../envelope.js"
import type { Failure } from "../errors/index.js"
import { endpointUrl } from "../rest/url.js"
import type { Carrier } from "./carry-out.js"
import type { Definition } from "./route.js"

const document =
  "query KindOf($owner: String!, $repo: String!, $number: Int!) {\n  repository(owner: $owner, name: $repo) { issueOrPullRequest(number: $number) { __typename } }\n}\n"

const operation: GraphqlOperation = { type: "query", name: "KindOf", document }

interface Numbered {
  readonly owner: unknown
  readonly repo: unknown
  readonly number: number
}

/** Asked where the call went; gh would take three processes to say it. */
const isPull: Partial<
  Record<RouteType, (numbered: Numbered, carrier: Carrier) => Promise<boolean>>
> = {
  async graphql(variables, { client, scope }) {
    const answer = await client.graphql.query({ operation, variables, scope })
    return answer.ok && kindIn(answer.data) === "PullRequest"
  },
  async rest({ owner, repo, number }, { client, scope }) {
    const path = { owner: String(owner), repo: String(repo), number }
    const address = endpointUrl(client.endpoint.rest, "/repos/{owner}/{repo}/issues/{number}", {
      path,
    })
    if (!address.ok) return false
    const request = { method: "GET", url: address.url, channel: "rest", writes: false } as const
    const answer = await client.http.send(request, scope)
    return answer.ok && Boolean(Object(answer.body).pull_request)
  },
}

/**
 * A number that was not found, said as what it is. GitHub counts issues and pull requests together and
 * says of one that there is no such other; to ask costs a request, and only where a call has failed.
 */
export async function wrongKind(
  failure: Failure,
  { id }: Definition,
  input: unknown,
  carrier: Carrier,
  route: RouteType,
): Promise<Failure> {
  const { owner, repo, issue_number: number }: Record<string, unknown> = Object(input)
  // A chain promises how many requests it sends.
  if (typeof number !== "number" || carrier.chained) return failure
  // Something else that the call names may be what is missing: a label, or the repository.
  const isNumbers = new RegExp(`(?:number of|issue_number) ${number}\\b`).test(failure.message)
  if (!isNumbers) return failure
  if (!(await isPull[route]?.({ owner, repo, number }, carrier))) return failure
  return {
    ...failure,
    message: `${number} is a pull request, and ${id} takes issues: ${failure.message}`,
    details: {
      ...failure.details,
      fix: 'Use a capability for pull requests, which `list_capabilities("pr")` lists, or give the number of an issue',
    },
  }
}

function kindIn(data: unknown): string | undefined {
  const { repository }: { repository?: unknown } = Object(data)
  const { issueOrPullRequest }: { issueOrPullRequest?: unknown } = Object(repository)
  const { __typename }: { __typename?: unknown } = Object(issueOrPullRequest)
  return typeof __typename === "string" ? __typename : undefined
}
