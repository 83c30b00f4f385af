import { ok } from "../../http/index.js"
import { type Account, accountByLogin, where } from "../../tables/index.js"
import { missing, NotModelled, page, type RestRequest, routesOf } from "../route/index.js"
import { privateUserShape, publicUserShape, simpleUser } from "../shapes/index.js"

export const userRoutes = routesOf({
  "GET /user": (request) => ok(privateUserShape(request, request.viewer.account)),

  "GET /users/{username}": (request) => ok(publicUserShape(request, accountIn(request))),

  "GET /orgs/{org}/members": (request) => {
    const organization = organizationIn(request)
    if (!organization.members.has(request.viewer.account.id)) {
      // Other viewers see only public members.
      throw new NotModelled("which members of an organization are public")
    }
    const rows = where(request.store, "accounts", (one) => organization.members.has(one.id))
    return page(request, rows, (account) => simpleUser(request, account))
  },
})

export function accountIn(request: RestRequest): Account {
  const account = accountByLogin(request.store, request.params.username ?? "")
  if (!account) throw missing()
  return account
}

export function organizationIn(request: RestRequest): Account {
  const account = accountByLogin(request.store, request.params.org ?? "")
  if (account?.kind !== "Organization") throw missing()
  return account
}
