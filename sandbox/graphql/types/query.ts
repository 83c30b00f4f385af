import type { GraphQLResolveInfo } from "graphql"
import {
  MAX_RESULTS,
  searchAccounts,
  searchIssues,
  searchRepositories,
  UnmodelledSearch,
} from "../../search/index.js"
import {
  canSee,
  gitNodeOf,
  isVisible,
  noSuchNode,
  notFound,
  projectOf,
  Refusal,
  requireProjectScope,
  resolvePath,
  runOfSuiteId,
} from "../../state/index.js"
import type { AnyRow, Rows, Store } from "../../tables/index.js"
import {
  type Context,
  connection,
  constants,
  type Fields,
  NotModelled,
  type PageArgs,
  QueryError,
} from "../field/index.js"
import { suiteOf } from "./checks.js"
import { advisoryQueryFields } from "./security.js"

interface SearchArgs extends PageArgs {
  query: string
  type: "ISSUE" | "REPOSITORY" | "USER" | "DISCUSSION"
}

function searchConnection(context: Context, args: SearchArgs, info: GraphQLResolveInfo) {
  const rows = search(context, args)
  const count = (type: SearchArgs["type"]) => (args.type === type ? rows.length : 0)
  return connection(rows.slice(0, MAX_RESULTS), forwards(args), info, {
    prefix: "cursor:",
    extra: {
      issueCount: count("ISSUE"),
      repositoryCount: count("REPOSITORY"),
      userCount: count("USER"),
      discussionCount: 0,
      codeCount: 0,
      wikiCount: 0,
    },
  })
}

/** GitHub counts `last` from the best result, too: `gh issue list --label bug -L 5` sends it for the newest five. */
function forwards(args: SearchArgs): SearchArgs {
  const { first, last, before } = args
  const isForwards = (first ?? null) === null && (before ?? null) === null
  return isForwards ? { ...args, first: last ?? null, last: null } : args
}

/** Empty if there is nothing to search; otherwise refused. */
function noDiscussions(store: Store): AnyRow[] {
  if (store.tables.discussions.values().length === 0) return []
  throw new NotModelled("search(type: DISCUSSION)")
}

function search({ store }: Context, { query, type }: SearchArgs): Rows<AnyRow> {
  try {
    if (type === "ISSUE") return searchIssues(store, query)
    if (type === "REPOSITORY") return searchRepositories(store, query)
    if (type === "USER") return searchAccounts(store, query)
    return noDiscussions(store)
  } catch (error) {
    if (error instanceof UnmodelledSearch) {
      throw new QueryError("SANDBOX_NOT_MODELLED", error.message)
    }
    if (error instanceof Refusal) {
      const how = "The sandbox does not model how GraphQL refuses this search."
      throw new QueryError(
        "SANDBOX_NOT_MODELLED",
        `${how} GitHub's message over REST: ${error.message}`,
      )
    }
    throw error
  }
}

/** Maximum number of nodes that GitHub looks up in one field. */
const MAX_IDS = 100

export const queryFields: Fields<unknown> = {
  ...constants({ id: "Q_kgAA", relay: {} }),
  ...advisoryQueryFields,
  viewer: (_root, _args, { viewer }) => viewer.account,
  user: (_root, args: { login: string }, { store }) => {
    const account = store.accountByLogin(args.login)
    if (account?.kind === "User") return account
    throw notFound(`Could not resolve to a User with the login of '${args.login}'.`)
  },
  organization: (_root, args: { login: string }, { store }) => {
    const account = store.accountByLogin(args.login)
    if (account?.kind === "Organization") return account
    throw notFound(`Could not resolve to an Organization with the login of '${args.login}'.`)
  },
  // The only lookup by login that returns null without an error.
  repositoryOwner: (_root, args: { login: string }, { store }) => {
    const account = store.accountByLogin(args.login)
    return account?.kind === "User" || account?.kind === "Organization" ? account : null
  },
  repository: (
    _root,
    args: { owner: string; name: string; followRenames?: boolean | null },
    { store },
  ) => {
    const find = args.followRenames === false ? "repositoryByName" : "repositoryAt"
    const repository = store[find](args.owner, args.name)
    if (repository && canSee(store, repository)) return repository
    throw notFound(`Could not resolve to a Repository with the name '${args.owner}/${args.name}'.`)
  },
  node: (_root, args: { id: string }, context, info) => nodeOf(context, args.id, info),
  nodes: (_root, { ids }: { ids: readonly string[] }, context, info) => {
    if (ids.length > MAX_IDS) {
      const message = `You may not provide more than ${MAX_IDS} node ids; you provided ${ids.length}.`
      throw new QueryError("ARGUMENT_LIMIT", message)
    }
    // A promise for each id, so that an invalid id causes only one null and one error.
    return ids.map(async (id) => nodeOf(context, id, info))
  },
  resource: (_root, args: { url: string }, { store }) => resolvePath(store, args.url) ?? null,
  search: (_root, args: SearchArgs, context, info) => searchConnection(context, args, info),
  rateLimit: (_root, _args, { cost, rateLimit }) => {
    const { limit, remaining, used, reset_at } = rateLimit()
    return { cost: cost.points, nodeCount: cost.nodes, limit, remaining, used, resetAt: reset_at }
  },
}

function nodeOf({ store, viewer, synthesis }: Context, id: string, info: GraphQLResolveInfo) {
  const row = store.rowOfNodeId(id)
  if (row && projectOf(store, row)) requireProjectScope(viewer)
  if (row && isVisible(store, row)) return row
  const run = runOfSuiteId(store, id)
  if (run && isVisible(store, run)) return suiteOf(run)
  const node = gitNodeOf(store, id)
  if (node) {
    const repositoryId =
      node.kind === "PullRequestCommit"
        ? store.get("pullRequests", node.pullRequestId).repositoryId
        : node.repositoryId
    if (canSee(store, store.get("repositories", repositoryId))) return node
  }
  const synthesized = synthesis?.byId(id, info)
  if (synthesized) return synthesized
  throw noSuchNode(id)
}
