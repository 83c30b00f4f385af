import { ok } from "../../http/index.js"
import type { EmptyList } from "../../tables/index.js"
import {
  accountIn,
  type Handler,
  NotModelled,
  type RestRequest,
  repositoryIn,
  routesOf,
} from "../route/index.js"

export const metaRoutes = routesOf({
  "GET /": (request) => ok(rootShape(request)),

  "GET /rate_limit": (request) => {
    const resources = request.limits()
    return ok({ resources, rate: resources.core })
  },
})

function rootShape({ apiUrl }: RestRequest) {
  const at = (path: string) => `${apiUrl}${path}`
  return {
    current_user_url: at("/user"),
    current_user_authorizations_html_url:
      "https://github.com/settings/connections/applications{/client_id}",
    authorizations_url: at("/authorizations"),
    code_search_url: at("/search/code?q={query}{&page,per_page,sort,order}"),
    commit_search_url: at("/search/commits?q={query}{&page,per_page,sort,order}"),
    emails_url: at("/user/emails"),
    emojis_url: at("/emojis"),
    events_url: at("/events"),
    feeds_url: at("/feeds"),
    followers_url: at("/user/followers"),
    following_url: at("/user/following{/target}"),
    gists_url: at("/gists{/gist_id}"),
    issue_search_url: at("/search/issues?q={query}{&page,per_page,sort,order}"),
    issues_url: at("/issues"),
    keys_url: at("/user/keys"),
    label_search_url: at("/search/labels?q={query}&repository_id={repository_id}{&page,per_page}"),
    notifications_url: at("/notifications"),
    organization_url: at("/orgs/{org}"),
    organization_repositories_url: at("/orgs/{org}/repos{?type,page,per_page,sort}"),
    organization_teams_url: at("/orgs/{org}/teams"),
    public_gists_url: at("/gists/public"),
    rate_limit_url: at("/rate_limit"),
    repository_url: at("/repos/{owner}/{repo}"),
    repository_search_url: at("/search/repositories?q={query}{&page,per_page,sort,order}"),
    current_user_repositories_url: at("/user/repos{?type,page,per_page,sort}"),
    starred_url: at("/user/starred{/owner}{/repo}"),
    starred_gists_url: at("/gists/starred"),
    topic_search_url: at("/search/topics?q={query}{&page,per_page}"),
    user_url: at("/users/{user}"),
    user_organizations_url: at("/user/orgs"),
    user_repositories_url: at("/users/{user}/repos{?type,page,per_page,sort}"),
    user_search_url: at("/search/users?q={query}{&page,per_page,sort,order}"),
  }
}

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
