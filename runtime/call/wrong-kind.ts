import type { GraphqlOperation } from "../definition.js"
import type { RouteType } from "../envelope.js"
import type { Failure } from "../errors/index.js"
import { endpointUrl } from "../rest/url.js"
import type { Carrier } from "./carry-out.js"
import type { Definition } from "./route.js"

/** Where a capability's input holds the number of one kind, and what the other kind is called. */
const kinds = {
  issue_number: { own: "issues", typename: "PullRequest", other: "a pull request", domain: "pr" },
  pull_number: { own: "pull requests", typename: "Issue", other: "an issue", domain: "issue" },
} as const

const document =
  "query KindOf($owner: String!, $repo: String!, $number: Int!) {\n  repository(owner: $owner, name: $repo) { issueOrPullRequest(number: $number) { __typename } }\n}\n"

const operation: GraphqlOperation = {
  type: "query",
  name: "KindOf",
  document,
  parts: {
    variables: between("$owner: String!", "$number: Int!"),
    selections: between("repository(", "} }"),
    fragments: [],
    names: [...document.matchAll(/\$(?=owner|repo|number)/g)].map(({ index }) => index + 1),
    roots: [document.indexOf("repository(")],
  },
}

function between(first: string, last: string): [number, number] {
  return [document.indexOf(first), document.indexOf(last) + last.length]
}

interface Numbered {
  readonly owner: unknown
  readonly repo: unknown
  readonly number: number
}

/** What a number is, asked where the call went; gh would take three processes to say it. */
const ask: Partial<
  Record<RouteType, (numbered: Numbered, carrier: Carrier) => Promise<string | undefined>>
> = {
  async graphql(variables, { graphql, scope }) {
    const answer = await graphql.query({ operation, variables, scope })
    return answer.ok ? kindIn(answer.data) : undefined
  },
  async rest({ owner, repo, number }, { client, scope }) {
    const path = { owner: String(owner), repo: String(repo), number }
    const address = endpointUrl(client.endpoint.rest, "/repos/{owner}/{repo}/issues/{number}", {
      path,
    })
    if (!address.ok) return undefined
    const request = { method: "GET", url: address.url, channel: "rest", writes: false } as const
    const answer = await client.http.send(request, scope)
    if (!answer.ok) return undefined
    return Object(answer.body).pull_request ? "PullRequest" : "Issue"
  },
}

/**
 * A number that was not found, said as what it is. GitHub counts issues and pull requests together and
 * says of one that there is no such other; to ask costs a request, and only where a call has failed.
 */
export async function wrongKind(
  failure: Failure,
  { id, input: schema }: Definition,
  input: unknown,
  carrier: Carrier,
  route: RouteType,
): Promise<Failure> {
  const { issue_number, pull_number } = schema.properties ?? {}
  if (failure.code !== "NOT_FOUND" || Boolean(issue_number) === Boolean(pull_number)) return failure
  const name = issue_number ? "issue_number" : "pull_number"
  const { owner, repo, [name]: number }: Record<string, unknown> = Object(input)
  // Something else that the call names may be what is missing: a label, or the repository.
  const isNumbers = new RegExp(`(?:number of|${name}) ${number}\\b`).test(failure.message)
  if (typeof number !== "number" || !isNumbers) return failure
  const { own, typename, other, domain } = kinds[name]
  if ((await ask[route]?.({ owner, repo, number }, carrier)) !== typename) return failure
  return {
    ...failure,
    message: `${number} is ${other}, and ${id} takes ${own}: ${failure.message}`,
    details: {
      ...failure.details,
      fix: `Use a capability whose name begins with \`${domain}.\`, or give the number of one of the ${own}`,
    },
  }
}

function kindIn(data: unknown): string | undefined {
  const { repository }: { repository?: unknown } = Object(data)
  const { issueOrPullRequest }: { issueOrPullRequest?: unknown } = Object(repository)
  const { __typename }: { __typename?: unknown } = Object(issueOrPullRequest)
  return typeof __typename === "string" ? __typename : undefined
}
