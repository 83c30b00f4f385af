import type { Documented } from "./documented.js"

const invalid = [403, 405, 409, 422, "FORBIDDEN", "UNPROCESSABLE"] as const

const rerunFix = "Start a new run instead, with a dispatch or a push"

/** Messages with which GitHub refuses writes. Without spreads, which bundlers keep even if nothing uses the value. */
// biome-ignore format: a table is read by its columns
export const documentedOfWrites: readonly Documented[] = [
  { statuses: [403, 422, "UNPROCESSABLE"], code: "RATE_LIMIT", pattern: /^was submitted too quickly/i },

  { statuses: invalid, code: "VALIDATION", pattern: /^Base branch was modified/, transient: true,
    fix: "Try again: the base branch moved meanwhile" },
  { statuses: invalid, code: "VALIDATION", pattern: /^This workflow run cannot be retried/, fix: rerunFix },
  { statuses: invalid, code: "VALIDATION", pattern: /^Unable to re-?(?:run|try) this (?:workflow run|check suite) because it was created over a month ago/, fix: rerunFix },
  { statuses: invalid, code: "VALIDATION", pattern: /^Th(?:is|e) (?:workflow|check suite)\b.{0,30} is already running/,
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
  { statuses: [400, 409], code: "VALIDATION", pattern: /^Alert (?:\d+ )?is already dismissed/, isConflict: true,
    fix: "Reopen the alert first, to dismiss it with another reason or comment" },
  { statuses: [400], code: "VALIDATION", pattern: /^Delegated alert dismissal is enabled/,
    fix: "Pass create_request and a comment to ask for the dismissal" },
]
