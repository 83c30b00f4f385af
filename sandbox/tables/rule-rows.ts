/** The rows of a repository's rules and links. */
import type { SeedRule } from "../public/index.js"
import * as t from "./columns.js"

export const ruleTables = {
  rulesets: {
    ...t.node({ RepositoryRuleset: "RRS" }),
    repositoryId: t.id("repositories"),
    name: t.text,
    target: t.oneOf<"BRANCH" | "TAG">(),
    enforcement: t.oneOf<"ACTIVE" | "DISABLED" | "EVALUATE">(),
    /** Patterns of references, `~DEFAULT_BRANCH` or `~ALL`. */
    include: t.list<string>(),
    exclude: t.list<string>(),
    rules: t.list<Rule>(),
    ...t.dated,
  },
  branchProtections: {
    ...t.node({ BranchProtectionRule: "BPR" }),
    repositoryId: t.id("repositories"),
    branch: t.text,
    settings: t.object<ProtectionSettings>(),
    ...t.dated,
  },
  /** A pull request in the merge queue of its base branch. */
  mergeQueueEntries: {
    ...t.node({ MergeQueueEntry: "MQE" }),
    pullRequestId: t.id("pullRequests"),
    enqueuerId: t.id("accounts"),
    /** The position in the queue; an entry that jumps the queue comes before others. */
    place: t.number,
    jump: t.flag,
    enqueuedAt: t.time,
  },
  /** A prefix of references that become links. */
  autolinks: {
    ...t.node({ Autolink: "AL" }),
    repositoryId: t.id("repositories"),
    keyPrefix: t.text,
    urlTemplate: t.text,
    isAlphanumeric: t.flag,
    updatedAt: t.time,
  },
  /** A security advisory of a repository. */
  advisories: {
    ...t.node({ RepositoryAdvisory: "RSA" }),
    repositoryId: t.id("repositories"),
    ghsaId: t.text,
    cveId: t.nullable(t.text),
    summary: t.text,
    description: t.nullable(t.text),
    severity: t.nullable(t.oneOf<"CRITICAL" | "HIGH" | "MEDIUM" | "LOW">()),
    state: t.oneOf<"PUBLISHED" | "CLOSED" | "WITHDRAWN" | "DRAFT" | "TRIAGE">(),
    authorId: t.id("accounts"),
    ...t.dated,
    publishedAt: t.nullable(t.time),
  },
}

export interface Ruleset extends t.Row<typeof ruleTables.rulesets> {}
export interface BranchProtection extends t.Row<typeof ruleTables.branchProtections> {}
export interface MergeQueueEntry extends t.Row<typeof ruleTables.mergeQueueEntries> {}
export interface Autolink extends t.Row<typeof ruleTables.autolinks> {}
export interface Advisory extends t.Row<typeof ruleTables.advisories> {}

export type RuleType = SeedRule["type"]

export interface Rule {
  readonly type: RuleType
  /** For `PULL_REQUEST`. */
  readonly requiredApprovals: number
  /** Contexts for `REQUIRED_STATUS_CHECKS`. */
  readonly requiredChecks: readonly string[]
  /** For `MERGE_QUEUE`. */
  readonly mergeMethod: "MERGE" | "SQUASH" | "REBASE"
}

export interface ProtectionSettings {
  /** Contexts; null if no checks are required. */
  readonly checks: readonly string[] | null
  /** Null if changes need no pull request. */
  readonly approvals: number | null
  readonly isAdminEnforced: boolean
  readonly allowsForcePushes: boolean
  readonly allowsDeletions: boolean
  readonly isLocked: boolean
  readonly allowsForkSyncing: boolean
}
