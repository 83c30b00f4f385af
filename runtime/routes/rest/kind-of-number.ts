import type { Numbered, Questioner } from "../route/index.js"
import { endpointUrl } from "./url.js"

const template = "/repos/{owner}/{repo}/issues/{number}"

export async function isPull(
  { owner, repo, number }: Numbered,
  { client, scope }: Questioner,
): Promise<boolean> {
  const path = { owner: String(owner), repo: String(repo), number }
  const address = endpointUrl(client.endpoint.rest, template, { path })
  if (!address.ok) return false
  const request = { method: "GET", url: address.url, channel: "rest", writes: false } as const
  const answer = await client.http.send(request, scope)
  return answer.ok && Boolean(Object(answer.body).pull_request)
}
