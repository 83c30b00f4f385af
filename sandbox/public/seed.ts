import type {
  SeedAdvisory,
  SeedAutolink,
  SeedIssueField,
  SeedIssueType,
  SeedRuleset,
} from "./seed-rules.js"
import type {
  SeedCodeAlert,
  SeedDependabotAlert,
  SeedGlobalAdvisory,
  SeedSecretAlert,
  SeedTeam,
} from "./seed-security.js"

/** The store that a sandbox starts with; docs/sandbox.md describes it. */
export interface Seed extends SeedContent {
  /** The account of the default token; the first of `users` by default. */
  viewer?: string
  users: readonly SeedUser[]
  /** The GitHub App; by default, any App with any key. */
  app?: SeedApp
  rate_limit?: {
    limit?: number
    window_seconds?: number
    search_limit?: number
    code_search_limit?: number
    type?: "RATE_LIMITED" | "RATE_LIMIT"
    /** GitHub's secondary limits, only enforced if given; `{}` uses GitHub's own numbers. */
    secondary?: SecondaryLimits
  }
}

export interface SeedApp {
  /** The id that JWTs must name. */
  id?: number
  /** PEM. JWTs must be signed with its private key. */
  public_key?: string
  /** Gets every event, as JSON by default. */
  webhook?: SeedWebhook
  /** Numbered from 1; by default one, on the account of the default token. */
  installations?: readonly {
    account: string
    /** Names; all repositories by default. */
    repositories?: readonly string[]
    permissions?: Readonly<Record<string, "read" | "write">>
  }[]
}

export interface SeedWebhook {
  /** Only URLs of this machine get deliveries. */
  url: string
  secret?: string
  /** `form` by default, as on GitHub. */
  content_type?: "form" | "json"
  /** `push` by default; `*` for all. */
  events?: readonly string[]
  active?: boolean
}

/** Secondary limits of an account. Requests above a limit are answered with 403 and `retry-after`. */
export interface SecondaryLimits {
  /** GraphQL points per minute, 2000 by default: one for a request that reads, five for one that writes. */
  graphql_points?: number
  /** REST points per minute, 900 by default. */
  rest_points?: number
  /** Creations per minute, 80 by default. */
  creations?: number
  /** Creations per hour, 500 by default. */
  creations_hour?: number
  /** Maximum number of concurrent requests, 100 by default. */
  concurrency?: number
  /** Length of a minute; shorter for tests. */
  minute_ms?: number
  /** Length of an hour. */
  hour_ms?: number
}

/** The data that `apply` adds to a running sandbox: a seed without initial settings. */
export interface SeedAddition extends SeedContent {
  users?: readonly SeedUser[]
  /** Allowed only in a seed: a running sandbox keeps its value. */
  viewer?: never
  /** Allowed only in a seed: a running sandbox keeps its value. */
  app?: never
  /** Allowed only in a seed: a running sandbox keeps its value. */
  rate_limit?: never
}

/** Data that can be added at any time. */
interface SeedContent {
  bots?: readonly { login: string; name?: string; created_at?: string }[]
  organizations?: readonly SeedOrganization[]
  /** GitHub's advisory database. */
  global_advisories?: readonly SeedGlobalAdvisory[]
  tokens?: readonly SeedToken[]
  repositories?: readonly SeedRepository[]
}

export interface SeedToken {
  token: string
  login: string
  scopes?: readonly string[]
}

interface SeedAccount {
  login: string
  name?: string
  email?: string
  bio?: string
  company?: string
  location?: string
  created_at?: string
}

/** Lists that are not modelled; a seed can declare them empty. */
type Empty<Name extends string> = { [Key in Name]?: readonly never[] }

type EmptyOfUser = Empty<
  | "commit_comments"
  | "enterprises"
  | "lists"
  | "packages"
  | "pinned_items"
  | "public_keys"
  | "saved_replies"
  | "social_accounts"
  | "sponsors"
>

export interface SeedUser extends SeedAccount, EmptyOfUser {
  follows?: readonly string[]
  gists?: readonly SeedGist[]
  projects?: readonly SeedProject[]
}

/**
 * Projects are numbered from one in this order. Every project has a field `Title`, and a field `Status` unless one is
 * given.
 */
export interface SeedProject {
  title: string
  description?: string
  public?: boolean
  closed?: boolean
  /** Markdown. */
  readme?: string
  /** Only for projects of organizations. */
  template?: boolean
  /** Linked repositories of the owner, by name. */
  repositories?: readonly string[]
  fields?: readonly SeedProjectField[]
  items?: readonly SeedProjectItem[]
  /** Drafts follow the other items. */
  drafts?: readonly SeedProjectDraft[]
  /** `View 1`, a table of all fields, unless one is given. */
  views?: readonly SeedProjectView[]
  /** Oldest first. */
  status_updates?: readonly SeedProjectStatusUpdate[]
}

export interface SeedProjectDraft {
  title: string
  body?: string
  assignees?: readonly string[]
  archived?: boolean
  fields?: { [name: string]: string | number }
}

export interface SeedProjectView {
  name: string
  /** `TABLE` unless given. */
  layout?: "BOARD" | "ROADMAP" | "TABLE"
  filter?: string
  /** Names of the visible fields; all unless given. */
  fields?: readonly string[]
}

export interface SeedProjectStatusUpdate {
  status?: "AT_RISK" | "COMPLETE" | "INACTIVE" | "OFF_TRACK" | "ON_TRACK"
  body?: string
  /** `2025-01-31` */
  start_date?: string
  target_date?: string
}

export interface SeedProjectField {
  name: string
  type: "TEXT" | "NUMBER" | "DATE" | "SINGLE_SELECT" | "ITERATION"
  /** For `SINGLE_SELECT`. */
  options?: readonly string[]
  /** For `ITERATION`; two weeks unless `duration` gives a number of days. */
  iterations?: readonly { title: string; start: string; duration?: number }[]
}

export interface SeedProjectItem {
  /** `owner/name` of a repository of the seed. */
  repository: string
  /** The number of an issue or a pull request. */
  number: number
  archived?: boolean
  /** Values by names of fields: names of options, titles of iterations, or plain values. */
  fields?: { [name: string]: string | number }
}

export interface SeedGist {
  description?: string
  public?: boolean
  /** Name to content. */
  files: { [name: string]: string }
  comments?: readonly { author: string; body: string }[]
}

type EmptyOfOrganization = Empty<
  | "domains"
  | "mannequins"
  | "packages"
  | "pending_members"
  | "pinned_items"
  | "rulesets"
  | "sponsors"
>

export interface SeedOrganization extends SeedAccount, EmptyOfOrganization {
  members?: { [login: string]: "ADMIN" | "MEMBER" }
  /** The members whose membership is public; none by default. */
  public_members?: readonly string[]
  teams?: readonly SeedTeam[]
  issue_types?: readonly SeedIssueType[]
  issue_fields?: readonly SeedIssueField[]
  projects?: readonly SeedProject[]
  webhooks?: readonly SeedWebhook[]
}

type EmptyOfRepository = Empty<
  "branch_protection_rules" | "commit_comments" | "deploy_keys" | "packages"
>

export interface SeedRepository extends EmptyOfRepository {
  topics?: readonly string[]
  owner: string
  name: string
  description?: string
  homepage_url?: string
  private?: boolean
  archived?: boolean
  template?: boolean
  has_issues?: boolean
  delete_branch_on_merge?: boolean
  allow_auto_merge?: boolean
  /** `owner/name` of a repository earlier in the list. */
  fork_of?: string
  default_branch?: string
  collaborators?: { [login: string]: "READ" | "TRIAGE" | "WRITE" | "MAINTAIN" | "ADMIN" }
  /** Logins, or logins with the time of the star. */
  stargazers?: readonly (string | { user: string; starred_at: string })[]
  watchers?: readonly string[]
  /** Actions secrets, by name. */
  secrets?: { [name: string]: string }
  variables?: { [name: string]: string }
  labels?: readonly SeedLabel[]
  milestones?: readonly SeedMilestone[]
  /** The first commit of the default branch. */
  files?: { [path: string]: string }
  branches?: readonly SeedBranch[]
  issues?: readonly SeedIssue[]
  pull_requests?: readonly SeedPull[]
  /** Without categories, a repository has no discussions. */
  discussion_categories?: readonly SeedDiscussionCategory[]
  discussions?: readonly SeedDiscussion[]
  releases?: readonly SeedRelease[]
  workflows?: readonly SeedWorkflow[]
  statuses?: readonly SeedStatus[]
  /** Names. */
  environments?: readonly string[]
  /** Oldest first. */
  deployments?: readonly SeedDeployment[]
  caches?: readonly SeedCache[]
  rulesets?: readonly SeedRuleset[]
  autolinks?: readonly SeedAutolink[]
  webhooks?: readonly SeedWebhook[]
  advisories?: readonly SeedAdvisory[]
  dependabot_alerts?: readonly SeedDependabotAlert[]
  code_scanning_alerts?: readonly SeedCodeAlert[]
  secret_scanning_alerts?: readonly SeedSecretAlert[]
  /** Adds this many synthesized issues, for tests of pagination. */
  generate_issues?: number
}

export interface SeedLabel {
  name: string
  /** Six hexadecimal digits. */
  color?: string
  description?: string
}

export interface SeedMilestone {
  title: string
  description?: string
  due_on?: string
  state?: "OPEN" | "CLOSED"
}

export interface SeedBranch {
  name: string
  /** The base branch; the default branch by default. */
  from?: string
  commits?: readonly SeedCommit[]
}

export interface SeedCommit {
  message: string
  author?: string
  /** Path to content; null deletes the file. */
  files: { [path: string]: string | null }
}

/** The common part of issues and pull requests. */
interface SeedNumbered {
  number?: number
  title: string
  body?: string
  author: string
  labels?: readonly string[]
  assignees?: readonly string[]
  /** Title of a milestone of the repository. */
  milestone?: string
  comments?: readonly SeedComment[]
  reactions?: readonly SeedReaction[]
  locked?: boolean
  created_at?: string
  /** ISO 8601; when the last of the above happened by default. */
  updated_at?: string
}

export interface SeedIssue extends SeedNumbered {
  state?: "OPEN" | "CLOSED"
  /** ISO 8601; with the state CLOSED. */
  closed_at?: string
  state_reason?: "COMPLETED" | "NOT_PLANNED" | "DUPLICATE"
  pinned?: boolean
  /** Number of the parent issue, in the same repository. */
  parent?: number
  /** Numbers of issues in the same repository that must be closed first. */
  blocked_by?: readonly number[]
  /** Name of one of the owner's issue types. */
  type?: string
  /** Values by names of the owner's issue fields: names of options, or plain values. */
  fields?: { [name: string]: string | number | readonly string[] }
}

export interface SeedPull extends SeedNumbered {
  /** A branch of the repository, or `owner:branch` of a fork. */
  head: string
  base?: string
  state?: "OPEN" | "CLOSED" | "MERGED"
  /** ISO 8601; with the state CLOSED. */
  closed_at?: string
  /** ISO 8601; with the state MERGED. */
  merged_at?: string
  draft?: boolean
  merge_method?: "MERGE" | "SQUASH" | "REBASE"
  merged_by?: string
  review_requests?: readonly string[]
  /** Set if the owner has enabled auto-merge. */
  auto_merge?: "MERGE" | "SQUASH" | "REBASE"
  /** Set if it is in the merge queue of its base. */
  queued?: boolean
  reviews?: readonly SeedReview[]
}

export interface SeedDiscussionCategory {
  name: string
  /** `:pray:` */
  emoji?: string
  description?: string
  answerable?: boolean
}

/** Numbered after the issues and pull requests of the seed. */
export interface SeedDiscussion {
  title: string
  body: string
  author: string
  /** Name of a category. */
  category: string
  labels?: readonly string[]
  reactions?: readonly SeedReaction[]
  comments?: readonly SeedDiscussionComment[]
  state?: "OPEN" | "CLOSED"
  state_reason?: "DUPLICATE" | "OUTDATED" | "RESOLVED"
  locked?: boolean
}

export interface SeedDiscussionComment {
  author: string
  body: string
  reactions?: readonly SeedReaction[]
  /** Whether it is the answer, in a category with answers. */
  is_answer?: boolean
  /** Replies to a top-level comment. */
  replies?: readonly Omit<SeedDiscussionComment, "replies">[]
}

export interface SeedReview {
  author: string
  state: "PENDING" | "COMMENTED" | "APPROVED" | "CHANGES_REQUESTED"
  body?: string
  threads?: readonly SeedThread[]
}

export interface SeedThread {
  path: string
  line?: number
  start_line?: number
  side?: "LEFT" | "RIGHT"
  body: string
  replies?: readonly SeedComment[]
  resolved_by?: string
}

export interface SeedComment {
  author: string
  body: string
  created_at?: string
  reactions?: readonly SeedReaction[]
}

export interface SeedReaction {
  user: string
  content: string
}

export interface SeedRelease {
  tag: string
  target?: string
  name?: string
  body?: string
  author?: string
  draft?: boolean
  prerelease?: boolean
  /** ISO 8601; not of a draft. */
  published_at?: string
  assets?: readonly SeedReleaseAsset[]
}

/** A file of a release; `content` is its text. */
export interface SeedReleaseAsset {
  name: string
  label?: string
  content_type?: string
  content: string
}

/** Completed with this conclusion; without one, waiting or running. */
interface SeedProgress {
  status?: "QUEUED" | "IN_PROGRESS" | "COMPLETED"
  conclusion?: SeedConclusion
}

export type SeedConclusion =
  | "SUCCESS"
  | "FAILURE"
  | "CANCELLED"
  | "SKIPPED"
  | "TIMED_OUT"
  | "NEUTRAL"

export interface SeedWorkflow {
  name: string
  /** `.github/workflows/ci.yml`; derived from the name by default. */
  path?: string
  disabled?: boolean
  /** Inputs of a workflow that can be started manually; without this property, it cannot. */
  dispatch?: { [input: string]: { required?: boolean; default?: string } }
  runs?: readonly SeedRun[]
}

export interface SeedRun extends SeedProgress {
  title?: string
  event?: string
  branch?: string
  actor?: string
  jobs?: readonly SeedJob[]
  /** Files that the run uploaded: path to content. */
  artifacts?: readonly { name: string; files: { [path: string]: string } }[]
}

export interface SeedJob extends SeedProgress {
  name: string
  steps?: readonly { name: string; conclusion?: SeedConclusion }[]
  log?: string
  /** `[]` declares that there are none. Without it, requests for them are refused. */
  annotations?: readonly SeedAnnotation[]
}

/** A note about lines of a file, as GitHub's REST names it. */
export interface SeedAnnotation {
  path: string
  start_line: number
  /** The first line by default. */
  end_line?: number
  /** `failure` by default. */
  annotation_level?: "notice" | "warning" | "failure"
  message: string
  title?: string
}

/** How a run ends: several `jobs`, or one `job`, by default the first, with its log, annotations and steps. */
export interface RunScript
  extends Pick<SeedRun, "conclusion" | "jobs" | "artifacts">,
    Pick<SeedJob, "log" | "annotations" | "steps"> {
  job?: string
}

/** A completed run by script. */
export interface ScriptedRun
  extends RunScript,
    Pick<SeedRun, "title" | "event" | "branch" | "actor"> {}

/** An Actions cache. */
export interface SeedCache {
  key: string
  /** `refs/heads/main`; the default branch by default. */
  ref?: string
  /** In bytes. */
  size?: number
}

/** A status of the newest commit of a branch. */
export interface SeedStatus {
  context: string
  state: "ERROR" | "FAILURE" | "PENDING" | "SUCCESS"
  /** The default branch by default. */
  branch?: string
  creator?: string
  description?: string
  target_url?: string
}

export interface SeedDeployment {
  /** `production` by default. */
  environment?: string
  /** The default branch by default. */
  ref?: string
  description?: string
  /** The owner by default. */
  creator?: string
  /** Its latest status; none unless given. */
  state?: "ERROR" | "FAILURE" | "INACTIVE" | "IN_PROGRESS" | "PENDING" | "QUEUED" | "SUCCESS"
}
