export type {
  ActionsCache,
  Annotation,
  AppCheck,
  Artifact,
  CommitState,
  CommitStatus,
  DispatchInput,
  Hook,
  JobStep,
  Release,
  ReleaseAsset,
  RunConclusion,
  RunStatus,
  Workflow,
  WorkflowJob,
  WorkflowRun,
} from "./automation-rows.js"
export { type Clock, clockFrom, steppingClock, timestamp } from "./clock.js"
export { closedIssuesIn } from "./closing-words.js"
export { copyStore, createStore, TABLE_NAMES } from "./create-store.js"
export type {
  Deployment,
  DeploymentStatus,
  DeploymentStatusState,
  Environment,
  Invitation,
  Setting,
} from "./deployment-rows.js"
export { EMPTY_LISTS, type EmptyList, nothingIn } from "./empty-lists.js"
export type { Gist, GistComment, GistRevision } from "./gist-rows.js"
export { folded, INDEXES, labelScope, named, pair, type Scope, subjectKey } from "./indexes.js"
export type { Journal } from "./journal.js"
export {
  accountByLogin,
  headOwner,
  issueByNumber,
  labelByName,
  milestoneByNumber,
  nameWithOwner,
  pullRequestByNumber,
  repositoryAt,
  repositoryByName,
  sameName,
} from "./lookup.js"
export { mentionsIn } from "./mention-words.js"
export { nodeId, tableNameOf } from "./node-id.js"
export {
  type ListOrder,
  mergedRows,
  type NumberedTable,
  type Rows,
  rowsInOrder,
} from "./ordered.js"
export type { Team, TeamRole } from "./organization-rows.js"
export type {
  IssueField,
  IssueFieldKind,
  IssueFieldOption,
  IssueFieldValue,
  IssueType,
  LinkedBranch,
  PlanningColor,
} from "./planning-rows.js"
export type {
  DraftIssue,
  Project,
  ProjectField,
  ProjectItem,
  ProjectIteration,
  ProjectOption,
  ProjectStatusUpdate,
  ProjectView,
} from "./project-rows.js"
export type {
  Account,
  AccountKind,
  AnyRow,
  AutoMerge,
  DiffSide,
  Discussion,
  DiscussionCategory,
  DiscussionComment,
  DiscussionReason,
  Edit,
  EventData,
  Issue,
  IssueComment,
  Label,
  LockReason,
  MergeMethod,
  Milestone,
  Numbered,
  Permission,
  PinnedIssue,
  PullRequest,
  ReactableKind,
  Reaction,
  ReactionContent,
  Repository,
  Review,
  ReviewComment,
  ReviewRequest,
  ReviewState,
  ReviewThread,
  SeenThread,
  StateReason,
  Tables,
  TimelineEvent,
  TimelineEventKind,
  Written,
  WrittenRow,
} from "./rows.js"
export type {
  Advisory,
  Autolink,
  MergeQueueEntry,
  Rule,
  Ruleset,
  RuleType,
} from "./rule-rows.js"
export type {
  CodeAlert,
  DependabotAlert,
  GlobalAdvisory,
  SecretAlert,
  Vulnerability,
} from "./security-rows.js"
export {
  countBy,
  find,
  get,
  insert,
  isOneOf,
  isThere,
  listBy,
  nextId,
  numberedOf,
  recordApplied,
  recordEvent,
  remove,
  rowBy,
  rowOfNodeId,
  rowsBy,
  type Store,
  update,
  where,
} from "./store.js"
export { type AnyIndex, Index } from "./table-index.js"
export { begin, transaction, undo } from "./transaction.js"
export { withEntry, withItem, withoutEntry, withoutItem } from "./values.js"
export { wordsIn } from "./words.js"
