import { isVisible } from "../../state/index.js"
import type { Account, Repository } from "../../tables/index.js"
import { invalid, type RestRequest, refuse, routesOf, sorted } from "../route/index.js"
import { repositoryShape } from "../shapes/index.js"

/** Lists of an account's repositories. Each of the three selects other repositories. */
export const repositoryListRoutes = routesOf({
  "GET /user/repos": (request) => repositories(request, "full_name", isOfViewer(request)),

  // Public repositories only, even for their owner.
  "GET /users/{username}/repos": (request) => {
    const account = request.account()
    const type = request.choice("Repository", "type", "owner", "all", "member")
    return repositories(request, "full_name", (one) => {
      if (one.isPrivate) return false
      const relation = relationOf(request, one, account)
      return relation !== null && (type === "all" || (relation === "owner") === (type === "owner"))
    })
  },

  "GET /orgs/{org}/repos": (request) => {
    const { viewer } = request
    const organization = request.organization()
    const types = ["all", "public", "private", "forks", "sources", "member"] as const
    const type = request.choice("Repository", "type", ...types)
    const isOfType = {
      all: () => true,
      public: (one: Repository) => !one.isPrivate,
      private: (one: Repository) => one.isPrivate,
      forks: (one: Repository) => one.parentId !== null,
      sources: (one: Repository) => one.parentId === null,
      member: (one: Repository) => relationOf(request, one, viewer.account) !== null,
    }[type]
    return repositories(
      request,
      "created",
      (one) => one.ownerId === organization.id && isOfType(one),
    )
  },
})

const AFFILIATIONS = ["owner", "collaborator", "organization_member"] as const

type Affiliation = (typeof AFFILIATIONS)[number]

/** The relation that gives an account more access than the public has; null without one. */
function relationOf(
  { store }: RestRequest,
  repository: Repository,
  account: Account,
): Affiliation | null {
  if (repository.ownerId === account.id) return "owner"
  if (repository.collaborators.has(account.id)) return "collaborator"
  const owner = store.get("accounts", repository.ownerId)
  return owner.members.has(account.id) ? "organization_member" : null
}

function isOfViewer(request: RestRequest) {
  const { query, viewer } = request
  if (query.has("type") && (query.has("affiliation") || query.has("visibility"))) {
    throw refuse(422, "If you specify visibility or affiliation, you cannot specify type.")
  }
  const type = request.choice("Repository", "type", "all", "owner", "public", "private", "member")
  const visibility = request.choice("Repository", "visibility", "all", "public", "private")
  const affiliations = (query.get("affiliation") ?? AFFILIATIONS.join(",")).split(",")
  if (affiliations.some((one) => !AFFILIATIONS.some((known) => known === one))) {
    throw invalid("Repository", "affiliation")
  }
  return (repository: Repository): boolean => {
    const relation = relationOf(request, repository, viewer.account)
    if (relation === null || !affiliations.includes(relation)) return false
    if (type === "owner") return relation === "owner"
    if (type === "member") return relation !== "owner"
    const wanted = [visibility, type].filter((one) => one !== "all")
    return wanted.every((one) => (one === "private") === repository.isPrivate)
  }
}

function repositories(
  request: RestRequest,
  byDefault: "full_name" | "created",
  isWanted: (repository: Repository) => boolean,
) {
  const { store, query } = request
  const orders = ["full_name", "created", "updated", "pushed"] as const
  const sort = request.choice(
    "Repository",
    "sort",
    byDefault,
    ...orders.filter((one) => one !== byDefault),
  )
  const direction =
    sort === "full_name" && !query.has("direction")
      ? "asc"
      : request.choice("Repository", "direction", "desc", "asc")
  const rows = store.where("repositories", (one) => isVisible(store, one) && isWanted(one))
  const keys = {
    full_name: (row: Repository) =>
      `${store.get("accounts", row.ownerId).login}/${row.name}`.toLowerCase(),
    created: (row: Repository) => row.createdAt,
    updated: (row: Repository) => row.updatedAt,
    pushed: (row: Repository) => row.pushedAt,
  }
  return request.page(sorted(rows, keys[sort], direction), repositoryShape)
}
