import { closedNumbers } from "./closing-words.js"
import { mentionedNumbers } from "./mention-words.js"
import type { Tables } from "./rows.js"
import type { AnyIndex, Key, KeyOf } from "./table-index.js"
import { distinctWords } from "./words.js"

/** GitHub compares logins, repository names and label names case-insensitively. */
export const folded = (name: string): string => name.toLowerCase()

export const sameName = (a: string, b: string): boolean => folded(a) === folded(b)

/** A key with two parts. */
export const pair = (first: Key, second: Key): string => `${first} ${second}`

/** A name within a repository, or within an owner's repositories. */
export const named = (within: number, name: string): string => pair(within, folded(name))

/** The key of the subject of a comment, reaction or event. */
export const subjectKey = (subject: { readonly kind: string; readonly id: number }): string =>
  pair(subject.kind, subject.id)

const ofSubject = (row: { subjectKind: string; subjectId: number }) =>
  pair(row.subjectKind, row.subjectId)

const ofRepository = <Id extends number | null>(row: { repositoryId: Id }): Id => row.repositoryId

const numberOf = (row: { repositoryId: number; number: number }) =>
  pair(row.repositoryId, row.number)

/** By the numbers of the issues and pull requests that the text mentions. */
const mentions = { key: (row: { body: string }) => mentionedNumbers(row.body), of: "body" } as const

/** By the words of a body, for searches. */
const bodyWord = { key: (row: { body: string }) => distinctWords(row.body), of: "body" } as const
const titleWord = {
  key: (row: { title: string }) => distinctWords(row.title),
  of: "title",
} as const

/** The scope of an ordered list: a repository, or a label of one. */
export type Scope = number | `label ${number}`

export const labelScope = (id: number): Scope => `label ${id}`

/** By repository and by label, each also by state. */
const scopeAndState = (row: Tables["issues" | "pullRequests"]): Key[] =>
  [row.repositoryId, ...row.labelIds.map(labelScope)].flatMap((scope) => [
    scope,
    pair(scope, row.state),
  ])

/** Indexes of issues and pull requests, with three orders of lists. */
const numbered = {
  repository: {
    key: scopeAndState,
    order: (row: Tables["issues" | "pullRequests"]) => row.createdAt,
  },
  repositoryByUpdate: {
    key: scopeAndState,
    order: (row: Tables["issues" | "pullRequests"]) => row.updatedAt,
  },
  repositoryByComments: {
    key: scopeAndState,
    order: (row: Tables["issues" | "pullRequests"]) => row.commentCount,
  },
  number: numberOf,
  label: (row: Tables["issues" | "pullRequests"]) => row.labelIds,
  milestone: (row: Tables["issues" | "pullRequests"]) => row.milestoneId,
  author: (row: Tables["issues" | "pullRequests"]) => row.authorId,
  assignee: (row: Tables["issues" | "pullRequests"]) => row.assigneeIds,
  mentions,
  titleWord,
  bodyWord,
}

/** The indexes of each table. */
export const INDEXES = {
  accounts: {
    login: (row) => folded(row.login),
    email: (row) => row.email,
    following: (row) => [...row.following],
  },
  repositories: {
    owner: (row) => row.ownerId,
    name: (row) => named(row.ownerId, row.name),
    parent: (row) => row.parentId,
    formerName: (row) => row.formerNames.map(folded),
  },
  labels: {
    repository: ofRepository,
    name: (row) => named(row.repositoryId, row.name),
    /** In any repository. */
    anyName: (row) => folded(row.name),
  },
  milestones: { repository: ofRepository, number: numberOf },
  issues: {
    ...numbered,
    duplicateOf: (row) => row.duplicateOfId,
  },
  pullRequests: {
    ...numbered,
    head: (row) =>
      row.headRepositoryId === null ? null : pair(row.headRepositoryId, row.headRefName),
    base: (row) => pair(row.repositoryId, row.baseRefName),
    /** Numbers of the issues that closing keywords in the description name. */
    closes: { key: (row) => closedNumbers(row.body), of: "body" },
  },
  issueComments: { subject: ofSubject, author: (row) => row.authorId, mentions, bodyWord },
  reviews: { pullRequest: (row) => row.pullRequestId, mentions },
  reviewThreads: { pullRequest: (row) => row.pullRequestId },
  reviewComments: { thread: (row) => row.threadId, review: (row) => row.reviewId, mentions },
  reviewRequests: { pullRequest: (row) => row.pullRequestId },
  reactions: { subject: ofSubject },
  pinnedIssues: { repository: ofRepository, issue: (row) => row.issueId },
  releases: { repository: ofRepository },
  releaseAssets: { release: (row) => row.releaseId },
  workflows: { repository: ofRepository },
  workflowRuns: {
    repository: (row) => (row.workflowId === null ? [] : ofRepository(row)),
    workflow: (row) => row.workflowId ?? [],
    commit: (row) => pair(row.repositoryId, row.headOid),
  },
  workflowJobs: { run: (row) => row.runId },
  commitStatuses: { commit: (row) => pair(row.repositoryId, row.oid) },
  artifacts: { run: (row) => row.runId },
  actionsCaches: { repository: ofRepository },
  hooks: { repository: ofRepository, organization: (row) => row.organizationId },
  environments: { repository: ofRepository },
  deployments: { repository: ofRepository },
  deploymentStatuses: { deployment: (row) => row.deploymentId },
  invitations: { repository: ofRepository, invitee: (row) => row.inviteeId },
  pages: { repository: ofRepository },
  pagesBuilds: { repository: ofRepository },
  packages: { owner: (row) => row.ownerId, repository: ofRepository },
  packageVersions: { package: (row) => row.packageId },
  rulesets: { repository: ofRepository },
  branchProtections: { repository: ofRepository },
  mergeQueueEntries: { pullRequest: (row) => row.pullRequestId },
  autolinks: { repository: ofRepository },
  advisories: { repository: ofRepository },
  issueTypes: { owner: (row) => row.ownerId },
  issueFields: { owner: (row) => row.ownerId },
  genericRows: { collection: (row) => row.collection },
  linkedBranches: { issue: (row) => row.issueId, repository: ofRepository },
  discussionCategories: { repository: ofRepository },
  discussions: {
    repository: ofRepository,
    number: numberOf,
    author: (row) => row.authorId,
    label: (row) => row.labelIds,
  },
  discussionComments: {
    discussion: (row) => row.discussionId,
    replyTo: (row) => row.replyToId,
    author: (row) => row.authorId,
  },
  projects: { owner: (row) => row.ownerId, repository: (row) => row.repositoryIds },
  projectFields: { project: (row) => row.projectId },
  projectItems: { project: (row) => row.projectId, subject: ofSubject },
  draftIssues: { project: (row) => row.projectId },
  projectStatusUpdates: { project: (row) => row.projectId },
  projectViews: { project: (row) => row.projectId },
  gists: { owner: (row) => row.ownerId, name: (row) => row.name },
  teams: { organization: (row) => row.organizationId, parent: (row) => row.parentId },
  globalAdvisories: { ghsaId: (row) => row.ghsaId },
  dependabotAlerts: { repository: ofRepository },
  codeAlerts: { repository: ofRepository },
  secretAlerts: { repository: ofRepository },
  gistComments: { gist: (row) => row.gistId, author: (row) => row.authorId },
  events: { subject: ofSubject, label: (row) => row.data.labelId ?? null },
} as const satisfies { [Name in keyof Tables]: Record<string, AnyIndex<Tables[Name]>> }

export type IndexesOf<Name extends keyof Tables> = keyof (typeof INDEXES)[Name] & string

type FunctionOf<Definition> = Definition extends { readonly key: infer Key } ? Key : Definition

/** The key type of an index. */
export type KeyIn<Name extends keyof Tables, Index extends IndexesOf<Name>> =
  FunctionOf<(typeof INDEXES)[Name][Index]> extends KeyOf<never>
    ? Scalar<ReturnType<FunctionOf<(typeof INDEXES)[Name][Index]>>>
    : never

type Scalar<Value> = Value extends readonly (infer One)[] ? One : Exclude<Value, null>
