import type { HttpRequest } from "./message.js"
import { type OctokitResponse, responseOf } from "./octokit.js"
import type { Fetch } from "./watched-fetch.js"

/** What one request of an Octokit of the caller's is sent with. */
export interface SentOnce {
  readonly fetch: Fetch
  /** GitHub's answer where a plugin threw in its place; throws what else was thrown. */
  answerBehind(error: unknown): OctokitResponse
}

/**
 * Plugins of an Octokit retry and throttle by themselves: plugin-retry where `request.retries` does not
 * forbid it, plugin-throttling whenever its handlers say so, hooks of the caller's as they like. Only the
 * client's `retry` knows whether a write may be sent again, so whoever asks twice gets the first answer.
 * What GitHub refused for its credentials (401) may go again: auth strategies renew them.
 */
export function sendOnce(send: Fetch, channel: HttpRequest["channel"]): SentOnce {
  const answers = new Map<string, Promise<Response>>()
  let withheld: OctokitResponse | undefined
  const fetch: Fetch = async (address, init) => {
    // A hook may ask for something else with the same options, such as a token.
    const key = `${init?.method} ${new URL(String(address)).pathname}`
    const earlier = answers.get(key)
    if (earlier && (await earlier).status !== 401) return again(await earlier)
    const answer = send(address, init)
    answers.set(key, answer)
    const response = await answer
    const limit = await limitIn(response, channel)
    if (limit === undefined) return again(response)
    withheld = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      data: limit,
    }
    // plugin-throttling would wait, for an hour if need be, keep the process alive and send again.
    throw new Error("GitHub reports a limit; ghx decides whether to wait for it")
  }
  return {
    fetch,
    answerBehind(error) {
      const response = withheld ?? responseOf(error)
      // plugin-retry and plugin-throttling throw for errors in the body of a 200, which ghx reads itself.
      if (withheld || response?.status === 200) return response as OctokitResponse
      throw error
    },
  }
}

/** A response to read, of which another can be made. */
function again(response: Response): Response {
  const { status } = response
  // The body of a redirect is not read, and a second branch of it would keep the connection open.
  const isRead = (status >= 200 && status < 300) || status >= 400
  return isRead ? response.clone() : response
}

/** The body of an answer that plugin-throttling would wait for; undefined for every other one. */
async function limitIn(response: Response, channel: HttpRequest["channel"]): Promise<unknown> {
  const { status, headers } = response
  const refused = status >= 400 && status !== 401
  if (!refused && !(status === 200 && channel === "graphql")) return undefined
  const text = await response.clone().text()
  const limited = refused
    ? headers.get("x-ratelimit-remaining") === "0" || limits.test(text)
    : /"type":\s*"RATE_LIMIT/.test(text)
  if (!limited) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The words that plugin-throttling looks for, in all of its versions. */
const limits = /\bsecondary rate\b|\babuse\b|"RATE_LIMIT/i
