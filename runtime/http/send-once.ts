import type { Fetch } from "./bearable-fetch.js"
import type { HttpRequest } from "./message.js"
import { type OctokitResponse, responseOf } from "./octokit.js"

/** How one request of a caller's Octokit is sent. */
export interface SentOnce {
  readonly fetch: Fetch
  /**
   * The Octokit's result: GitHub's answer, even if a plugin threw instead. Throws if the answer to a write
   * was lost and the Octokit returns another: a hook has repeated the request or made one up.
   */
  answerOf(asked: Promise<OctokitResponse>, writes: boolean): Promise<OctokitResponse>
}

/**
 * Plugins of an Octokit retry and throttle by themselves: plugin-retry unless `request.retries` forbids it,
 * plugin-throttling whenever its handlers say so, the caller's hooks as they like. Only the client's
 * `retry` knows whether a write may be repeated, so a repeated request gets the first answer. Requests
 * refused for their credentials (401) may be repeated: auth strategies renew tokens.
 */
export function sendOnce(send: Fetch, channel: HttpRequest["channel"]): SentOnce {
  const answers = new Map<string, Promise<Response>>()
  let withheld: OctokitResponse | undefined
  /** The answer did not come, or says nothing of what became of the request. */
  let lost: { readonly status?: number } | undefined
  const fetch: Fetch = async (address, init) => {
    // A hook may make another request with the same options, such as for a token.
    const key = `${init?.method} ${new URL(String(address)).pathname}`
    const earlier = answers.get(key)
    if (earlier && (await earlier).status !== 401) {
      if (withheld) throw limited()
      return again(await earlier)
    }
    const answer = send(address, init)
    answers.set(key, answer)
    lost = {}
    const response = await answer
    const { status } = response
    lost = status >= 500 ? { status } : undefined
    const limit = await limitIn(response, channel)
    if (limit === undefined) return again(response)
    withheld = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      data: limit,
    }
    // plugin-throttling would wait, for an hour if need be, keep the process alive and send again.
    throw limited()
  }
  return {
    fetch,
    async answerOf(asked, writes) {
      const isAnother = (status: number) => writes && lost !== undefined && status !== lost.status
      try {
        const response = await asked
        if (!isAnother(response.status)) return response
      } catch (error) {
        const response = withheld ?? responseOf(error)
        if (!response) throw error
        if (!isAnother(response.status)) {
          // plugin-retry and plugin-throttling throw for errors in the body of a 200, which ghx reads itself.
          if (withheld || response.status === 200) return response
          throw error
        }
      }
      const message =
        "its answer was lost, and a hook of the Octokit has sent it again or answered it"
      throw Object.assign(new Error(message), { name: "HttpError" })
    },
  }
}

const limited = () => new Error("GitHub reports a limit; ghx decides whether to wait for it")

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

/** The messages that plugin-throttling looks for, in all of its versions. */
const limits = /\bsecondary rate\b|\babuse\b|"RATE_LIMIT/i
