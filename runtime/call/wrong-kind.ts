import type { Failure } from "../errors/index.js"
import { type Call, type Definition, endpointUrl } from "../routes/index.js"

/**
 * Explains a NOT_FOUND for a label or a number. GitHub numbers issues and pull requests together, and only reports that
 * no such issue exists. The explanation costs a request, which is sent only after a failure.
 */
export async function wrongKind(
  lost: Failure,
  { id, parts }: Definition,
  call: Pick<Call<unknown>, "input" | "client" | "graphql" | "scope" | "send">,
): Promise<Failure> {
  const { input, client, scope, send } = call
  const failure = (await parts?.graphqlLookups?.explain(lost, call)) ?? lost
  const { owner, repo, issue_number: number }: Record<string, unknown> = Object(input)
  if (typeof number !== "number") return failure
  // The call may have failed because of another missing object, such as a label or the repository.
  const isNumbers = new RegExp(`(?:number of|issue_number) ${number}\\b`).test(failure.message)
  if (!isNumbers) return failure
  const path = { owner: String(owner), repo: String(repo), number }
  const template = "/repos/{owner}/{repo}/issues/{number}"
  const address = endpointUrl(client.endpoint.rest, template, { path })
  if (!address.ok) return failure
  const request = { method: "GET", url: address.url, channel: "rest", writes: false } as const
  const answer = await send(request, scope)
  if (!answer.ok || !Object(answer.body).pull_request) return failure
  return {
    ...failure,
    message: `${number} is a pull request, but ${id} takes issues: ${failure.message}`,
    details: {
      ...failure.details,
      counterpart: id.replace(/^issue\./, "pr."),
      fix: "Use a capability for pull requests, or pass the number of an issue",
    },
  }
}
