import { isAnonymous, ok } from "../../http/index.js"
import {
  isInside,
  membersOf,
  missingScopes,
  organizationsOf,
  ownTeams,
  rolesIn,
  teamBySlug,
  teamsOf,
} from "../../state/index.js"
import { get, type Team } from "../../tables/index.js"
import {
  choice,
  missing,
  NotModelled,
  page,
  type RestRequest,
  refuse,
  routesOf,
} from "../route/index.js"
import {
  fullTeamShape,
  organizationSummary,
  ownedOrganizationShape,
  simpleUser,
  teamMemberShape,
  teamShape,
} from "../shapes/index.js"
import { accountIn, organizationIn } from "./users.js"

const TEAM = "/orgs/{org}/teams/{team_slug}"

/** Organizations with their members and teams. */
export const organizationRoutes = routesOf({
  "GET /orgs/{org}": (request) => ok(ownedOrganizationShape(request, organizationIn(request))),

  "GET /user/orgs": (request) => {
    const { store, viewer } = request
    requireScope(request, ["read:org", "user"], "read:org scope or user scope")
    return page(request, organizationsOf(store, viewer, viewer.account), (one) =>
      organizationSummary(request, one),
    )
  },

  // Public memberships only, unless the viewer is a member, too.
  "GET /users/{username}/orgs": (request) => {
    const { store, viewer } = request
    const rows = organizationsOf(store, viewer, accountIn(request))
    return page(request, rows, (one) => organizationSummary(request, one))
  },

  "GET /orgs/{org}/members": (request) => {
    const organization = organizationIn(request)
    const role = choice(request, "Organization", "role", "all", "admin", "member")
    if (
      choice(request, "Organization", "filter", "all", "2fa_disabled", "2fa_insecure") !== "all"
    ) {
      throw new NotModelled("two-factor authentication of members")
    }
    if (role !== "all" && !isInside(request.viewer, organization)) {
      throw new NotModelled("roles of members for people outside of the organization")
    }
    const rows = membersOf(request.store, request.viewer, organization).filter(
      ({ id }) => role === "all" || organization.members.get(id) === role.toUpperCase(),
    )
    return page(request, rows, (account) => simpleUser(request, account))
  },

  "GET /orgs/{org}/public_members": (request) => {
    const { store } = request
    const ids = [...organizationIn(request).publicMembers]
    return page(request, ids, (id) => simpleUser(request, get(store, "accounts", id)))
  },

  "GET /user/teams": (request) => {
    const { store, viewer } = request
    const enough = ["user", "repo", "read:org"]
    if (!enough.some((scope) => viewer.scopes.has(scope))) throw missingScopes(viewer, enough)
    return page(request, ownTeams(store, viewer), (team) => fullTeamShape(request, team))
  },

  "GET /orgs/{org}/teams": (request) => {
    const organization = organizationIn(request)
    const { store, viewer } = request
    if (!isInside(viewer, organization)) throw missing()
    const isWanted = choice(request, "Team", "team_type", "all", "organization", "enterprise")
    const rows = isWanted === "enterprise" ? [] : teamsOf(store, viewer, organization)
    return page(request, rows, (team) => teamShape(request, team))
  },

  [`GET ${TEAM}`]: (request) => ok(fullTeamShape(request, teamIn(request))),

  [`GET ${TEAM}/members`]: (request) => {
    const { store } = request
    const team = teamIn(request)
    const wanted = choice(request, "Team", "role", "all", "maintainer", "member")
    const rows = [...rolesIn(store, team)]
      .filter(([, role]) => wanted === "all" || role === wanted.toUpperCase())
      .map(([id]) => get(store, "accounts", id))
    return page(request, rows, (member) => teamMemberShape(request, team, member))
  },
})

function requireScope({ viewer }: RestRequest, enough: readonly string[], named: string): void {
  if (isAnonymous(viewer) || enough.some((scope) => viewer.scopes.has(scope))) return
  throw refuse(403, `You need at least ${named} to list your organizations.`)
}

function teamIn(request: RestRequest): Team {
  const { store, viewer, params } = request
  const organization = organizationIn(request)
  if (!isInside(viewer, organization)) throw missing()
  const team = teamBySlug(store, viewer, organization, params.team_slug ?? "")
  if (!team) throw missing()
  return team
}
