import type { Answer } from "../http/index.js"
import { HttpRefusal, refuse } from "./route/index.js"
import type { Refuse } from "./unread.js"

/** The API version of the pinned description, and GitHub's default. */
export const API_VERSION = "2022-11-28"

/** The version with the breaking changes of 2026. */
export const LATEST = "2026-03-10"

/** The version that a request selects. @throws 400 for one that GitHub does not have */
export function versionOf(headers: Readonly<Record<string, string>>): string {
  const version = headers["x-github-api-version"] || API_VERSION
  if (version === API_VERSION || version === LATEST) return version
  throw refuse(400, "Bad Request", {
    errors: `The version you specified in the "X-GitHub-API-Version" request header, "${version}", is not a supported version. The following versions are currently supported: "${LATEST}" (most recent), "${API_VERSION}".`,
  })
}

/** The version for an answer's header: the default one if the request is refused. */
export function selectedVersion(headers: Readonly<Record<string, string>>): string {
  try {
    return versionOf(headers)
  } catch (error) {
    if (error instanceof HttpRefusal) return API_VERSION
    throw error
  }
}

/**
 * Members that answers of the latest version lack, with the one beside which they stood:
 * https://docs.github.com/rest/about-the-rest-api/breaking-changes
 */
const REMOVED: Readonly<Record<string, string>> = {
  assignee: "assignees",
  authorizations_url: "current_user_url",
  cvss: "cvss_severities",
  has_downloads: "full_name",
  hub_url: "current_user_url",
  merge_commit_sha: "head",
  rate: "resources",
  secret_scanning_push_protection_custom_link_enabled: "login",
  use_squash_pr_title_as_default: "full_name",
}

export function inVersion(isLatest: boolean, answered: Answer): Answer {
  const { body } = answered
  if (!isLatest || typeof body !== "object" || body instanceof Uint8Array) return answered
  const text = JSON.stringify(body, function (this: object, name, value) {
    return Object.hasOwn(REMOVED, name) && (REMOVED[name] ?? "") in this ? undefined : value
  })
  return { ...answered, body: JSON.parse(text) }
}

const REMOVED_FIELDS = ["assignee", "return_run_details", "use_squash_pr_title_as_default"]

/** The body without the fields that the version does not have. */
export function bodyInVersion(isLatest: boolean, body: unknown, { fields }: Refuse): unknown {
  if (!isLatest || typeof body !== "object" || body === null) return body
  const given = REMOVED_FIELDS.filter((name) => Object.hasOwn(body, name))
  fields(given.map((name) => ({ name, suggestion: undefined })))
  return Object.fromEntries(Object.entries(body).filter(([name]) => !given.includes(name)))
}
