import type { GraphQLResolveInfo } from "graphql"
import {
  commentCount,
  hasLabel,
  hasState,
  type IssueFilters,
  matchesFilters,
} from "../../state/filters.js"
import { isVisible } from "../../state/permissions.js"
import type { Account, Issue, Label, PullRequest, Repository } from "../../state/rows.js"
import { type World, where } from "../../state/world.js"
import { connection, type Order, type PageArgs } from "../connection.js"
import type { Context } from "../context.js"
import { QueryError } from "../errors.js"

type Direction = "ASC" | "DESC"

export interface OrderArg<Field extends string> {
  field: Field
  direction: Direction
}

export interface IssueListArgs extends PageArgs {
  filterBy?: IssueFilters | null
  labels?: readonly string[] | null
  orderBy?: OrderArg<"CREATED_AT" | "UPDATED_AT" | "COMMENTS"> | null
  states?: readonly string[] | null
}

export interface PullListArgs extends IssueListArgs {
  baseRefName?: string | null
  headRefName?: string | null
}

/** The issues that satisfy `own`, filtered, sorted and paged as the arguments say. */
export function issueConnection(
  context: Context,
  args: IssueListArgs,
  info: GraphQLResolveInfo,
  own: (issue: Issue) => boolean,
) {
  const { world, viewer } = context
  const rows = where(
    world,
    "issues",
    (issue) =>
      own(issue) &&
      isVisible(world, viewer, issue) &&
      hasState(issue, args.states) &&
      hasLabel(world, issue, args.labels) &&
      matchesFilters(world, viewer.account.id, issue, args.filterBy),
  )
  return connection(rows, args, info, { order: issueOrder(world, args.orderBy) })
}

export function pullConnection(
  context: Context,
  args: PullListArgs,
  info: GraphQLResolveInfo,
  own: (pull: PullRequest) => boolean,
) {
  const { world, viewer } = context
  const rows = where(
    world,
    "pullRequests",
    (pull) =>
      own(pull) &&
      isVisible(world, viewer, pull) &&
      hasState(pull, args.states) &&
      hasLabel(world, pull, args.labels) &&
      (!args.baseRefName || pull.baseRefName === args.baseRefName) &&
      (!args.headRefName || pull.headRefName === args.headRefName),
  )
  return connection(rows, args, info, { order: issueOrder(world, args.orderBy) })
}

export function issueOrder(
  world: World,
  order: IssueListArgs["orderBy"],
): Order<Issue | PullRequest> {
  const descending = order?.direction === "DESC"
  switch (order?.field) {
    case "UPDATED_AT":
      return { keys: (row) => [row.updatedAt, row.id], descending }
    case "COMMENTS":
      return { keys: (row) => [commentCount(world, row), row.id], descending }
    default:
      return { keys: (row) => [row.createdAt, row.id], descending }
  }
}

export interface RepositoryListArgs extends PageArgs {
  affiliations?: readonly Affiliation[] | null
  ownerAffiliations?: readonly Affiliation[] | null
  hasIssuesEnabled?: boolean | null
  isArchived?: boolean | null
  isFork?: boolean | null
  isLocked?: boolean | null
  privacy?: "PUBLIC" | "PRIVATE" | null
  visibility?: "PUBLIC" | "PRIVATE" | "INTERNAL" | null
  orderBy?: OrderArg<"CREATED_AT" | "NAME" | "PUSHED_AT" | "STARGAZERS" | "UPDATED_AT"> | null
}

type Affiliation = "OWNER" | "COLLABORATOR" | "ORGANIZATION_MEMBER"

export function repositoryConnection(
  context: Context,
  args: RepositoryListArgs,
  info: GraphQLResolveInfo,
  own: (repository: Repository) => boolean,
) {
  const rows = where(
    context.world,
    "repositories",
    (repository) =>
      own(repository) &&
      isVisible(context.world, context.viewer, repository) &&
      isAffiliated(context, repository, args.affiliations) &&
      matchesRepository(repository, args),
  )
  const order = repositoryOrder(args.orderBy)
  return connection(rows, args, info, { order, extra: { totalDiskUsage: 0 } })
}

/** `affiliations` is about the viewer, `ownerAffiliations` about the account that is listed. */
function isAffiliated(
  { world, viewer }: Context,
  repository: Repository,
  affiliations: readonly Affiliation[] | null | undefined,
): boolean {
  if (!affiliations?.length) return true
  const own = affiliationOf(world, viewer.account, repository)
  return own !== undefined && affiliations.includes(own)
}

function matchesRepository(repository: Repository, args: RepositoryListArgs): boolean {
  const visibility = repository.isPrivate ? "PRIVATE" : "PUBLIC"
  return (
    matches(repository.hasIssuesEnabled, args.hasIssuesEnabled) &&
    matches(repository.archivedAt !== null, args.isArchived) &&
    matches(repository.parentId !== null, args.isFork) &&
    matches(false, args.isLocked) &&
    matches<string>(visibility, args.privacy) &&
    matches<string>(visibility, args.visibility)
  )
}

const matches = <Value>(value: Value, wanted: Value | null | undefined): boolean =>
  wanted === null || wanted === undefined || value === wanted

function repositoryOrder(order: RepositoryListArgs["orderBy"]): Order<Repository> {
  const descending = order?.direction === "DESC"
  switch (order?.field) {
    case "NAME":
      return { keys: (row) => [row.name.toLowerCase(), row.id], descending }
    case "PUSHED_AT":
      return { keys: (row) => [row.pushedAt, row.id], descending }
    case "STARGAZERS":
      return { keys: (row) => [row.stargazers.size, row.id], descending }
    case "UPDATED_AT":
      return { keys: (row) => [row.updatedAt, row.id], descending }
    default:
      return { keys: (row) => [row.createdAt, row.id], descending }
  }
}

/** How an account stands to a repository. */
export function affiliationOf(
  world: World,
  account: Account,
  repository: Repository,
): Affiliation | undefined {
  if (repository.ownerId === account.id) return "OWNER"
  if (repository.collaborators.has(account.id)) return "COLLABORATOR"
  const owner = world.tables.accounts.get(repository.ownerId)
  return owner?.members.has(account.id) ? "ORGANIZATION_MEMBER" : undefined
}

export function labelConnection(
  rows: readonly Label[],
  args: PageArgs & { orderBy?: OrderArg<"CREATED_AT" | "NAME" | "ISSUE_COUNT"> | null },
  info: GraphQLResolveInfo,
) {
  if (args.orderBy?.field === "ISSUE_COUNT") {
    throw new QueryError("SANDBOX_NOT_MODELLED", "The sandbox does not sort labels by ISSUE_COUNT.")
  }
  const byName = args.orderBy?.field === "NAME"
  const order: Order<Label> = {
    keys: (row) => (byName ? [row.name.toLowerCase(), row.id] : [row.createdAt, row.id]),
    descending: args.orderBy?.direction === "DESC",
  }
  return connection(rows, args, info, { order })
}
