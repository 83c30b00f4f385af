/** The rows of a repository's rules and links. */

export type RuleType =
  | "CREATION"
  | "DELETION"
  | "MERGE_QUEUE"
  | "NON_FAST_FORWARD"
  | "PULL_REQUEST"
  | "REQUIRED_STATUS_CHECKS"
  | "UPDATE"

export interface Rule {
  readonly type: RuleType
  /** For `PULL_REQUEST`. */
  readonly requiredApprovals: number
  /** Contexts for `REQUIRED_STATUS_CHECKS`. */
  readonly requiredChecks: readonly string[]
  /** For `MERGE_QUEUE`. */
  readonly mergeMethod: "MERGE" | "SQUASH" | "REBASE"
}

export interface Ruleset {
  readonly kind: "RepositoryRuleset"
  readonly id: number
  readonly repositoryId: number
  readonly name: string
  readonly target: "BRANCH" | "TAG"
  readonly enforcement: "ACTIVE" | "DISABLED" | "EVALUATE"
  /** Patterns of references, `~DEFAULT_BRANCH` or `~ALL`. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly rules: readonly Rule[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** A pull request in the merge queue of its base branch. */
export interface MergeQueueEntry {
  readonly kind: "MergeQueueEntry"
  readonly id: number
  readonly pullRequestId: number
  readonly enqueuerId: number
  /** The position in the queue; an entry that jumps the queue comes before others. */
  readonly place: number
  readonly jump: boolean
  readonly enqueuedAt: string
}

/** A prefix of references that become links. */
export interface Autolink {
  readonly kind: "Autolink"
  readonly id: number
  readonly repositoryId: number
  readonly keyPrefix: string
  readonly urlTemplate: string
  readonly isAlphanumeric: boolean
  readonly updatedAt: string
}

/** A security advisory of a repository. */
export interface Advisory {
  readonly kind: "RepositoryAdvisory"
  readonly id: number
  readonly repositoryId: number
  readonly ghsaId: string
  readonly cveId: string | null
  readonly summary: string
  readonly description: string | null
  readonly severity: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW" | null
  readonly state: "PUBLISHED" | "CLOSED" | "WITHDRAWN" | "DRAFT" | "TRIAGE"
  readonly authorId: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly publishedAt: string | null
}
