import { notFound } from "../../state/errors.js"
import {
  issueByNumber,
  labelByName,
  nameWithOwner,
  pullRequestByNumber,
} from "../../state/lookup.js"
import {
  accountPermission,
  canSee,
  has,
  isAtLeast,
  isVisible,
  permissionOf,
} from "../../state/permissions.js"
import type { Account, Milestone, PinnedIssue, Repository } from "../../state/rows.js"
import { find, get, type World, where } from "../../state/world.js"
import { byId, connection, emptyConnection, type PageArgs } from "../connection.js"
import { type Context, constants, type Fields, properties } from "../context.js"
import { objectByExpression, objectByOid, type RefNode, refNode } from "./git-nodes.js"
import {
  affiliationOf,
  type IssueListArgs,
  issueConnection,
  labelConnection,
  type OrderArg,
  type PullListArgs,
  pullConnection,
  type RepositoryListArgs,
  repositoryConnection,
} from "./lists.js"
import { addressFields, fullDatabaseId, identityFields } from "./node.js"

type Repo = Repository

export const repositoryFields: Fields<Repo> = {
  ...identityFields,
  ...addressFields,
  ...properties<Repo>(
    "name",
    "description",
    "homepageUrl",
    "isPrivate",
    "isTemplate",
    "archivedAt",
    "hasIssuesEnabled",
    "hasWikiEnabled",
    "hasProjectsEnabled",
    "mergeCommitAllowed",
    "squashMergeAllowed",
    "rebaseMergeAllowed",
    "deleteBranchOnMerge",
    "allowUpdateBranch",
    "autoMergeAllowed",
    "createdAt",
    "updatedAt",
    "pushedAt",
  ),
  ...constants({
    codeOfConduct: null,
    codeowners: null,
    contactLinks: [],
    contributingGuidelines: null,
    diskUsage: 0,
    discussion: null,
    discussionCategory: null,
    environment: null,
    forkingAllowed: true,
    fundingLinks: [],
    hasDiscussionsEnabled: false,
    hasSponsorshipsEnabled: false,
    hasVulnerabilityAlertsEnabled: false,
    interactionAbility: null,
    isBlankIssuesEnabled: true,
    isDisabled: false,
    isLocked: false,
    isMirror: false,
    isSecurityPolicyEnabled: false,
    issueTemplates: [],
    latestRelease: null,
    licenseInfo: null,
    lockReason: null,
    mergeCommitMessage: "PR_TITLE",
    mergeCommitTitle: "MERGE_MESSAGE",
    mergeQueue: null,
    mirrorUrl: null,
    project: null,
    projectV2: null,
    pullRequestTemplates: [],
    release: null,
    ruleset: null,
    securityPolicyUrl: null,
    squashMergeCommitMessage: "COMMIT_MESSAGES",
    squashMergeCommitTitle: "COMMIT_OR_PR_TITLE",
    squashPrTitleUsedAsDefault: false,
    tempCloneToken: null,
    templateRepository: null,
    usesCustomOpenGraphImage: false,
    viewerDefaultMergeMethod: "MERGE",
    vulnerabilityAlert: null,
    webCommitSignoffRequired: false,
  }),
  branchProtectionRules: emptyConnection,
  commitComments: emptyConnection,
  dependencyGraphManifests: emptyConnection,
  deployKeys: emptyConnection,
  deployments: emptyConnection,
  discussionCategories: emptyConnection,
  discussions: emptyConnection,
  environments: emptyConnection,
  packages: emptyConnection,
  pinnedDiscussions: emptyConnection,
  pinnedEnvironments: emptyConnection,
  projects: emptyConnection,
  projectsV2: emptyConnection,
  recentProjects: emptyConnection,
  releases: emptyConnection,
  repositoryTopics: emptyConnection,
  rulesets: emptyConnection,
  submodules: emptyConnection,
  vulnerabilityAlerts: emptyConnection,

  nameWithOwner: (repo, _, { world }) => nameWithOwner(world, repo),
  owner: (repo, _, { world }) => get(world, "accounts", repo.ownerId),
  descriptionHTML: (repo) => `<div>${repo.description ?? ""}</div>`,
  shortDescriptionHTML: (repo, args: { limit?: number | null }) =>
    (repo.description ?? "").slice(0, args.limit ?? 200),
  isArchived: (repo) => repo.archivedAt !== null,
  isFork: (repo) => repo.parentId !== null,
  isEmpty: (repo) => repo.refs.size === 0,
  isInOrganization: (repo, _, { world }) =>
    get(world, "accounts", repo.ownerId).kind === "Organization",
  isUserConfigurationRepository: (repo, _, { world }) =>
    get(world, "accounts", repo.ownerId).login.toLowerCase() === repo.name.toLowerCase(),
  visibility: (repo) => (repo.isPrivate ? "PRIVATE" : "PUBLIC"),
  sshUrl: (repo, _, { world }) =>
    `git@${new URL(world.webUrl).host}:${nameWithOwner(world, repo)}.git`,
  projectsUrl: (repo, _, { world }) => `${world.webUrl}/${nameWithOwner(world, repo)}/projects`,
  projectsResourcePath: (repo, _, { world }) => `/${nameWithOwner(world, repo)}/projects`,
  openGraphImageUrl: (repo, _, { world }) =>
    `https://opengraph.githubassets.com/${repo.id}/${nameWithOwner(world, repo)}`,
  planFeatures: () => ({
    codeowners: true,
    draftPullRequests: true,
    maximumAssignees: 10,
    maximumManualReviewRequests: 15,
    teamReviewRequests: false,
  }),

  parent: (repo, _, { world, viewer }) => {
    const parent = find(world, "repositories", repo.parentId)
    return parent && canSee(world, viewer, parent) ? parent : null
  },
  forkCount: (repo, _, { world }) =>
    where(world, "repositories", (fork) => fork.parentId === repo.id).length,
  forks: (repo, args: RepositoryListArgs, context, info) =>
    repositoryConnection(context, args, info, (fork) => fork.parentId === repo.id),
  stargazerCount: (repo) => repo.stargazers.size,
  stargazers: (repo, args: PageArgs & { orderBy?: OrderArg<string> | null }, { world }, info) =>
    connection([...repo.stargazers], args, info, {
      order: {
        keys: ([id, starredAt]) => [starredAt, id],
        descending: args.orderBy?.direction === "DESC",
      },
      node: ([id]) => get(world, "accounts", id),
      edge: ([, starredAt]) => ({ starredAt }),
    }),
  watchers: (repo, args, { world }, info) =>
    connection(
      [...repo.watchers].map((id) => get(world, "accounts", id)),
      args,
      info,
      {
        order: byId(),
      },
    ),

  issue: (repo, args: { number: number }, context) =>
    numbered(context, repo, args.number, ["Issue"], "an Issue"),
  pullRequest: (repo, args: { number: number }, context) =>
    numbered(context, repo, args.number, ["PullRequest"], "a PullRequest"),
  issueOrPullRequest: (repo, args: { number: number }, context) =>
    numbered(context, repo, args.number, ["Issue", "PullRequest"], "an issue or pull request"),
  issues: (repo, args: IssueListArgs, context, info) =>
    issueConnection(context, args, info, (issue) => issue.repositoryId === repo.id),
  pullRequests: (repo, args: PullListArgs, context, info) =>
    pullConnection(context, args, info, (pull) => pull.repositoryId === repo.id),
  pinnedIssues: (repo, args, { world }, info) =>
    connection(
      where(world, "pinnedIssues", (pin) => pin.repositoryId === repo.id),
      args,
      info,
      { order: byId() },
    ),
  label: (repo, args: { name: string }, { world }) => labelByName(world, repo, args.name) ?? null,
  labels: (
    repo,
    args: PageArgs & {
      query?: string | null
      orderBy?: OrderArg<"CREATED_AT" | "NAME" | "ISSUE_COUNT"> | null
    },
    { world },
    info,
  ) => {
    const words = (args.query ?? "").toLowerCase()
    const rows = where(
      world,
      "labels",
      (label) =>
        label.repositoryId === repo.id &&
        `${label.name} ${label.description ?? ""}`.toLowerCase().includes(words),
    )
    return labelConnection(rows, args, info)
  },
  milestone: (repo, args: { number: number }, { world }) =>
    milestones(world, repo).find((milestone) => milestone.number === args.number) ?? null,
  milestones: (repo, args: MilestoneListArgs, { world }, info) =>
    connection(
      milestones(world, repo).filter(
        (milestone) =>
          (!args.states?.length || args.states.includes(milestone.state)) &&
          milestone.title.toLowerCase().includes((args.query ?? "").toLowerCase()),
      ),
      args,
      info,
      { order: milestoneOrder(args.orderBy) },
    ),

  assignableUsers: (repo, args: UserListArgs, { world }, info) =>
    connection(
      people(world, repo, args.query).filter((user) =>
        isAtLeast(accountPermission(world, user, repo), "TRIAGE"),
      ),
      args,
      info,
      { order: byId() },
    ),
  mentionableUsers: (repo, args: UserListArgs, { world }, info) =>
    connection(
      people(world, repo, args.query).filter(
        (user) => affiliationOf(world, user, repo) !== undefined || hasWritten(world, user, repo),
      ),
      args,
      info,
      { order: byId() },
    ),
  collaborators: (repo, args: UserListArgs & { login?: string | null }, context, info) => {
    const { world, viewer } = context
    if (!has(world, viewer, repo, "WRITE")) return null
    const rows = people(world, repo, args.query).filter(
      (user) =>
        affiliationOf(world, user, repo) !== undefined &&
        (!args.login || args.login === user.login),
    )
    return connection(rows, args, info, {
      order: byId(),
      edge: (user) => ({ permission: accountPermission(world, user, repo) }),
    })
  },

  defaultBranchRef: (repo, _, context) =>
    refNode(context, repo.id, `refs/heads/${repo.defaultBranch}`),
  ref: (repo, args: { qualifiedName: string }, context) => {
    const name = args.qualifiedName
    return (
      refNode(context, repo.id, name) ??
      refNode(context, repo.id, `refs/heads/${name}`) ??
      refNode(context, repo.id, `refs/tags/${name}`) ??
      refNode(context, repo.id, `refs/${name}`)
    )
  },
  refs: (repo, args: RefListArgs, context, info) => {
    const rows = [...repo.refs.keys()]
      .filter((name) => name.startsWith(args.refPrefix))
      .filter((name) => name.slice(args.refPrefix.length).includes(args.query ?? ""))
      .map((name) => refNode(context, repo.id, name))
      .filter((ref) => ref !== null)
    return connection<RefNode>(rows, args, info, { order: refOrder(context, args) })
  },
  object: (repo, args: { expression?: string | null; oid?: string | null }, { world }) => {
    if (args.oid) return objectByOid(world, repo, args.oid) ?? null
    return objectByExpression(world, repo, args.expression ?? "HEAD") ?? null
  },

  viewerPermission: (repo, _, { world, viewer }) => permissionOf(world, viewer, repo),
  viewerCanAdminister: (repo, _, { world, viewer }) => has(world, viewer, repo, "ADMIN"),
  viewerCanCreateProjects: (repo, _, { world, viewer }) => has(world, viewer, repo, "WRITE"),
  viewerCanUpdateTopics: (repo, _, { world, viewer }) => has(world, viewer, repo, "MAINTAIN"),
  viewerCanSubscribe: () => true,
  viewerSubscription: (repo, _, { viewer }) =>
    repo.watchers.has(viewer.account.id) ? "SUBSCRIBED" : "UNSUBSCRIBED",
  viewerHasStarred: (repo, _, { viewer }) => repo.stargazers.has(viewer.account.id),
  viewerDefaultCommitEmail: (_repo, _, { viewer }) => viewer.account.email,
  viewerPossibleCommitEmails: (_repo, _, { viewer }) => [viewer.account.email],
}

interface UserListArgs extends PageArgs {
  query?: string | null
}

interface MilestoneListArgs extends PageArgs {
  query?: string | null
  states?: readonly string[] | null
  orderBy?: OrderArg<"CREATED_AT" | "DUE_DATE" | "NUMBER" | "UPDATED_AT"> | null
}

interface RefListArgs extends PageArgs {
  refPrefix: string
  query?: string | null
  direction?: "ASC" | "DESC" | null
  orderBy?: OrderArg<"ALPHABETICAL" | "TAG_COMMIT_DATE"> | null
}

const milestones = (world: World, repo: Repo): Milestone[] =>
  where(world, "milestones", (milestone) => milestone.repositoryId === repo.id)

function milestoneOrder(order: MilestoneListArgs["orderBy"]) {
  const descending = order?.direction === "DESC"
  const keys = (row: Milestone) => {
    if (order?.field === "CREATED_AT") return [row.createdAt, row.number]
    if (order?.field === "UPDATED_AT") return [row.updatedAt, row.number]
    if (order?.field === "DUE_DATE") return [row.dueOn ?? "9999", row.number]
    return [row.number]
  }
  return { keys, descending }
}

function refOrder({ world }: Context, args: RefListArgs) {
  const byDate = args.orderBy?.field === "TAG_COMMIT_DATE"
  return {
    keys: (ref: RefNode) =>
      byDate ? [world.git.commits.get(ref.oid)?.committer.date ?? "", ref.name] : [ref.name],
    descending: (args.orderBy?.direction ?? args.direction) === "DESC",
  }
}

function people(world: World, repo: Repo, query: string | null | undefined): Account[] {
  const words = (query ?? "").toLowerCase()
  return where(
    world,
    "accounts",
    (account) =>
      account.kind === "User" &&
      `${account.login} ${account.name ?? ""}`.toLowerCase().includes(words) &&
      accountPermission(world, account, repo) !== null,
  )
}

const hasWritten = (world: World, user: Account, repo: Repo): boolean =>
  [...world.tables.issues.values(), ...world.tables.pullRequests.values()].some(
    (row) => row.repositoryId === repo.id && row.authorId === user.id,
  )

/** GitHub answers null *and* an error for a number that is not there. */
function numbered(
  { world, viewer }: Context,
  repo: Repo,
  number: number,
  kinds: readonly ("Issue" | "PullRequest")[],
  what: string,
) {
  const row =
    (kinds.includes("Issue") && issueByNumber(world, repo, number)) ||
    (kinds.includes("PullRequest") && pullRequestByNumber(world, repo, number))
  if (row && isVisible(world, viewer, row)) return row
  throw notFound(`Could not resolve to ${what} with the number of ${number}.`)
}

export const pinnedIssueFields: Fields<PinnedIssue> = {
  ...identityFields,
  ...fullDatabaseId,
  issue: (pin, _, { world }) => get(world, "issues", pin.issueId),
  pinnedBy: (pin, _, { world }) => get(world, "accounts", pin.pinnedById),
  repository: (pin, _, { world }) => get(world, "repositories", pin.repositoryId),
}
