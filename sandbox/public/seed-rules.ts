/** The parts of seeds about rules, links and advisories of repositories, and about types and fields of issues. */
import type { Count, NonEmpty } from "./seed-values.js"

/** Classic protection of a branch. */
export interface SeedProtection {
  /** The default branch by default. */
  branch?: NonEmpty
  /** Without it, changes need no pull request. */
  required_approvals?: Count
  required_checks?: readonly NonEmpty[]
  enforce_admins?: boolean
  allow_force_pushes?: boolean
  allow_deletions?: boolean
  lock_branch?: boolean
}

export interface SeedRule {
  type:
    | "CREATION"
    | "DELETION"
    | "MERGE_QUEUE"
    | "NON_FAST_FORWARD"
    | "PULL_REQUEST"
    | "REQUIRED_STATUS_CHECKS"
    | "UPDATE"
  /**
   * For `PULL_REQUEST`; 0 by default.
   * @maximum 10
   */
  required_approvals?: Count
  /** For `REQUIRED_STATUS_CHECKS`: contexts of statuses and names of jobs. */
  required_checks?: readonly NonEmpty[]
  /** For `MERGE_QUEUE`; MERGE by default. */
  merge_method?: "MERGE" | "SQUASH" | "REBASE"
}

export interface SeedRuleset {
  name: string
  /** BRANCH by default. */
  target?: "BRANCH" | "TAG"
  /** ACTIVE by default. */
  enforcement?: "ACTIVE" | "DISABLED" | "EVALUATE"
  /** Patterns of references, `~DEFAULT_BRANCH` (the default) or `~ALL`. */
  include?: readonly NonEmpty[]
  exclude?: readonly NonEmpty[]
  rules: readonly SeedRule[]
}

export interface SeedAutolink {
  key_prefix: NonEmpty
  /**
   * Must contain `<num>`.
   * @pattern <num>
   */
  url_template: string
  is_alphanumeric?: boolean
}

export interface SeedAdvisory {
  summary: string
  description?: string
  cve_id?: string
  severity?: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW"
  /** PUBLISHED by default. */
  state?: "PUBLISHED" | "CLOSED" | "WITHDRAWN" | "DRAFT" | "TRIAGE"
  /** The owner by default. */
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
  /** Names of the options, for a field that has some. */
  options?: readonly NonEmpty[]
}
