import { canSee, setStarred } from "../../state/index.js"
import type { Account } from "../../tables/index.js"
import { missing, type RestRequest, routesOf, sorted } from "../route/index.js"
import { repositoryShape } from "../shapes/index.js"

const STAR = "/user/starred/{owner}/{repo}"

/** The repositories that somebody starred. */
export const starRoutes = routesOf({
  "GET /user/starred": (request) => starred(request, request.viewer.account),
  "GET /users/{username}/starred": (request) => starred(request, request.account()),

  [`GET ${STAR}`]: (request) => {
    if (!request.repository().stargazers.has(request.viewer.account.id)) throw missing()
  },
  [`PUT ${STAR}`]: (request) => setStarred(request.store, request.repository(), true),
  [`DELETE ${STAR}`]: (request) => setStarred(request.store, request.repository(), false),
})

function starred(request: RestRequest, { id }: Account) {
  const { store } = request
  const sort = request.choice("Star", "sort", "created", "updated")
  const direction = request.choice("Star", "direction", "desc", "asc")
  const rows = store.where("repositories", (one) => one.stargazers.has(id) && canSee(store, one))
  const keys = sorted(
    rows,
    (one) => (sort === "created" ? (one.stargazers.get(id) ?? "") : one.pushedAt),
    direction,
  )
  const isDated = request.media.is("star")
  return request.page(keys, (_, one) => {
    const repo = repositoryShape(request, one)
    return isDated ? { starred_at: one.stargazers.get(id), repo } : repo
  })
}
