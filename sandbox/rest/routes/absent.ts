import type { EmptyList } from "../../tables/index.js"
import {
  accountIn,
  type Handler,
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
  [`GET ${USER}/keys`]: nothing("public_keys", accountIn),
  [`GET ${USER}/social_accounts`]: nothing("social_accounts", accountIn),
})

function nothing(
  list: EmptyList,
  ownerIn: (request: RestRequest) => { readonly emptyLists: readonly EmptyList[] },
): Handler {
  return (request) => {
    if (!ownerIn(request).emptyLists.includes(list)) {
      throw new NotModelled(`this, unless the seed declares it empty: \`${list}: []\``)
    }
    return request.page([])
  }
}
