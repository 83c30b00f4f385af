import {
  canSee,
  filterOf,
  hasState,
  type IssueFilters,
  isVisible,
  labelled,
} from "../../state/index.js"
import {
  type Account,
  type Issue,
  type IssueComment,
  type Label,
  type NumberedTable,
  type PullRequest,
  type Repository,
  rowsInOrder,
  type Store,
  type Tables,
} from "../../tables/index.js"
import {
  byId,
  type Context,
  type Field,
  list,
  type Order,
  type OrderArg,
  type OrderedArgs,
  orderOf,
  type PageArgs,
  QueryError,
} from "../field/index.js"

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

type RowsOf<Owner, Row> = (owner: Owner, context: Context) => readonly Row[]

/** The issues that match the arguments, sorted and paged. */
export const issuesOf = <Owner>(rows: RowsOf<Owner, Issue>): Field<Owner> =>
  list(
    (owner: Owner, context, args: IssueListArgs) =>
      filtered(visible(context, rows(owner, context)), issueTests(context, args)),
    (args) => ({ order: issueOrder(args.orderBy) }),
  )

/** The same for pull requests. */
export const pullsOf = <Owner>(rows: RowsOf<Owner, PullRequest>): Field<Owner> =>
  list(
    (owner: Owner, context, args: PullListArgs) =>
      filtered(visible(context, rows(owner, context)), pullTests(context, args)),
    (args) => ({ order: issueOrder(args.orderBy) }),
  )

/** The same for all issues of a repository, using an index for each order. */
export const repositoryIssues: Field<Repository> = list(
  (repository: Repository, context, args: IssueListArgs) => {
    const { rows, further } = inOrder(context, "issues", repository, args)
    const issues = repository.hasIssuesEnabled ? rows : []
    return filtered(issues, issueTests(context, further))
  },
  (args) => ({ order: issueOrder(args.orderBy), isSorted: true }),
)

export const repositoryPulls: Field<Repository> = list(
  (repository: Repository, context, args: PullListArgs) => {
    const { rows, further } = inOrder(context, "pullRequests", repository, args)
    return filtered(rows, pullTests(context, further))
  },
  (args) => ({ order: issueOrder(args.orderBy), isSorted: true }),
)

const visible = <Row extends Issue | PullRequest>(
  { store }: Context,
  rows: readonly Row[],
): Row[] => rows.filter((row) => isVisible(store, row))

const ORDER = { CREATED_AT: "created", UPDATED_AT: "updated", COMMENTS: "comments" } as const

/** The sorted rows, and the arguments that remain to be tested. Each state has its own list. */
function inOrder<Name extends NumberedTable, Args extends IssueListArgs>(
  { store }: Context,
  table: Name,
  repository: Repository,
  args: Args,
): { rows: readonly Tables[Name][]; further: Args } {
  const [state, ...others] = args.states ?? []
  const only = others.length === 0 ? state : undefined
  const order = ORDER[args.orderBy?.field ?? "CREATED_AT"]
  return {
    rows: canSee(store, repository) ? rowsInOrder(store, table, repository.id, order, only) : [],
    further: only === undefined ? args : { ...args, states: null },
  }
}

type Test<Row> = ((row: Row) => boolean) | undefined

function filtered<Row>(rows: readonly Row[], tests: readonly Test<Row>[]): readonly Row[] {
  const asked = tests.filter((test) => test !== undefined)
  return asked.length === 0 ? rows : rows.filter((row) => asked.every((test) => test(row)))
}

/** A test for each given argument. */
function issueTests(
  { store, viewer }: Context,
  { filterBy, labels, states }: IssueListArgs,
): Test<Issue | PullRequest>[] {
  return [
    filterOf(store, viewer.account.id, filterBy),
    states?.length ? (row) => hasState(row, states) : undefined,
    labels?.length ? labelled(store, labels) : undefined,
  ]
}

function pullTests(context: Context, args: PullListArgs): Test<PullRequest>[] {
  const { baseRefName, headRefName } = args
  return [
    ...issueTests(context, args),
    baseRefName ? (pull) => pull.baseRefName === baseRefName : undefined,
    headRefName ? (pull) => pull.headRefName === headRefName : undefined,
  ]
}

export const issueOrder = (order: IssueListArgs["orderBy"]): Order<Issue | PullRequest> =>
  orderOf(order, "CREATED_AT", {
    CREATED_AT: (row) => [row.createdAt, row.id],
    UPDATED_AT: (row) => [row.updatedAt, row.id],
    COMMENTS: (row) => [row.commentCount, row.id],
  })

/** Comments are sorted by creation, unless the argument is given. */
export const commentOrder = (order: OrderedArgs["orderBy"]): Order<IssueComment> =>
  order ? orderOf(order, "UPDATED_AT", { UPDATED_AT: (row) => [row.updatedAt, row.id] }) : byId()

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

/** The visible repositories that are those of the owner, and match the arguments. */
export const repositoriesOf = <Owner>(
  isOwn: (owner: Owner, one: Repository, context: Context, args: RepositoryListArgs) => boolean,
): Field<Owner> =>
  list(
    (owner: Owner, context, args: RepositoryListArgs) =>
      context.store.where(
        "repositories",
        (repository) =>
          isOwn(owner, repository, context, args) &&
          isVisible(context.store, repository) &&
          isAffiliated(context, repository, args.affiliations) &&
          matchesRepository(repository, args),
      ),
    (args) => ({ order: repositoryOrder(args.orderBy), extra: { totalDiskUsage: 0 } }),
  )

/** `affiliations` concerns the viewer, `ownerAffiliations` the account whose repositories are listed. */
function isAffiliated(
  { store, viewer }: Context,
  repository: Repository,
  affiliations: readonly Affiliation[] | null | undefined,
): boolean {
  if (!affiliations?.length) return true
  const own = affiliationOf(store, viewer.account, repository)
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

const repositoryOrder = (order: RepositoryListArgs["orderBy"]): Order<Repository> =>
  orderOf(order, "CREATED_AT", {
    CREATED_AT: (row) => [row.createdAt, row.id],
    NAME: (row) => [row.name.toLowerCase(), row.id],
    PUSHED_AT: (row) => [row.pushedAt, row.id],
    STARGAZERS: (row) => [row.stargazers.size, row.id],
    UPDATED_AT: (row) => [row.updatedAt, row.id],
  })

/** The affiliation of an account with a repository. */
export function affiliationOf(
  store: Store,
  account: Account,
  repository: Repository,
): Affiliation | undefined {
  if (repository.ownerId === account.id) return "OWNER"
  if (repository.collaborators.has(account.id)) return "COLLABORATOR"
  const owner = store.tables.accounts.get(repository.ownerId)
  return owner?.members.has(account.id) ? "ORGANIZATION_MEMBER" : undefined
}

type LabelListArgs = OrderedArgs<"CREATED_AT" | "NAME" | "ISSUE_COUNT">

export const labelsOf = <Owner, Args extends LabelListArgs = LabelListArgs>(
  rows: (owner: Owner, context: Context, args: Args) => readonly Label[],
): Field<Owner> =>
  list(rows, ({ orderBy }) => {
    if (orderBy?.field === "ISSUE_COUNT") {
      const message = "The sandbox does not sort labels by ISSUE_COUNT."
      throw new QueryError("SANDBOX_NOT_MODELLED", message)
    }
    return { order: nameOrder(orderBy) }
  })

/** By creation, or by name. */
export const nameOrder = <Row extends { id: number; name: string; createdAt: string }>(
  order: OrderArg<string> | null | undefined,
): Order<Row> =>
  orderOf(order, "CREATED_AT", {
    CREATED_AT: (row) => [row.createdAt, row.id],
    NAME: (row) => [row.name.toLowerCase(), row.id],
  })
