import { Type } from "typebox"
import { isAnonymous, ok } from "../../http/index.js"
import {
  isInside,
  membersOf,
  missingScopes,
  organizationsOf,
  ownTeams,
  removeTeamMember,
  rolesIn,
  setTeamMember,
  teamBySlug,
  teamsOf,
} from "../../state/index.js"
import type { Account, Team, TeamRole } from "../../tables/index.js"
import {
  missing,
  NotModelled,
  type RestRequest,
  refuse,
  routesOf,
  type View,
} from "../route/index.js"
import {
  fullTeamShape,
  organizationSummary,
  ownedOrganizationShape,
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
