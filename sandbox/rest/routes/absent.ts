import type { EmptyList } from "../../tables/index.js"
import {
  type Handler,
  missing,
  NotModelled,
  type RestRequest,
  repositoryIn,
  routesOf,
} from "../route/index.js"

const REPO = "/repos/{owner}/{repo}"
const USER = "/users/{username}"

/** Lists that are not modelled. They are empty if the seed declares so, and refused otherwise. */
export const absentRoutes = routesOf({
  [`GET ${REPO}/comments`]: nothing("commit_comments", repositoryIn),
  [`GET ${USER}/keys`]: nothing("public_keys", userIn),
  [`GET ${USER}/social_accounts`]: nothing("social_accounts", userIn),
})

function userIn({ store, params }: RestRequest) {
  const account = store.accountByLogin(params.username ?? "")
  if (!account) throw missing()
  return account
}

function nothing(
  list: EmptyList,
  ownerIn: (request: RestRequest) => { readonly emptyLists: readonly EmptyList[] },
  wrap: (items: unknown[]) => unknown = (items) => items,
): Handler {
  return (request) => {
    if (!ownerIn(request).emptyLists.includes(list)) {
      throw new NotModelled(`this, unless the seed declares it empty: \`${list}: []\``)
    }
    return request.page([], (row) => row, wrap)
  }
}
