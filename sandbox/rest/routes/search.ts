import { failure } from "../../http/index.js"
import {
  checkNames,
  MAX_RESULTS,
  searchAccounts,
  searchCode,
  searchCommits,
  searchIssues,
  searchRepositories,
  UnmodelledSearch,
} from "../../search/index.js"
import type { Rows } from "../../tables/index.js"
import {
  HttpRefusal,
  invalid,
  NotModelled,
  pageOf,
  type RestRequest,
  refuse,
  routesOf,
} from "../route/index.js"
import {
  codeShape,
  commitShape,
  relatedIssue,
  repositoryShape,
  simpleRepository,
  simpleUser,
} from "../shapes/index.js"

export const searchRoutes = routesOf({
  "GET /search/issues": (request) => {
    // Searches for issues have used the advanced syntax by default since 2025.
    if (request.query.get("advanced_search") === "false") {
      throw new NotModelled("searches without `advanced_search`")
    }
    return results(
      request,
      (query) => searchIssues(request.store, query),
      (row) => relatedIssue(request, row),
      { search_type: "lexical" },
    )
  },

  "GET /search/repositories": (request) =>
    results(
      request,
      (query) => searchRepositories(request.store, query),
      (row) => repositoryShape(request, row),
    ),

  "GET /search/commits": (request) =>
    results(
      request,
      (query) => searchCommits(request.store, query),
      ({ repository, commit }) => {
        const shape = commitShape(request, repository, commit)
        // GitHub verifies no signatures here.
        const { verification: _, ...own } = shape.commit
        return { ...shape, commit: own, repository: simpleRepository(request, repository) }
      },
    ),

  "GET /search/users": (request) =>
    results(
      request,
      (query) => searchAccounts(request.store, query),
      (row) => simpleUser(request, row),
    ),

  "GET /search/code": (request) => {
    const withMatches = request.media.is("text-match")
    return results(
      request,
      (query) => searchCode(request.store, query),
      (match) => codeShape(request, match, withMatches),
      {},
      // A page of code results that would go beyond the last result is refused.
      (perPage) => Math.floor(MAX_RESULTS / perPage),
    )
  },
})

/** Except for code, the page with the last result is complete. */
const pagesOfResults = (perPage: number): number => Math.ceil(MAX_RESULTS / perPage)

function results<Row>(
  request: RestRequest,
  search: (query: string) => Rows<Row>,
  shape: (row: Row) => object,
  more: Record<string, unknown> = {},
  mostPages = pagesOfResults,
) {
  const query = searchText(request)
  const { number, perPage } = pageOf(request)
  if (number > mostPages(perPage)) {
    throw refuse(422, "Only the first 1000 search results are available")
  }
  try {
    checkNames(request.store, query)
    const rows = search(query)
    return request.page(
      rows,
      (_, row) => ({ ...shape(row), score: 1 }), // `items` comes first, because octokit treats the first unknown member as the list.
      (items, total_count) => ({ total_count, incomplete_results: false, items, ...more }),
      { mostPages },
    )
  } catch (error) {
    if (!(error instanceof UnmodelledSearch)) throw error
    throw new HttpRefusal(failure(501, error.message, undefined, { type: "SANDBOX_NOT_MODELLED" }))
  }
}

/** The query with the sort parameters. */
function searchText(request: RestRequest): string {
  const { query } = request
  const text = query.get("q")?.trim() ?? ""
  if (text === "") throw invalid("Search", "q", "missing")
  const sort = query.get("sort")
  const order = query.get("order") === "asc" ? "asc" : "desc"
  if (!sort || sort === "best-match" || sort === "indexed") return text
  return `${text} sort:${sort}-${order}`
}
