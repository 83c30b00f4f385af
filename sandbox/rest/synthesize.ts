import { type Answer, answer } from "../http/index.js"
import type { LoggedRequest } from "../public/index.js"
import { canSee, type Session } from "../state/index.js"
import { jsonSynthesizer, type Synthesizer } from "../synthesize/index.js"
import { describedAt, description } from "./generic/index.js"
import { type Found, missing } from "./route/index.js"

/**
 * A synthesized answer to an unmodelled operation, as described. Parameters reappear in fields of their
 * name. @throws 404 in an unknown repository
 */
export function synthesizeAnswer(
  synthesizer: Synthesizer,
  store: Session,
  { operation, params }: Found,
  logged: LoggedRequest,
): Answer {
  const { owner, repo } = params
  if (owner !== undefined && repo !== undefined) {
    const repository = store.repositoryByName(owner, repo)
    if (!repository || !canSee(store, repository)) return missing().answer
  }
  const [method] = operation.split(" ")
  const described = describedAt(operation)
  const [status = 200] = described?.statuses ?? []
  logged.synthesized = [operation]
  logged.generic = false
  if (method !== "GET") store.recordApplied(operation, { nodeId: "INVENTED" })
  if (described?.statuses === undefined && method === "GET") return download(synthesizer, operation)
  if (!described?.response) return answer(status === 200 ? 204 : status)
  const key = `${operation} ${JSON.stringify(params)}`
  const given = givenIn(params, logged.body)
  const made = jsonSynthesizer(synthesizer, description().schemas, given)(described.response, key)
  return answer(status, isLaterPage(logged) ? withoutItems(made) : made)
}

/** The description does not cover redirect targets, such as archives. */
const download = (synthesizer: Synthesizer, operation: string): Answer =>
  answer(200, synthesizer.text(operation, "bytes"), {
    "content-type": "application/octet-stream",
    // The response imitates a storage server, not the API.
    "x-github-media-type": "unknown",
  })

const isLaterPage = ({ query }: LoggedRequest): boolean => Number(query.page ?? 1) > 1

/** All synthesized items are on the first page. */
function withoutItems(made: unknown): unknown {
  if (Array.isArray(made)) return []
  if (typeof made !== "object" || made === null) return made
  return Object.fromEntries(
    Object.entries(made).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
  )
}

/** Values that may reappear in the answer: `issue_number` in a path is its `number`. */
function givenIn(params: Readonly<Record<string, string>>, body: unknown): Record<string, unknown> {
  const last = Object.entries(params).map(([name, value]) => {
    return [name.slice(name.lastIndexOf("_") + 1), value] as const
  })
  return { ...Object.fromEntries(last), ...params, ...Object(body) }
}
