/** The rows of repositories, and of labels and milestones. */

import * as t from "./columns.js"
import type { Setting } from "./deployment-rows.js"
import type { EmptyList } from "./empty-lists.js"

export const repositoryTables = {
  repositories: {
    ...t.node({ Repository: "R" }),
    ownerId: t.id("accounts"),
    name: t.text,
    description: t.nullable(t.text),
    homepageUrl: t.nullable(t.text),
    isPrivate: t.flag,
    isTemplate: t.flag,
    archivedAt: t.nullable(t.time),
    /** The repository that this one was forked from. */
    parentId: t.nullable(t.id("repositories")),
    defaultBranch: t.text,
    hasIssuesEnabled: t.flag,
    hasWikiEnabled: t.flag,
    topics: t.list<string>(),
    hasProjectsEnabled: t.flag,
    mergeCommitAllowed: t.flag,
    squashMergeAllowed: t.flag,
    rebaseMergeAllowed: t.flag,
    deleteBranchOnMerge: t.flag,
    allowUpdateBranch: t.flag,
    autoMergeAllowed: t.flag,
    /** Former `owner/name`s, from which GitHub redirects. */
    formerNames: t.list<string>(),
    collaborators: t.byNumber<Permission>(),
    stargazers: t.byNumber<string>(),
    watchers: t.set<number>(),
    /** Accounts that get no notifications of the repository. */
    ignorers: t.set<number>(),
    /** The last merge method of each account that has merged a pull request. */
    mergeMethods: t.byNumber<MergeMethod>(),
    /** Qualified name (`refs/heads/main`) to commit oid. */
    refs: t.byText<string>(),
    /** Oids of Git objects that were created without a ref. */
    looseObjects: t.set<string>(),
    /** Variables and secrets by name, in upper case. Secrets are stored unsealed. */
    secrets: t.byText<Setting>(),
    variables: t.byText<Setting>(),
    /** The last number of an issue or a pull request: they share one sequence. */
    lastNumber: t.number,
    lastMilestoneNumber: t.number,
    /** The release that was most recently declared the latest. */
    latestReleaseId: t.nullable(t.id("releases")),
    /** Numbers of deleted issues: REST distinguishes them from unused numbers. */
    deletedNumbers: t.set<number>(),
    /** Numbers of transferred issues, and the ids that the issues have now. */
    transferredNumbers: t.byNumber<number>(),
    ...t.dated,
    pushedAt: t.time,
    /** Lists that are not modelled but declared empty by the seed. */
    emptyLists: t.list<EmptyList>(),
  },
  labels: {
    ...t.node({ Label: "LA" }),
    repositoryId: t.id("repositories"),
    name: t.text,
    color: t.text,
    description: t.nullable(t.text),
    isDefault: t.flag,
    ...t.dated,
  },
  milestones: {
    ...t.node({ Milestone: "MI" }),
    repositoryId: t.id("repositories"),
    number: t.number,
    title: t.text,
    description: t.nullable(t.text),
    dueOn: t.nullable(t.time),
    state: t.oneOf<"OPEN" | "CLOSED">(),
    closedAt: t.nullable(t.time),
    creatorId: t.nullable(t.id("accounts")),
    ...t.dated,
  },
}

export interface Repository extends t.Row<typeof repositoryTables.repositories> {}
export interface Label extends t.Row<typeof repositoryTables.labels> {}
export interface Milestone extends t.Row<typeof repositoryTables.milestones> {}

export type Permission = "READ" | "TRIAGE" | "WRITE" | "MAINTAIN" | "ADMIN"

export type MergeMethod = "MERGE" | "SQUASH" | "REBASE"
