/** https://docs.github.com/rest/packages */
import { ok } from "../../http/index.js"
import { packagesOf, packageVersionsOf } from "../../state/index.js"
import type { Account, Package } from "../../tables/index.js"
import {
  invalid,
  missing,
  organizationIn,
  type RestRequest,
  type Route,
  refuse,
  routesOf,
} from "../route/index.js"
import { packageShape, packageVersionShape } from "../shapes/index.js"

export const packageRoutes: readonly Route[] = [
  ...routesBelow("/user/packages", ({ viewer }) => viewer.account),
  ...routesBelow("/users/{username}/packages", userIn),
  ...routesBelow("/orgs/{org}/packages", organizationIn),
]

function routesBelow(base: string, ownerIn: (request: RestRequest) => Account): Route[] {
  const one = `${base}/{package_type}/{package_name}`
  const versions = `${one}/versions`
  return routesOf({
    [`GET ${base}`]: (request) => {
      const { store, query } = request
      const type = query.get("package_type")
      if (!type) throw invalid("Package", "package_type", "missing_field")
      const wanted = request.choice("Package", "visibility", "", "public", "private", "internal")
      const all = packagesOf(store, ownerIn(request), type, "list packages")
      const isWanted = ({ isPrivate }: Package) =>
        wanted === "" || wanted === (isPrivate ? "private" : "public")
      return request.page(all.filter(isWanted), packageShape)
    },

    [`GET ${one}`]: (request) =>
      ok(packageShape(request, packageIn(request, ownerIn(request), "get a package"))),

    [`GET ${versions}`]: (request) => {
      const whole = packageIn(request, ownerIn(request), "get a package's versions")
      const state = request.choice("Package", "state", "active", "deleted")
      const rows = state === "active" ? packageVersionsOf(request.store, whole) : []
      return request.page(rows, packageVersionShape)
    },

    [`GET ${versions}/{package_version_id}`]: (request) => {
      const whole = packageIn(request, ownerIn(request), "get a package version")
      const all = packageVersionsOf(request.store, whole)
      return ok(packageVersionShape(request, request.among(all, "package_version_id")))
    },
  })
}

function userIn(request: RestRequest): Account {
  const account = request.account()
  if (account.kind === "Organization") throw missing()
  return account
}

function packageIn(request: RestRequest, owner: Account, purpose: string): Package {
  const { store, params } = request
  const found = packagesOf(store, owner, params.package_type, purpose).find(
    ({ name }) => name === params.package_name,
  )
  if (!found) throw refuse(404, "Package not found.")
  return found
}
