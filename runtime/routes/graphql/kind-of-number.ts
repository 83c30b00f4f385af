import type { GraphqlOperation } from "../../definition/index.js"
import type { Numbered, Questioner } from "../route/index.js"

const document =
  "query KindOf($owner: String!, $repo: String!, $number: Int!) {\n  repository(owner: $owner, name: $repo) { issueOrPullRequest(number: $number) { __typename } }\n}\n"

const operation: GraphqlOperation = { type: "query", name: "KindOf", document }

export async function isPull(variables: Numbered, { client, scope }: Questioner): Promise<boolean> {
  const answer = await client.graphql.query({ operation, variables, scope })
  return answer.ok && kindIn(answer.data) === "PullRequest"
}

function kindIn(data: unknown): string | undefined {
  const { repository }: { repository?: unknown } = Object(data)
  const { issueOrPullRequest }: { issueOrPullRequest?: unknown } = Object(repository)
  const { __typename }: { __typename?: unknown } = Object(issueOrPullRequest)
  return typeof __typename === "string" ? __typename : undefined
}
