/** Recorded answers of GitHub, and the errors that callers should get. */
import type { ErrorCode } from "ghx"

export interface Recorded {
  readonly name: string
  /** As a REST answer, and as GraphQL's when it refuses a whole request. */
  readonly rest?: { readonly status: number; readonly message: string }
  /** As an entry of GraphQL's `errors`. */
  readonly entry?: { readonly type?: string; readonly message: string }
  /** As gh prints it for the same request; `gh` omits error types. */
  readonly code: ErrorCode
  readonly fix?: RegExp
  readonly retryable?: boolean
}

const allowList =
  "Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource."
const oauthApps =
  "Although you appear to have the correct authorization credentials, the `acme` organization has enabled OAuth App access restrictions, meaning that data access to third-parties is limited."
const classic =
  "`acme` forbids access via a personal access token (classic). Please use a GitHub App, OAuth App, or a personal access token with fine-grained permissions."
const archived = "Repository was archived so is read-only."
const locked = "Unable to create comment because issue is locked."
const base = "Base branch was modified. Review and try the merge again."

const refused = (message: string, status = 403) => ({ rest: { status, message } })
const typed = (message: string, type: string) => ({ entry: { type, message } })

export const recorded: readonly Recorded[] = [
  {
    name: "a primary limit without headers",
    ...refused("API rate limit exceeded for installation ID 12345."),
    entry: { message: "API rate limit exceeded for user ID 1." },
    code: "RATE_LIMIT",
    retryable: true,
  },
  {
    name: "a secondary limit",
    ...refused("You have exceeded a secondary rate limit. Please wait a few minutes."),
    entry: { message: "You have exceeded a secondary rate limit. Please wait a few minutes." },
    code: "RATE_LIMIT",
    retryable: true,
  },
  {
    name: "a run that cannot be retried",
    ...refused("This workflow run cannot be retried"),
    code: "VALIDATION",
    fix: /new run/,
  },
  {
    name: "a run that is too old",
    ...refused("Unable to retry this workflow run because it was created over a month ago"),
    code: "VALIDATION",
    fix: /new run/,
  },
  {
    name: "a workflow that is not active",
    ...refused("Unable to disable a workflow that is not active."),
    code: "VALIDATION",
    fix: /state/,
  },
  {
    name: "Actions that are disabled",
    ...refused("Actions has been disabled for this repository.", 422),
    code: "VALIDATION",
    fix: /Enable GitHub Actions/,
  },
  {
    name: "an issue that is locked",
    ...refused(locked),
    ...typed(locked, "FORBIDDEN"),
    code: "VALIDATION",
    fix: /Unlock/,
  },
  {
    name: "a repository that is archived",
    ...refused(archived),
    ...typed(archived, "FORBIDDEN"),
    code: "VALIDATION",
    fix: /Unarchive/,
  },
  {
    name: "issues that are disabled",
    ...refused("Issues are disabled for this repo", 410),
    code: "VALIDATION",
    fix: /Enable issues/,
  },
  {
    name: "an alert of Dependabot that is already dismissed",
    ...refused("Alert 4 is already dismissed", 409),
    code: "VALIDATION",
    fix: /Reopen/,
  },
  {
    name: "an alert of code scanning that is already dismissed",
    ...refused("Alert is already dismissed.", 400),
    code: "VALIDATION",
    fix: /Reopen/,
  },
  {
    name: "an alert whose dismissal needs approval",
    ...refused(
      "Delegated alert dismissal is enabled. The alert cannot be dismissed when the create_request parameter is false.",
      400,
    ),
    code: "VALIDATION",
    fix: /create_request/,
  },
  {
    name: "an IP allow list",
    ...refused(allowList),
    ...typed(allowList, "FORBIDDEN"),
    code: "AUTH",
    fix: /address/,
  },
  {
    name: "a restriction of OAuth apps",
    ...refused(oauthApps),
    ...typed(oauthApps, "FORBIDDEN"),
    code: "AUTH",
    fix: /approve/,
  },
  {
    name: "classic tokens that are forbidden",
    ...refused(classic),
    ...typed(classic, "FORBIDDEN"),
    code: "AUTH",
    fix: /fine-grained/,
  },
  {
    name: "a base branch that has just moved",
    ...refused(base, 405),
    ...typed(base, "UNPROCESSABLE"),
    code: "VALIDATION",
    fix: /Try again/,
    retryable: true,
  },
  {
    name: "a document that cannot be read",
    ...refused('Parse error on "}" (RCURLY) at [3, 5]', 400),
    entry: { message: 'Parse error on "}" (RCURLY) at [3, 5]' },
    code: "VALIDATION",
  },
  {
    name: "a request without a document",
    ...refused("A query attribute must be specified and must be a string.", 400),
    entry: { message: "A query attribute must be specified and must be a string." },
    code: "VALIDATION",
  },
  {
    name: "too many ids",
    ...typed("You may not provide more than 100 node ids; you provided 101.", "ARGUMENT_LIMIT"),
    code: "VALIDATION",
  },
]
