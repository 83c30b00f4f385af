import { Type } from "typebox"
import { isAnonymous, ok } from "../../http/index.js"
import {
  isInside,
  membersOf,
  missingScopes,
  organizationsOf,
  ownTeams,
  packagesOf,
  packageVersionsOf,
  removeTeamMember,
  rolesIn,
  setTeamMember,
  teamBySlug,
  teamsOf,
} from "../../state/index.js"
import type { Account, Package, Team, TeamRole } from "../../tables/index.js"
import {
  invalid,
  missing,
  NotModelled,
  organizationIn,
  type RestRequest,
  type Route,
  refuse,
  routesOf,
  type View,
} from "../route/index.js"
import {
  fullTeamShape,
  organizationSummary,
  ownedOrganizationShape,
  packageShape,
  packageVersionShape,
  simpleUser,
  teamMemberShape,
  teamShape,
  teamUrl,
} from "../shapes/index.js"

const TEAM = "/orgs/{org}/teams/{team_slug}"
const MEMBERSHIP = `${TEAM}/memberships/{username}`

const newRole = Type.Object({ role: Type.Optional(Type.Enum(["member", "maintainer"])) })

/** Organizations with their members and teams. */
export const organizationRoutes = routesOf({
  "GET /orgs/{org}": (request) => ok(ownedOrganizationShape(request, request.organization())),

  "GET /user/orgs": (request) => {
    const { store, viewer } = request
    requireScope(request, ["read:org", "user"], "read:org scope or user scope")
    return request.page(organizationsOf(store, viewer.account), organizationSummary)
  },

  // Public memberships only, unless the viewer is a member, too.
  "GET /users/{username}/orgs": (request) => {
    const rows = organizationsOf(request.store, request.account())
    return request.page(rows, organizationSummary)
  },

  "GET /orgs/{org}/members": (request) => {
    const organization = request.organization()
    const role = request.choice("Organization", "role", "all", "admin", "member")
    if (request.choice("Organization", "filter", "all", "2fa_disabled", "2fa_insecure") !== "all") {
      throw new NotModelled("two-factor authentication of members")
    }
    if (role !== "all" && !isInside(request.viewer, organization)) {
      throw new NotModelled("roles of members for people outside of the organization")
    }
    const rows = membersOf(request.store, organization).filter(
      ({ id }) => role === "all" || organization.members.get(id) === role.toUpperCase(),
    )
    return request.page(rows, simpleUser)
  },

  "GET /orgs/{org}/public_members": (request) => {
    const ids = [...request.organization().publicMembers]
    return request.page(ids, (_, id) => simpleUser(request, request.store.get("accounts", id)))
  },

  "GET /user/teams": (request) => {
    const { store, viewer } = request
    const enough = ["user", "repo", "read:org"]
    if (!enough.some((scope) => viewer.scopes.has(scope))) throw missingScopes(viewer, enough)
    return request.page(ownTeams(store), fullTeamShape)
  },

  "GET /orgs/{org}/teams": (request) => {
    const organization = request.organization()
    const { store, viewer } = request
    if (!isInside(viewer, organization)) throw missing()
    const isWanted = request.choice("Team", "team_type", "all", "organization", "enterprise")
    const rows = isWanted === "enterprise" ? [] : teamsOf(store, organization)
    return request.page(rows, teamShape)
  },

  [`GET ${TEAM}`]: (request) => ok(fullTeamShape(request, teamIn(request))),

  [`GET ${TEAM}/members`]: (request) => {
    const { store } = request
    const team = teamIn(request)
    const wanted = request.choice("Team", "role", "all", "maintainer", "member")
    const rows = [...rolesIn(store, team)]
      .filter(([, role]) => wanted === "all" || role === wanted.toUpperCase())
      .map(([id]) => store.get("accounts", id))
    return request.page(rows, (_, member) => teamMemberShape(request, team, member))
  },

  [`GET ${MEMBERSHIP}`]: (request) => {
    const team = teamIn(request)
    const account = request.account()
    const role = request.orMissing(rolesIn(request.store, team).get(account.id))
    return ok(membershipShape(request, team, account, role))
  },

  [`PUT ${MEMBERSHIP}`]: (request) => {
    const team = teamIn(request)
    const account = request.account()
    const { role = "member" } = request.read("TeamMember", newRole)
    const wanted = role === "member" ? "MEMBER" : "MAINTAINER"
    const given = setTeamMember(request.store, team, account, wanted)
    return ok(membershipShape(request, team, account, given))
  },

  [`DELETE ${MEMBERSHIP}`]: (request) =>
    removeTeamMember(request.store, teamIn(request), request.account()),
})

const membershipShape = (view: View, team: Team, { login }: Account, role: TeamRole) => ({
  url: `${teamUrl(view, team)}/memberships/${login}`,
  role: role === "MEMBER" ? "member" : "maintainer",
  state: "active",
})

function requireScope({ viewer }: RestRequest, enough: readonly string[], named: string): void {
  if (isAnonymous(viewer) || enough.some((scope) => viewer.scopes.has(scope))) return
  throw refuse(403, `You need at least ${named} to list your organizations.`)
}

function teamIn(request: RestRequest): Team {
  const { store, viewer, params } = request
  const organization = request.organization()
  if (!isInside(viewer, organization)) throw missing()
  return request.orMissing(teamBySlug(store, organization, params.team_slug ?? ""))
}

/** https://docs.github.com/rest/packages */

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
