import { ok } from "../../http/answer.js"
import { accountByLogin } from "../../state/lookup.js"
import { isVisible } from "../../state/permissions.js"
import type { Account } from "../../state/rows.js"
import { where } from "../../state/world.js"
import { missing } from "../errors.js"
import { choice, sorted } from "../lists.js"
import { page } from "../pages.js"
import type { RestRequest } from "../request.js"
import { routesOf } from "../router.js"
import { privateUserShape, publicUserShape } from "../shapes/full-user.js"
import { repositoryShape } from "../shapes/repository.js"
import { simpleUser } from "../shapes/user.js"

export const userRoutes = routesOf({
  "GET /user": (request) => ok(privateUserShape(request, request.viewer.account)),

  "GET /users/{username}": (request) => ok(publicUserShape(request, accountIn(request))),

  "GET /users/{username}/repos": (request) => repositoriesOf(request, accountIn(request)),

  "GET /user/repos": (request) => repositoriesOf(request, request.viewer.account),

  "GET /orgs/{org}/repos": (request) => repositoriesOf(request, organizationIn(request)),

  "GET /orgs/{org}/members": (request) => {
    const organization = organizationIn(request)
    const rows = where(request.world, "accounts", (one) => organization.members.has(one.id))
    return page(request, rows, (account) => simpleUser(request, account))
  },
})

function accountIn(request: RestRequest): Account {
  const account = accountByLogin(request.world, request.params.username ?? "")
  if (!account) throw missing()
  return account
}

function organizationIn(request: RestRequest): Account {
  const account = accountByLogin(request.world, request.params.org ?? "")
  if (account?.kind !== "Organization") throw missing()
  return account
}

function repositoriesOf(request: RestRequest, owner: Account) {
  const { world, viewer, query } = request
  const sort = choice(request, "Repository", "sort", "full_name", "created", "updated", "pushed")
  const direction =
    sort === "full_name" && !query.has("direction")
      ? "asc"
      : choice(request, "Repository", "direction", "desc", "asc")
  const rows = where(
    world,
    "repositories",
    (one) => one.ownerId === owner.id && isVisible(world, viewer, one),
  )
  const keys = {
    full_name: (row: { name: string }) => row.name.toLowerCase(),
    created: (row: { createdAt: string }) => row.createdAt,
    updated: (row: { updatedAt: string }) => row.updatedAt,
    pushed: (row: { pushedAt: string }) => row.pushedAt,
  }
  return page(request, sorted(rows, keys[sort], direction), (row) => repositoryShape(request, row))
}
