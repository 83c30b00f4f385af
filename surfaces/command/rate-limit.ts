import type { Client } from "../../runtime/index.js"

/** GitHub's answer about the token's limits, whose headers have its scopes. The request costs nothing. */
export async function askRateLimit({ http, endpoint, unauthenticated }: Client) {
  if (await unauthenticated()) return undefined
  const url = `${endpoint.rest}/rate_limit`
  const scope = { signal: undefined, started: 0, sent: { requests: 0, points: 0 } }
  const answer = await http.send({ method: "GET", url, channel: "rest", writes: false }, scope)
  return answer.ok ? answer : undefined
}
