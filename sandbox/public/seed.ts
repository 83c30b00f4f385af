import type {
  SeedAdvisory,
  SeedAutolink,
  SeedIssueField,
  SeedIssueType,
  SeedProtection,
  SeedRuleset,
} from "./seed-rules.js"
import type {
  SeedCodeAlert,
  SeedDependabotAlert,
  SeedGlobalAdvisory,
  SeedSecretAlert,
  SeedTeam,
} from "./seed-security.js"
import type { Count, Day, NonEmpty, None, PositiveInteger, Time, Topic } from "./seed-values.js"

/** The store that a sandbox starts with; docs/sandbox.md describes it. */
export interface Seed extends SeedContent {
  /** The account of the default token; the first of `users` by default. */
  viewer?: NonEmpty
  /** @minItems 1 */
  users: readonly SeedUser[]
  /** The GitHub App; by default, any App with any key. */
  app?: SeedApp
  rate_limit?: {
    limit?: Count
    window_seconds?: PositiveInteger
    search_limit?: Count
    code_search_limit?: Count
    type?: "RATE_LIMITED" | "RATE_LIMIT"
    /** GitHub's secondary limits, only enforced if given; `{}` uses GitHub's own numbers. */
    secondary?: SecondaryLimits
  }
}

export interface SeedApp {
  /** The id that JWTs must name. */
  id?: PositiveInteger
  /** PEM. JWTs must be signed with its private key. */
  public_key?: string
  /** Gets every event, as JSON by default. */
  webhook?: SeedWebhook
  /** Numbered from 1; by default one, on the account of the default token. */
  installations?: readonly {
    account: NonEmpty
    /** Names; all repositories by default. */
    repositories?: readonly NonEmpty[]
    permissions?: { [name: string]: "read" | "write" }
    /** A token of it, which does not expire. */
    token?: NonEmpty
  }[]
}

export interface SeedWebhook {
  /**
   * Only URLs of this machine get deliveries.
   * @pattern ^https?://
   */
  url: string
  secret?: string
  /** `form` by default, as on GitHub. */
  content_type?: "form" | "json"
  /** `push` by default; `*` for all. */
  events?: readonly NonEmpty[]
  active?: boolean
}

/** Secondary limits of an account. Requests above a limit are answered with 403 and `retry-after`. */
export interface SecondaryLimits {
  /** GraphQL points per minute, 2000 by default: one for a request that reads, five for one that writes. */
  graphql_points?: Count
  /** REST points per minute, 900 by default. */
  rest_points?: Count
  /** Creations per minute, 80 by default. */
  creations?: Count
  /** Creations per hour, 500 by default. */
  creations_hour?: Count
  /** Maximum number of concurrent requests, 100 by default. */
  concurrency?: Count
  /** Length of a minute; shorter for tests. */
  minute_ms?: PositiveInteger
  /** Length of an hour. */
  hour_ms?: PositiveInteger
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
  bots?: readonly { login: NonEmpty; name?: string; created_at?: Time }[]
  organizations?: readonly SeedOrganization[]
  /** GitHub's advisory database. */
  global_advisories?: readonly SeedGlobalAdvisory[]
  tokens?: readonly SeedToken[]
  repositories?: readonly SeedRepository[]
}

export interface SeedToken {
  token: NonEmpty
  login: NonEmpty
  scopes?: readonly NonEmpty[]
}

interface SeedAccount {
  login: NonEmpty
  name?: string
  email?: string
  bio?: string
  company?: string
  location?: string
  created_at?: Time
}

/** Lists that are not modelled; a seed can declare them empty. */
interface EmptyOfUser {
  commit_comments?: None
  enterprises?: None
  lists?: None
  pinned_items?: None
  public_keys?: None
  saved_replies?: None
  social_accounts?: None
  sponsors?: None
}

export interface SeedUser extends SeedAccount, EmptyOfUser {
  follows?: readonly NonEmpty[]
  gists?: readonly SeedGist[]
  packages?: readonly SeedPackage[]
  projects?: readonly SeedProject[]
}

/**
 * Projects are numbered from one in this order. Every project has a field `Title`, and a field `Status` unless one is
 * given.
 */
export interface SeedProject {
  title: NonEmpty
  description?: string
  public?: boolean
  closed?: boolean
  /** Markdown. */
  readme?: string
  /** Only for projects of organizations. */
  template?: boolean
  /** Linked repositories of the owner, by name. */
  repositories?: readonly NonEmpty[]
  /** Drafts follow the other items. */
  drafts?: readonly SeedProjectDraft[]
  /** `View 1`, a table of all fields, unless one is given. */
  views?: readonly SeedProjectView[]
  /** Oldest first. */
  status_updates?: readonly SeedProjectStatusUpdate[]
  fields?: readonly SeedProjectField[]
  items?: readonly SeedProjectItem[]
}

export interface SeedProjectDraft {
  title: NonEmpty
  body?: string
  assignees?: readonly NonEmpty[]
  archived?: boolean
  fields?: { [name: string]: string | number }
}

export interface SeedProjectView {
  name: NonEmpty
  /** `TABLE` unless given. */
  layout?: "BOARD" | "ROADMAP" | "TABLE"
  filter?: string
  /** Names of the visible fields; all unless given. */
  fields?: readonly NonEmpty[]
}

export interface SeedProjectStatusUpdate {
  status?: "AT_RISK" | "COMPLETE" | "INACTIVE" | "OFF_TRACK" | "ON_TRACK"
  body?: string
  /** `2025-01-31` */
  start_date?: Day
  target_date?: Day
}

export interface SeedProjectField {
  name: NonEmpty
  type: "TEXT" | "NUMBER" | "DATE" | "SINGLE_SELECT" | "ITERATION"
  /** For `SINGLE_SELECT`. */
  options?: readonly NonEmpty[]
  /** For `ITERATION`; two weeks unless `duration` gives a number of days. */
  iterations?: readonly { title: string; start: Day; duration?: PositiveInteger }[]
}

export interface SeedProjectItem {
  /**
   * `owner/name` of a repository of the seed.
   * @pattern ^[^/]+/[^/]+$
   */
  repository: string
  /** The number of an issue or a pull request. */
  number: PositiveInteger
  archived?: boolean
  /** Values by names of fields: names of options, titles of iterations, or plain values. */
  fields?: { [name: string]: string | number }
}

export interface SeedGist {
  description?: string
  public?: boolean
  /** Name to content. */
  files: { [name: string]: NonEmpty }
  comments?: readonly { author: NonEmpty; body: string }[]
}

interface EmptyOfOrganization {
  domains?: None
  mannequins?: None
  pending_members?: None
  pinned_items?: None
  rulesets?: None
  sponsors?: None
}

export interface SeedOrganization extends SeedAccount, EmptyOfOrganization {
  members?: { [login: string]: "ADMIN" | "MEMBER" }
  /** The members whose membership is public; none by default. */
  public_members?: readonly NonEmpty[]
  teams?: readonly SeedTeam[]
  webhooks?: readonly SeedWebhook[]
  issue_types?: readonly SeedIssueType[]
  issue_fields?: readonly SeedIssueField[]
  packages?: readonly SeedPackage[]
  projects?: readonly SeedProject[]
}

interface EmptyOfRepository {
  commit_comments?: None
  deploy_keys?: None
  packages?: None
}

export interface SeedRepository extends EmptyOfRepository {
  /** @maxItems 20 */
  topics?: readonly Topic[]
  owner: NonEmpty
  name: string
  description?: string
  homepage_url?: string
  private?: boolean
  archived?: boolean
  template?: boolean
  has_issues?: boolean
  delete_branch_on_merge?: boolean
  allow_auto_merge?: boolean
  rulesets?: readonly SeedRuleset[]
  branch_protection_rules?: readonly SeedProtection[]
  autolinks?: readonly SeedAutolink[]
  webhooks?: readonly SeedWebhook[]
  advisories?: readonly SeedAdvisory[]
  dependabot_alerts?: readonly SeedDependabotAlert[]
  code_scanning_alerts?: readonly SeedCodeAlert[]
  secret_scanning_alerts?: readonly SeedSecretAlert[]
  /** `owner/name` of a repository earlier in the list. */
  fork_of?: string
  default_branch?: string
  collaborators?: { [login: string]: "READ" | "TRIAGE" | "WRITE" | "MAINTAIN" | "ADMIN" }
  /** Logins, or logins with the time of the star. */
  stargazers?: readonly (NonEmpty | { user: NonEmpty; starred_at: Time })[]
  watchers?: readonly NonEmpty[]
  /** Actions secrets, by name. */
  secrets?: { [name: string]: string }
  variables?: { [name: string]: string }
  labels?: readonly SeedLabel[]
  milestones?: readonly SeedMilestone[]
  /** The first commit of the default branch; null for a repository without commits. */
  files?: { [path: string]: string } | null
  branches?: readonly SeedBranch[]
  issues?: readonly SeedIssue[]
  pull_requests?: readonly SeedPull[]
  /** Without categories, a repository has no discussions. */
  discussion_categories?: readonly SeedDiscussionCategory[]
  discussions?: readonly SeedDiscussion[]
  releases?: readonly SeedRelease[]
  workflows?: readonly SeedWorkflow[]
  statuses?: readonly SeedStatus[]
  checks?: readonly SeedCheck[]
  /** Names. */
  environments?: readonly NonEmpty[]
  /** Oldest first. */
  deployments?: readonly SeedDeployment[]
  caches?: readonly SeedCache[]
  pages?: SeedPages
  /**
   * Adds this many synthesized issues, for tests of pagination.
   * @maximum 100000
   */
  generate_issues?: Count
}

export interface SeedLabel {
  name: string
  /**
   * Six hexadecimal digits.
   * @pattern ^[0-9a-fA-F]{6}$
   */
  color?: string
  description?: string
}

export interface SeedMilestone {
  title: string
  description?: string
  due_on?: Time
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
  author?: NonEmpty
  /** Path to content; null deletes the file. */
  files: { [path: string]: string | null }
}

/** The common part of issues and pull requests. */
interface SeedNumbered {
  number?: PositiveInteger
  title: string
  body?: string
  /** `ghost` for a deleted account, as in comments and reviews. */
  author: NonEmpty
  labels?: readonly NonEmpty[]
  assignees?: readonly NonEmpty[]
  /** Title of a milestone of the repository. */
  milestone?: string
  comments?: readonly SeedComment[]
  reactions?: readonly SeedReaction[]
  locked?: boolean
  created_at?: Time
  /** ISO 8601; when the last of the above happened by default. */
  updated_at?: Time
}

export interface SeedIssue extends SeedNumbered {
  state?: "OPEN" | "CLOSED"
  /** ISO 8601; with the state CLOSED. */
  closed_at?: Time
  state_reason?: "COMPLETED" | "NOT_PLANNED" | "DUPLICATE"
  pinned?: boolean
  /** Number of the parent issue, in the same repository. */
  parent?: PositiveInteger
  /** Numbers of issues in the same repository that must be closed first. */
  blocked_by?: readonly PositiveInteger[]
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
  closed_at?: Time
  /** ISO 8601; with the state MERGED. */
  merged_at?: Time
  draft?: boolean
  merge_method?: "MERGE" | "SQUASH" | "REBASE"
  merged_by?: NonEmpty
  review_requests?: readonly NonEmpty[]
  /** Set if the owner has enabled auto-merge. */
  auto_merge?: "MERGE" | "SQUASH" | "REBASE"
  /** Set if it is in the merge queue of its base. */
  queued?: boolean
  reviews?: readonly SeedReview[]
}

export interface SeedDiscussionCategory {
  name: NonEmpty
  /** `:pray:` */
  emoji?: string
  description?: string
  answerable?: boolean
}

/** Numbered after the issues and pull requests of the seed. */
export interface SeedDiscussion {
  title: string
  body: string
  author: NonEmpty
  /** Name of a category. */
  category: string
  labels?: readonly NonEmpty[]
  reactions?: readonly SeedReaction[]
  comments?: readonly SeedDiscussionComment[]
  state?: "OPEN" | "CLOSED"
  state_reason?: "DUPLICATE" | "OUTDATED" | "RESOLVED"
  locked?: boolean
}

interface SeedDiscussionReply {
  author: NonEmpty
  body: string
  reactions?: readonly SeedReaction[]
  /** Whether it is the answer, in a category with answers. */
  is_answer?: boolean
}

export interface SeedDiscussionComment extends SeedDiscussionReply {
  /** Replies to a top-level comment. */
  replies?: readonly SeedDiscussionReply[]
}

export interface SeedReview {
  author: NonEmpty
  state: "PENDING" | "COMMENTED" | "APPROVED" | "CHANGES_REQUESTED"
  body?: string
  threads?: readonly SeedThread[]
}

export interface SeedThread {
  path: string
  line?: PositiveInteger
  start_line?: PositiveInteger
  side?: "LEFT" | "RIGHT"
  body: string
  replies?: readonly SeedComment[]
  resolved_by?: NonEmpty
}

export interface SeedComment {
  author: NonEmpty
  body: string
  created_at?: Time
  reactions?: readonly SeedReaction[]
}

export interface SeedReaction {
  user: NonEmpty
  content: string
}

export interface SeedRelease {
  tag: string
  target?: string
  name?: string
  body?: string
  author?: NonEmpty
  draft?: boolean
  prerelease?: boolean
  /** ISO 8601; not of a draft. */
  published_at?: Time
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

interface SeedCause {
  title?: string
  event?: string
  branch?: string
  actor?: NonEmpty
}

interface SeedResults {
  jobs?: readonly SeedJob[]
  /** Files that the run uploaded: path to content. */
  artifacts?: readonly { name: string; files: { [path: string]: string } }[]
}

export interface SeedRun extends SeedCause, SeedProgress, SeedResults {}

interface SeedOutputs {
  steps?: readonly { name: string; conclusion?: SeedConclusion }[]
  log?: string
  /** `[]` declares that there are none. Without it, requests for them are refused. */
  annotations?: readonly SeedAnnotation[]
}

export interface SeedJob extends SeedProgress, SeedOutputs {
  name: string
}

/** A note about lines of a file, as GitHub's REST names it. */
export interface SeedAnnotation {
  path: string
  start_line: PositiveInteger
  /** The first line by default. */
  end_line?: PositiveInteger
  /** `failure` by default. */
  annotation_level?: "notice" | "warning" | "failure"
  message: string
  title?: string
}

interface SeedEnd {
  job?: string
  conclusion?: SeedConclusion
}

/** How a run ends: several `jobs`, or one `job`, by default the first, with its log, annotations and steps. */
export interface RunScript extends SeedEnd, SeedOutputs, SeedResults {}

/** A completed run by script. */
export interface ScriptedRun extends SeedCause, RunScript {}

/** An Actions cache. */
export interface SeedCache {
  key: string
  /** `refs/heads/main`; the default branch by default. */
  ref?: string
  /** In bytes. */
  size?: Count
}

/** A status of the newest commit of a branch. */
export interface SeedStatus {
  context: string
  state: "ERROR" | "FAILURE" | "PENDING" | "SUCCESS"
  /** The default branch by default. */
  branch?: string
  creator?: NonEmpty
  description?: string
  target_url?: string
}

/** A completed check of the App on the newest commit of a branch. */
export interface SeedCheck {
  name: NonEmpty
  /** The default branch by default. */
  branch?: string
  /** `SUCCESS` by default. */
  conclusion?: SeedConclusion
  title?: string
  summary?: string
  annotations?: readonly SeedAnnotation[]
}

export interface SeedDeployment {
  /** `production` by default. */
  environment?: string
  /** The default branch by default. */
  ref?: string
  description?: string
  /** The owner by default. */
  creator?: NonEmpty
  /** Its latest status; none unless given. */
  state?: "ERROR" | "FAILURE" | "INACTIVE" | "IN_PROGRESS" | "PENDING" | "QUEUED" | "SUCCESS"
}

/** The GitHub Pages site of a repository. */
export interface SeedPages {
  /** The default branch by default. */
  branch?: NonEmpty
  path?: "/" | "/docs"
  /** `legacy`, by GitHub, by default. */
  build_type?: "legacy" | "workflow"
  /** A domain of one's own. */
  cname?: NonEmpty
  /** Oldest first, of the newest commit of the branch; one with an `error` has failed. */
  builds?: readonly {
    status?: "building" | "built" | "errored"
    error?: string
    pusher?: NonEmpty
  }[]
}

export interface SeedPackage {
  name: NonEmpty
  type: "container" | "docker" | "maven" | "npm" | "nuget" | "rubygems"
  private?: boolean
  /** The name of the owner's repository that it is linked to. */
  repository?: NonEmpty
  /** Oldest first. */
  versions?: readonly { name: NonEmpty; description?: string; tags?: readonly NonEmpty[] }[]
}
