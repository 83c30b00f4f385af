import type { ErrorCode } from "../envelope/index.js"

/** A message of GitHub that is more specific than its status or type. */
export interface Documented {
  /** The statuses and error types of answers with this message. Without any, the message alone decides. */
  readonly statuses: readonly (number | string)[]
  readonly pattern: RegExp
  readonly code: ErrorCode
  /** The fix; rate limits have `retry_after_ms` instead. */
  readonly fix?: string
  /** The cause passes by itself, and nothing was changed. */
  readonly transient?: true
}

const refused = [403, "FORBIDDEN"] as const
const invalid = [403, 405, 409, 422, "FORBIDDEN", "UNPROCESSABLE"] as const
const limited = [200, 403, 429] as const
const denied = [401, 403] as const
const malformed = [400] as const

const rerunFix = "Start a new run instead, with a dispatch or a push"
const restricted = "Ask an owner of the organization to approve"

/**
 * Messages from GitHub's documentation and from recorded answers, one per row. Each pattern matches the beginning of
 * a message, because the rest may quote a user's title or body.
 *
 * https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api
 * https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
 */
// biome-ignore format: a table is read by its columns
export const documented: readonly Documented[] = [
  { statuses: limited, code: "RATE_LIMIT", pattern: /^API rate limit (?:already )?exceeded/i },
  { statuses: limited, code: "RATE_LIMIT", pattern: /^You have exceeded a secondary rate limit/i },
  { statuses: limited, code: "RATE_LIMIT", pattern: /^You have triggered an abuse detection mechanism/i },
  { statuses: [403, 422, "UNPROCESSABLE"], code: "RATE_LIMIT", pattern: /^was submitted too quickly/i },

  { statuses: invalid, code: "VALIDATION", pattern: /^Base branch was modified/, transient: true,
    fix: "Try again: the base branch moved meanwhile" },
  { statuses: invalid, code: "VALIDATION", pattern: /^This workflow run cannot be retried/, fix: rerunFix },
  { statuses: invalid, code: "VALIDATION", pattern: /^Unable to re-?(?:run|try) this (?:workflow run|check suite) because it was created over a month ago/, fix: rerunFix },
  { statuses: invalid, code: "VALIDATION", pattern: /^(?:This workflow(?: run)?|The workflow run containing this job|This check suite) is already running/,
    fix: "Wait until the run has ended, or cancel it" },
  { statuses: invalid, code: "VALIDATION", pattern: /^Unable to (?:disable|enable) (?:a|this) workflow/,
    fix: "Read the workflow's state: this change is not possible from it" },
  { statuses: invalid, code: "VALIDATION", pattern: /^Cannot trigger a '\w+' on a disabled workflow/,
    fix: "Enable the workflow first" },
  { statuses: invalid, code: "VALIDATION", pattern: /^Actions has been disabled for this/,
    fix: "Enable GitHub Actions in the settings of the repository, its organization or the account" },
  { statuses: invalid, code: "VALIDATION", pattern: /^Repository was archived so is read-only/,
    fix: "Unarchive the repository in its settings first" },
  { statuses: invalid, code: "VALIDATION", pattern: /^Unable to create comment because issue is locked|^(?:This )?(?:issue|conversation|discussion) (?:is|has been) locked/i,
    fix: "Unlock the conversation first, or write with an account that has write access" },
  { statuses: [...invalid, 404, 410], code: "VALIDATION", pattern: /^Issues (?:are|has been|have been) disabled (?:for|in) this repo/i,
    fix: "Enable issues in the repository's settings first" },
  { statuses: malformed, code: "VALIDATION", pattern: /^Parse error on |^Expected (?:one of|[A-Z_]+,).* actual: / },
  { statuses: malformed, code: "VALIDATION", pattern: /^A query attribute must be specified/ },

  { statuses: refused, code: "AUTH", pattern: /^Although you appear to have the correct authorization credentials,.{0,200} IP allow list/,
    fix: "Call from an address on the organization's IP allow list, or ask an owner to add this one" },
  { statuses: refused, code: "AUTH", pattern: /^Although you appear to have the correct authorization credentials,.{0,200} OAuth App access restrictions/i,
    fix: `${restricted} the OAuth app that made the token, or use a token of another kind` },
  { statuses: refused, code: "AUTH", pattern: /^.{0,100}\bforbids access via a personal access tokens? \(classic\) if the token'?s lifetime/,
    fix: "Give the token a shorter lifetime at https://github.com/settings/tokens" },
  { statuses: refused, code: "AUTH", pattern: /^.{0,100}\bforbids access via a personal access tokens? \(classic\)/,
    fix: "Use a fine-grained personal access token, or a GitHub App" },
  { statuses: refused, code: "AUTH", pattern: /^.{0,100}\bforbids access via a (?:fine-grained personal access token|personal access token with fine-grained permissions)/,
    fix: "Use a token with a shorter lifetime or of another kind, or a GitHub App" },
  { statuses: refused, code: "AUTH", pattern: /^Request forbidden by administrative rules/,
    fix: "Configure the Octokit to send a User-Agent header with the name of your program" },
  { statuses: [422], code: "NOT_FOUND", pattern: /^No commit found for SHA: / },
  { statuses: [403, 451], code: "NOT_FOUND", pattern: /^Repository (?:access blocked|unavailable)/,
    fix: "GitHub has blocked the repository: only its owner and GitHub Support can restore access" },

  { statuses: denied, code: "AUTH", pattern: /^A JSON web token could not be decoded/,
    fix: "Pass the App's id and a private key of the same App, in the PEM format of GitHub" },
  { statuses: denied, code: "AUTH", pattern: /^'Issuer' claim|^Missing 'issuer' claim|^Integration not found/,
    fix: "Set `appId` to the App ID or client ID on the App's settings page" },
  { statuses: denied, code: "AUTH", pattern: /^'(?:Expiration time|Issued at)' claim|^Missing '(?:expiration time|issued at)' claim/,
    fix: "Correct this machine's clock: an App's JWT is valid for minutes only" },
  { statuses: denied, code: "AUTH", pattern: /^This installation has been suspended/,
    fix: "Unsuspend the App's installation in the settings of its account" },
]

/** The known meaning of a message, by its text and, if known, by its status or error type. */
export function documentedIn(
  sentences: readonly string[],
  status?: number | string,
): Documented | undefined {
  return documented.find(
    (row) =>
      (status === undefined || row.statuses.includes(status)) &&
      sentences.some((sentence) => row.pattern.test(sentence)),
  )
}
