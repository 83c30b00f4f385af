import type { Failure } from "../errors/index.js"
import { type Call, type Definition, endpointUrl } from "../routes/index.js"

type FailedCall = Pick<Call<unknown>, "input" | "client" | "graphql" | "scope" | "send">

/**
 * Explains a NOT_FOUND for a label, a number, or what a repository has one of. GitHub numbers issues and pull requests
 * together, and only reports that no such issue exists. The explanation costs a request, which is sent only after a
 * failure.
 */
export async function wrongKind(
  lost: Failure,
  definition: Definition,
  call: FailedCall,
): Promise<Failure> {
  const { id, parts } = definition
  const { input } = call
  const failure = (await parts?.graphqlLookups?.explain(lost, call)) ?? lost
  const { owner, repo, issue_number: number }: Record<string, unknown> = Object(input)
  if (isOneOfRepository(definition)) return withRepository(failure, id, call)
  if (typeof number !== "number") return failure
  // The call may have failed because of another missing object, such as a label or the repository.
  const isNumbers = new RegExp(`(?:number of|issue_number) ${number}\\b`).test(failure.message)
  if (!isNumbers) return failure
  const path = { owner: String(owner), repo: String(repo), number }
  const answer = await ask("/repos/{owner}/{repo}/issues/{number}", path, call)
  if (!answer?.ok || !Object(answer.body).pull_request) return failure
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

/** Whether a read names nothing but the repository, such as that of its latest release. */
function isOneOfRepository({ effect, routes, rest }: Definition): boolean {
  const [endpoint, ...others] = rest?.endpoints ?? []
  const isAlone = effect === "read" && routes.length === 1 && others.length === 0
  return isAlone && /^\/repos\/\{owner\}\/\{repo\}\/[^{]+$/.test(endpoint?.path ?? "")
}

/** Tells a missing repository from a missing object in it: GitHub answers both with the same words. */
async function withRepository(failure: Failure, id: string, call: FailedCall): Promise<Failure> {
  if (!failure.message.startsWith(`${id} found nothing`)) return failure
  const { owner, repo }: Record<string, unknown> = Object(call.input)
  const path = { owner: String(owner), repo: String(repo) }
  const answer = await ask("/repos/{owner}/{repo}", path, call)
  if (!answer || (!answer.ok && answer.failure.code !== "NOT_FOUND")) return failure
  const name = `${owner}/${repo}`
  // GitHub follows the old name of a repository.
  const now = answer.ok ? String(Object(answer.body).full_name) : name
  const exists = now.toLowerCase() === name.toLowerCase() ? "exists" : `is now ${now}`
  const message = answer.ok
    ? `${failure.message}; the repository ${exists}`
    : `There is no repository ${name}, or the token cannot see it`
  return { ...failure, message, details: { ...failure.details, repository_exists: answer.ok } }
}

async function ask(
  template: string,
  path: Readonly<Record<string, string | number>>,
  { client, scope, send }: FailedCall,
) {
  const address = endpointUrl(client.endpoint.rest, template, { path })
  if (!address.ok) return undefined
  return send({ method: "GET", url: address.url, channel: "rest", writes: false }, scope)
}
