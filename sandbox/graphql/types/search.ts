import type { GraphQLResolveInfo } from "graphql"
import {
  searchAccounts,
  searchIssues,
  searchRepositories,
  UnmodelledSearch,
} from "../../search/index.js"
import { Refusal } from "../../state/index.js"
import type { AnyRow, Rows, Store } from "../../tables/index.js"
import { type Context, connection, NotModelled, type PageArgs, QueryError } from "../field/index.js"

export interface SearchArgs extends PageArgs {
  query: string
  type: "ISSUE" | "REPOSITORY" | "USER" | "DISCUSSION"
}

/** Maximum number of results that GitHub shows for a search. */
const MAX_RESULTS = 1000

export function searchConnection(context: Context, args: SearchArgs, info: GraphQLResolveInfo) {
  const rows = search(context, args)
  const count = (type: SearchArgs["type"]) => (args.type === type ? rows.length : 0)
  return connection(rows.slice(0, MAX_RESULTS), forwards(args), info, {
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
