import { type Answer, failure, notModelled } from "../http/index.js"

/** Paths that GitHub serves, but its description lacks. */
const UNDESCRIBED = [
  /^\S+ \/(?:repositories|organizations|user)\/\d+(?:\/|$)/,
  // The archive of the default branch, and the former name of stars.
  /^GET \/repos\/[^/]+\/[^/]+\/(?:tarball|zipball|watchers)$/,
  // git over HTTP, and logins of OAuth.
  /^\S+ \/[^/]+\/[^/]+\.git(?:\/|$)/,
  /^\S+ \/[^/]+\/[^/]+\/(?:info\/refs|git-(?:upload|receive)-pack)$/,
  /^\S+ \/login(?:\/|$)/,
  // Returns the schema.
  /^GET \/(?:api\/)?graphql$/,
]

/** The answer to a request that the description does not cover. */
export function answerUndescribed(method: string, path: string): Answer {
  const operation = `${method} ${path}`
  const isThere = UNDESCRIBED.some((pattern) => pattern.test(operation))
  return isThere ? notModelled(`\`${operation}\``) : failure(404, "Not Found")
}
