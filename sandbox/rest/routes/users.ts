import { ok } from "../../http/index.js"
import type { Account } from "../../tables/index.js"
import { missing, type RestRequest, routesOf } from "../route/index.js"
import { privateUserShape, publicUserShape } from "../shapes/index.js"

export const userRoutes = routesOf({
  "GET /user": (request) => ok(privateUserShape(request, request.viewer.account)),

  "GET /users/{username}": (request) => ok(publicUserShape(request, accountIn(request))),
})

export function accountIn(request: RestRequest): Account {
  const account = request.store.accountByLogin(request.params.username ?? "")
  if (!account) throw missing()
  return account
}

export function organizationIn(request: RestRequest): Account {
  const account = request.store.accountByLogin(request.params.org ?? "")
  if (account?.kind !== "Organization") throw missing()
  return account
}
