import { type Answer, failure } from "../http/index.js"
import { notModelled } from "./route/index.js"

/** Paths that GitHub answers and the description lacks. */
const UNDESCRIBED = [
  /^\S+ \/(?:repositories|organizations|user)\/\d+(?:\/|$)/,
  /^GET \/repos\/[^/]+\/[^/]+\/git\/refs(?:\/|$)/,
  // The archive of the default branch, and what stars were called.
  /^GET \/repos\/[^/]+\/[^/]+\/(?:tarball|zipball|watchers)$/,
  // git over HTTP, and logins of OAuth.
  /^\S+ \/[^/]+\/[^/]+\.git(?:\/|$)/,
  /^\S+ \/[^/]+\/[^/]+\/(?:info\/refs|git-(?:upload|receive)-pack)$/,
  /^\S+ \/login(?:\/|$)/,
  // It returns the schema.
  /^GET \/(?:api\/)?graphql$/,
]

/** The answer where the description has no operation. */
export function answerUndescribed(method: string, path: string): Answer {
  const operation = `${method} ${path}`
  const isThere = UNDESCRIBED.some((pattern) => pattern.test(operation))
  return isThere ? notModelled(`\`${operation}\``) : failure(404, "Not Found")
}
