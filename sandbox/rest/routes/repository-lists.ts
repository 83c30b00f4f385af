import { history } from "../../git/index.js"
import { answer, ok } from "../../http/index.js"
import { canSee, isVisible, setStarred } from "../../state/index.js"
import type { Account, Repository } from "../../tables/index.js"
import { invalid, missing, type RestRequest, refuse, routesOf, sorted } from "../route/index.js"
import { privateUserShape, publicUserShape, repositoryShape, simpleUser } from "../shapes/index.js"

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

/** Who contributes to a repository, stars it and watches it. */

const REPO = "/repos/{owner}/{repo}"

export const peopleListRoutes = routesOf({
  [`GET ${REPO}/contributors`]: (request) => {
    const repository = request.repository()
    const all = contributorsOf(request, repository)
    const isWithAnonymous = ["1", "true"].includes(request.query.get("anon") ?? "")
    const wanted = all.filter((one) => one.type !== "Anonymous" || isWithAnonymous)
    const shown = request.page(wanted, (_, { id, ...shape }) => ({
      ...shape.shown,
      ...counted(shape),
    }))
    return all.length === 0 ? answer(204) : shown
  },

  [`GET ${REPO}/stargazers`]: (request) => {
    const stars = [...request.repository().stargazers].map(([id, at]) => ({ id, at }))
    const isDated = request.media.is("star")
    return request.page(
      sorted(stars, ({ at }) => at, "asc"),
      (_, { id, at }) => {
        const user = simpleUser(request, request.store.get("accounts", id))
        return isDated ? { starred_at: at, user } : user
      },
    )
  },

  [`GET ${REPO}/subscribers`]: (request) => {
    const watchers = [...request.repository().watchers].sort((a, b) => a - b)
    return request.page(watchers, (_, id) => simpleUser(request, request.store.get("accounts", id)))
  },
})

const counted = ({ type, contributions }: { type: string; contributions: number }) => ({
  type,
  contributions,
})

/** The authors of the default branch's commits, the most frequent first. */
function contributorsOf(request: RestRequest, { refs, defaultBranch }: Repository) {
  const { store } = request
  const tip = refs.get(`refs/heads/${defaultBranch}`)
  const counts = new Map<string, { name: string; contributions: number }>()
  for (const { author } of tip === undefined ? [] : history(store.git, tip)) {
    const { contributions } = counts.get(author.email) ?? { contributions: 0 }
    counts.set(author.email, { name: author.name, contributions: contributions + 1 })
  }
  const all = [...counts].map(([email, { name, contributions }], id) => {
    const account = store.rowBy("accounts", "email", email)
    const shown = account ? simpleUser(request, account) : { email, name }
    return { id, shown, type: account?.kind ?? "Anonymous", contributions }
  })
  return sorted(all, (one) => one.contributions, "desc")
}

export const userRoutes = routesOf({
  "GET /user": (request) => ok(privateUserShape(request, request.viewer.account)),

  "GET /users/{username}": (request) => ok(publicUserShape(request, request.account())),
})
