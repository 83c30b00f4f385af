import type { AnyRow, Tables } from "./rows.js"

const TIMELINE_PREFIXES = {
  AssignedEvent: "ASEV",
  AutoMergeDisabledEvent: "AMDE",
  AutoMergeEnabledEvent: "AMEE",
  BaseRefChangedEvent: "BRCE",
  ClosedEvent: "CE",
  CommentDeletedEvent: "CDE",
  BlockedByAddedEvent: "BBAE",
  BlockedByRemovedEvent: "BBRE",
  BlockingAddedEvent: "BLAE",
  BlockingRemovedEvent: "BLRE",
  ConvertToDraftEvent: "CTDE",
  DemilestonedEvent: "DEME",
  HeadRefDeletedEvent: "HRDE",
  LabeledEvent: "LE",
  LockedEvent: "LOE",
  MarkedAsDuplicateEvent: "MADE",
  MergedEvent: "ME",
  MilestonedEvent: "MIE",
  ParentIssueAddedEvent: "PIAE",
  ParentIssueRemovedEvent: "PIRE",
  PinnedEvent: "PINE",
  ReadyForReviewEvent: "RFRE",
  RenamedTitleEvent: "RTE",
  ReopenedEvent: "REE",
  ReviewDismissedEvent: "RDE",
  ReviewRequestRemovedEvent: "RRRE",
  ReviewRequestedEvent: "RRE",
  SubIssueAddedEvent: "SIAE",
  SubIssueRemovedEvent: "SIRE",
  TransferredEvent: "TRE",
  UnassignedEvent: "UNASE",
  UnlabeledEvent: "UNLE",
  UnlockedEvent: "UNLOE",
  UnpinnedEvent: "UNPE",
} as const

const PREFIXES = {
  User: "U",
  Organization: "O",
  Bot: "BOT",
  Mannequin: "M",
  Repository: "R",
  Label: "LA",
  Milestone: "MI",
  Issue: "I",
  PullRequest: "PR",
  IssueComment: "IC",
  PullRequestReview: "PRR",
  PullRequestReviewThread: "PRRT",
  PullRequestReviewComment: "PRRC",
  ReviewRequest: "RR",
  Reaction: "REA",
  PinnedIssue: "PI",
  Release: "RE",
  ReleaseAsset: "RA",
  Workflow: "W",
  WorkflowRun: "WFR",
  CheckRun: "CR",
  StatusContext: "SC",
  Artifact: "ART",
  ActionsCache: "CACHE",
  Hook: "H",
  Environment: "EN",
  Deployment: "DE",
  DeploymentStatus: "DES",
  RepositoryInvitation: "RI",
  RepositoryRuleset: "RRS",
  MergeQueueEntry: "MQE",
  Autolink: "AL",
  RepositoryAdvisory: "RSA",
  IssueType: "IT",
  IssueFieldDate: "IFD",
  IssueFieldMultiSelect: "IFMS",
  IssueFieldNumber: "IFN",
  IssueFieldSingleSelect: "IFSS",
  IssueFieldText: "IFT",
  LinkedBranch: "LB",
  Gist: "G",
  GistComment: "GC",
  ProjectV2: "PVT",
  ProjectV2Field: "PVTF",
  ProjectV2IterationField: "PVTIF",
  ProjectV2Item: "PVTI",
  ProjectV2SingleSelectField: "PVTSSF",
  ProjectV2StatusUpdate: "PVTSU",
  ProjectV2View: "PVTV",
  DraftIssue: "DI",
  Discussion: "D",
  DiscussionCategory: "DIC",
  Team: "T",
  SecurityAdvisory: "GSA",
  RepositoryVulnerabilityAlert: "RVA",
  CodeScanningAlert: "CSA",
  SecretScanningAlert: "SSA",
  DiscussionComment: "DC",
  ...TIMELINE_PREFIXES,
} as const satisfies Record<AnyRow["kind"], string>

const TABLES: Partial<Record<AnyRow["kind"], keyof Tables>> = {
  User: "accounts",
  Organization: "accounts",
  Bot: "accounts",
  Mannequin: "accounts",
  Repository: "repositories",
  Label: "labels",
  Milestone: "milestones",
  Issue: "issues",
  PullRequest: "pullRequests",
  IssueComment: "issueComments",
  PullRequestReview: "reviews",
  PullRequestReviewThread: "reviewThreads",
  PullRequestReviewComment: "reviewComments",
  ReviewRequest: "reviewRequests",
  Reaction: "reactions",
  PinnedIssue: "pinnedIssues",
  Release: "releases",
  ReleaseAsset: "releaseAssets",
  Workflow: "workflows",
  WorkflowRun: "workflowRuns",
  CheckRun: "workflowJobs",
  StatusContext: "commitStatuses",
  Artifact: "artifacts",
  ActionsCache: "actionsCaches",
  Hook: "hooks",
  Environment: "environments",
  Deployment: "deployments",
  DeploymentStatus: "deploymentStatuses",
  RepositoryInvitation: "invitations",
  RepositoryRuleset: "rulesets",
  MergeQueueEntry: "mergeQueueEntries",
  Autolink: "autolinks",
  RepositoryAdvisory: "advisories",
  IssueType: "issueTypes",
  IssueFieldDate: "issueFields",
  IssueFieldMultiSelect: "issueFields",
  IssueFieldNumber: "issueFields",
  IssueFieldSingleSelect: "issueFields",
  IssueFieldText: "issueFields",
  LinkedBranch: "linkedBranches",
  Gist: "gists",
  GistComment: "gistComments",
  ProjectV2: "projects",
  ProjectV2Field: "projectFields",
  ProjectV2IterationField: "projectFields",
  ProjectV2Item: "projectItems",
  ProjectV2SingleSelectField: "projectFields",
  ProjectV2StatusUpdate: "projectStatusUpdates",
  ProjectV2View: "projectViews",
  DraftIssue: "draftIssues",
  Discussion: "discussions",
  DiscussionCategory: "discussionCategories",
  Team: "teams",
  SecurityAdvisory: "globalAdvisories",
  RepositoryVulnerabilityAlert: "dependabotAlerts",
  CodeScanningAlert: "codeAlerts",
  SecretScanningAlert: "secretAlerts",
  DiscussionComment: "discussionComments",
}

/** The table that holds rows of the kind. */
export const tableNameOf = (kind: AnyRow["kind"]): keyof Tables => TABLES[kind] ?? "events"

const KINDS = new Map(
  Object.entries(PREFIXES).map(([kind, prefix]) => [prefix as string, kind as AnyRow["kind"]]),
)

/** GitHub packs ids as MessagePack: an array of two, a zero, and an unsigned 32-bit integer. */
const HEADER = Buffer.from([0x92, 0x00, 0xce])

export function nodeId(row: { kind: AnyRow["kind"]; id: number }): string {
  const number = Buffer.alloc(4)
  number.writeUInt32BE(row.id)
  return `${PREFIXES[row.kind]}_${Buffer.concat([HEADER, number]).toString("base64url")}`
}

export function decodeNodeId(
  id: string,
): { kind: AnyRow["kind"]; table: keyof Tables; id: number } | undefined {
  // The packed part may itself contain an underscore.
  const end = id.indexOf("_")
  const kind = KINDS.get(id.slice(0, Math.max(end, 0)))
  if (!kind) return undefined
  const packed = id.slice(end + 1)
  const bytes = Buffer.from(packed, "base64url")
  const isPacked = bytes.length === HEADER.length + 4 && bytes.subarray(0, 3).equals(HEADER)
  // Decoding tolerates invalid characters, but an id must have its canonical form.
  if (!isPacked || bytes.toString("base64url") !== packed) return undefined
  return { kind, table: tableNameOf(kind), id: bytes.readUInt32BE(3) }
}
