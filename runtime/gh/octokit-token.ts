import { reasonOf, unsupported } from "../errors/index.js"
import type { Credentials, OctokitLike, Token } from "../http/index.js"

/**
 * The token that an Octokit would send. Without one gh stays out: its own login is somebody else.
 * Strategies for GitHub Apps want to be told which of their tokens is meant; the others do not care.
 */
export async function tokenOfOctokit(
  octokit: () => Promise<OctokitLike>,
  { remember }: Credentials,
): Promise<Token> {
  let reason = "it has none"
  try {
    const client = await octokit()
    const answer = await client.auth?.({ type: "installation" })
    if (typeof answer === "object" && answer !== null && "token" in answer) {
      if (typeof answer.token === "string") {
        remember(answer.token)
        return { ok: true, value: answer.token }
      }
    }
  } catch (error) {
    reason = reasonOf(error)
  }
  const message = `gh cannot use the token of this Octokit: ${reason}`
  return { ok: false, failure: unsupported(message) }
}
