import * as account from "./account-rows.js"
import * as automation from "./automation-rows.js"
import type { Column, ColumnsOf } from "./columns.js"
import * as deployment from "./deployment-rows.js"
import * as discussion from "./discussion-rows.js"
import * as event from "./event-rows.js"
import * as generic from "./generic-rows.js"
import * as gist from "./gist-rows.js"
import * as issue from "./issue-rows.js"
import * as pages from "./pages-rows.js"
import * as planning from "./planning-rows.js"
import * as project from "./project-rows.js"
import * as pull from "./pull-rows.js"
import * as repository from "./repository-rows.js"
import * as rule from "./rule-rows.js"
import * as security from "./security-rows.js"

/**
 * The rows of the sandbox's state. Rows refer to each other by database id, so a snapshot is plain data. The four kinds
 * of accounts share a table, because logins share a namespace.
 *
 * Rows are read-only, including their lists, maps and sets. `update` of `store.ts` sets new values, so that a refused
 * change can be undone and all indexes stay correct. No property is optional, because undoing writes the old values
 * over the new ones.
 */
export interface Tables {
  accounts: account.Account
  repositories: repository.Repository
  labels: repository.Label
  milestones: repository.Milestone
  issues: issue.Issue
  pullRequests: pull.PullRequest
  issueComments: issue.IssueComment
  reviews: pull.Review
  reviewThreads: pull.ReviewThread
  reviewComments: pull.ReviewComment
  reviewRequests: pull.ReviewRequest
  reactions: issue.Reaction
  pinnedIssues: issue.PinnedIssue
  releases: automation.Release
  releaseAssets: automation.ReleaseAsset
  workflows: automation.Workflow
  workflowRuns: automation.WorkflowRun
  workflowJobs: automation.WorkflowJob
  commitStatuses: automation.CommitStatus
  artifacts: automation.Artifact
  actionsCaches: automation.ActionsCache
  hooks: automation.Hook
  environments: deployment.Environment
  deployments: deployment.Deployment
  deploymentStatuses: deployment.DeploymentStatus
  invitations: deployment.Invitation
  pages: pages.Pages
  pagesBuilds: pages.PagesBuild
  packages: pages.Package
  packageVersions: pages.PackageVersion
  rulesets: rule.Ruleset
  branchProtections: rule.BranchProtection
  mergeQueueEntries: rule.MergeQueueEntry
  autolinks: rule.Autolink
  advisories: rule.Advisory
  issueTypes: planning.IssueType
  issueFields: planning.IssueField
  linkedBranches: planning.LinkedBranch
  genericRows: generic.GenericRow
  gists: gist.Gist
  gistComments: gist.GistComment
  projects: project.Project
  projectFields: project.ProjectField
  projectItems: project.ProjectItem
  draftIssues: project.DraftIssue
  projectStatusUpdates: project.ProjectStatusUpdate
  projectViews: project.ProjectView
  discussionCategories: discussion.DiscussionCategory
  discussions: discussion.Discussion
  teams: account.Team
  globalAdvisories: security.GlobalAdvisory
  dependabotAlerts: security.DependabotAlert
  codeAlerts: security.CodeAlert
  secretAlerts: security.SecretAlert
  discussionComments: discussion.DiscussionComment
  events: event.TimelineEvent
}

/** The columns of each table, from which rows, snapshots and node ids are derived. */
export const COLUMNS: Readonly<
  Record<keyof Tables, Readonly<Record<string, Column<unknown, keyof Tables>>>>
> = {
  ...account.accountTables,
  ...automation.automationTables,
  ...deployment.deploymentTables,
  ...discussion.discussionTables,
  ...event.eventTables,
  ...generic.genericTables,
  ...gist.gistTables,
  ...issue.issueTables,
  ...pages.pagesTables,
  ...planning.planningTables,
  ...project.projectTables,
  ...pull.pullTables,
  ...repository.repositoryTables,
  ...rule.ruleTables,
  ...security.securityTables,
} satisfies { [Name in keyof Tables]: ColumnsOf<Tables[Name], keyof Tables> }

/** Rows with an author. */
export type WrittenRow =
  | issue.Issue
  | pull.PullRequest
  | issue.IssueComment
  | pull.Review
  | pull.ReviewComment
  | discussion.Discussion
  | discussion.DiscussionComment

export type AnyRow = Tables[keyof Tables]
