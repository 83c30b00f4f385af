import { type Answer, answer, failure } from "../http/index.js"
import { transaction } from "../tables/index.js"
import { inVersion } from "./api-version.js"
import { withValidators } from "./conditional.js"
import { requireCommits, requireReadable } from "./readable.js"
import {
  NotModelled,
  type RestRequest,
  type Route,
  refusalAnswer,
  withMediaType,
} from "./route/index.js"
import { type Refuse, requireAllRead } from "./unread.js"

/**
 * Runs the route. If a write is refused half-way, its changes are undone.
 *
 * @param synthesize - answers operations that are not modelled; absent if these are refused
 */
export function executeCall(
  route: Route,
  refuse: Refuse,
  requestFor: () => RestRequest,
  synthesize: (() => Answer) | undefined,
): Answer {
  try {
    const request = requestFor()
    requireReadable(route, request)
    requireCommits(route, request)
    const handle = () => {
      const answered = route.handler(request) ?? answer(204)
      requireAllRead(request, refuse)
      const isSearch = route.path.startsWith("/search/")
      const { viewer, media, isLatest } = request
      const caller = `${viewer.account.id} ${[...viewer.scopes].join()}`
      return withValidators(withMediaType(media, inVersion(isLatest, answered)), isSearch, caller)
    }
    return route.method === "GET" ? handle() : transaction(request.store, handle)
  } catch (error) {
    if (synthesize && error instanceof NotModelled) return synthesize()
    const refused = refusalAnswer(error)
    if (refused) return refused
    // A defect of the sandbox must not look like an answer of GitHub.
    const reason = error instanceof Error ? error.stack : String(error)
    return failure(500, `The sandbox failed: ${reason}`, undefined, { type: "SANDBOX_DEFECT" })
  }
}
