import { reasonOf, unsupported } from "../../errors/index.js"
import type { Credentials, Token } from "../../http/index.js"
import type { OctokitLike } from "./octokit.js"

/**
 * The token that an Octokit would send. Without one, gh is not used: its own login is another account.
 * Strategies for GitHub Apps need to know which token is meant; others ignore it.
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
  const message = `The token of this Octokit cannot be passed to gh: ${reason}`
  return { ok: false, failure: unsupported(message) }
}
