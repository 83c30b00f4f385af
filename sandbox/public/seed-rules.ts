/** What seeds say of rules, links and advisories of repositories, and of types and fields of issues. */

export interface SeedRule {
  type:
    | "CREATION"
    | "DELETION"
    | "MERGE_QUEUE"
    | "NON_FAST_FORWARD"
    | "PULL_REQUEST"
    | "REQUIRED_STATUS_CHECKS"
    | "UPDATE"
  /** Of `PULL_REQUEST`; 0 if not given. */
  required_approvals?: number
  /** Contexts of statuses and names of jobs, of `REQUIRED_STATUS_CHECKS`. */
  required_checks?: readonly string[]
  /** Of `MERGE_QUEUE`; MERGE if not given. */
  merge_method?: "MERGE" | "SQUASH" | "REBASE"
}

export interface SeedRuleset {
  name: string
  /** BRANCH if not given. */
  target?: "BRANCH" | "TAG"
  /** ACTIVE if not given. */
  enforcement?: "ACTIVE" | "DISABLED" | "EVALUATE"
  /** Patterns of references, `~DEFAULT_BRANCH` (if not given) or `~ALL`. */
  include?: readonly string[]
  exclude?: readonly string[]
  rules: readonly SeedRule[]
}

export interface SeedAutolink {
  key_prefix: string
  /** With `<num>`. */
  url_template: string
  is_alphanumeric?: boolean
}

export interface SeedAdvisory {
  summary: string
  description?: string
  cve_id?: string
  severity?: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW"
  /** PUBLISHED if not given. */
  state?: "PUBLISHED" | "CLOSED" | "WITHDRAWN" | "DRAFT" | "TRIAGE"
  /** The owner if not given. */
  author?: string
}

export type SeedColor = "BLUE" | "GRAY" | "GREEN" | "ORANGE" | "PINK" | "PURPLE" | "RED" | "YELLOW"

/** A type of the issues in an organization's repositories. */
export interface SeedIssueType {
  name: string
  description?: string
  color?: SeedColor
  disabled?: boolean
}

/** A field of the issues in an organization's repositories. */
export interface SeedIssueField {
  name: string
  type: "DATE" | "MULTI_SELECT" | "NUMBER" | "SINGLE_SELECT" | "TEXT"
  description?: string
  /** Names, where the value is chosen. */
  options?: readonly string[]
}
