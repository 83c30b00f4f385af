import type { Fetch, HttpRequest, RawResponse } from "../../http/index.js"
import { responseOf, splitUrl } from "./octokit.js"

/** Sends one request of a caller's Octokit. */
interface SentOnce {
  readonly fetch: Fetch
  /**
   * The Octokit's result: GitHub's answer, even if a plugin threw instead. Throws if the answer to a write was lost
   * but the Octokit returns one: then a hook has repeated the request, or has invented the response.
   */
  answerOf(asked: Promise<RawResponse>, writes: boolean): Promise<RawResponse>
}

/**
 * Plugins of an Octokit retry and throttle on their own: plugin-retry unless `request.retries` forbids it,
 * plugin-throttling whenever its handlers ask for it, the caller's hooks at any time. But only the client's `retry`
 * knows whether a write may be repeated, so a repeated request gets the first answer again. A request refused for its
 * credentials (401) may be repeated, since auth strategies renew tokens.
 */
export function sendOnce(send: Fetch, channel: HttpRequest["channel"]): SentOnce {
  const answers = new Map<string, Promise<Response>>()
  let withheld: RawResponse | undefined
  /** Set if no answer came, or one that leaves the outcome open. */
  let lost: { readonly status?: number } | undefined
  const fetch: Fetch = async (address, init) => {
    // The key of a request, because a hook may make another request with the same options, such as for a token.
    const key = `${init?.method} ${splitUrl(address).path}`
    const earlier = answers.get(key)
    if (earlier && (await earlier).status !== 401) {
      if (withheld) throw limited()
      return rereadable(await earlier)
    }
    const answer = send(address, init)
    answers.set(key, answer)
    lost = {}
    const response = await answer
    const { status } = response
    lost = status >= 500 ? { status } : undefined
    const limit = await limitIn(response, channel)
    if (limit === undefined) return rereadable(response)
    withheld = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      data: limit,
    }
    // plugin-throttling would wait, up to an hour, keep the process alive, and send the request again.
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
        "the response was lost, and a hook of the Octokit sent the request again or answered it"
      throw Object.assign(new Error(message), { name: "HttpError" })
    },
  }
}

const limited = () => new Error("GitHub reports a limit; ghx decides whether to wait for it")

/** The response, with a body that can be read more than once. */
function rereadable(response: Response): Response {
  const { status } = response
  // Nobody reads the body of a redirect; a second branch of it would keep the connection open.
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
