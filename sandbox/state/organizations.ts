/** Membership of organizations, and their teams: https://docs.github.com/rest/teams */

import {
  type Account,
  sameName,
  type Team,
  type TeamRole,
  withEntry,
  withoutEntry,
} from "../tables/index.js"
import { NotAccessible, NotAllowed, notFound, notModelled } from "./errors.js"
import { canSeeTeam, isInside, readsOrganizations } from "./membership.js"
import { missingScopes } from "./permissions.js"
import type { Session, Viewer } from "./session.js"

/** The members that the viewer may see: all for members, otherwise those who show it publicly. */
export const membersOf = (store: Session, organization: Account): Account[] =>
  [...organization.members.keys()]
    .filter((id) => isInside(store.viewer, organization) || organization.publicMembers.has(id))
    .map((id) => store.get("accounts", id))

/** The organizations in which the viewer may see a user. */
export const organizationsOf = (store: Session, user: Account): Account[] =>
  store.where(
    "accounts",
    (one) =>
      one.members.has(user.id) && (one.publicMembers.has(user.id) || isInside(store.viewer, one)),
  )

/** The teams that the viewer may see. */
export function teamsOf(store: Session, organization: Account): Team[] {
  requireTeamScope(store.viewer)
  if (!isInside(store.viewer, organization)) return []
  return store
    .rowsBy("teams", "organization", organization.id)
    .filter((team) => canSeeTeam(store, store.viewer, team))
}

function requireTeamScope(viewer: Viewer): void {
  if (viewer.grant) {
    if (viewer.grant.permissions.members === undefined) throw new NotAccessible()
  } else if (!readsOrganizations(viewer)) {
    throw missingScopes(viewer, ["read:org", "read:discussion"])
  }
}

export const teamBySlug = (store: Session, organization: Account, slug: string): Team | undefined =>
  teamsOf(store, organization).find((team) => sameName(team.slug, slug))

/** The teams that the viewer is in, in all organizations. */
export const ownTeams = (store: Session): Team[] =>
  store.tables.teams
    .values()
    .filter(
      ({ members, organizationId }) =>
        members.has(store.viewer.account.id) &&
        isInside(store.viewer, store.get("accounts", organizationId)),
    )

/** Puts a member of the organization into a team, or changes the role there. */
export function setTeamMember(
  store: Session,
  team: Team,
  { id }: Account,
  role: TeamRole,
): TeamRole {
  const organization = requireTeamAdmin(store, team)
  if (!organization.members.has(id)) throw notModelled("invitations to organizations")
  // Owners of the organization are maintainers of each team that they are in.
  const given = organization.members.get(id) === "ADMIN" ? "MAINTAINER" : role
  store.edit(team, { members: withEntry(team.members, id, given) })
  store.recordApplied("addTeamMember", team)
  return given
}

export function removeTeamMember(store: Session, team: Team, { id }: Account): void {
  requireTeamAdmin(store, team)
  if (!team.members.has(id)) throw notFound("Not Found")
  store.edit(team, { members: withoutEntry(team.members, id) })
  store.recordApplied("removeTeamMember", team)
}

/** Owners of the organization and maintainers of a team change it. */
function requireTeamAdmin(store: Session, team: Team): Account {
  const organization = store.get("accounts", team.organizationId)
  const { account, grant, scopes } = store.viewer
  const isAdmin = grant
    ? grant.permissions.members === "write"
    : organization.members.get(account.id) === "ADMIN" ||
      team.members.get(account.id) === "MAINTAINER"
  if (!isAdmin) throw grant ? new NotAccessible() : new NotAllowed(account.login)
  if (!grant && !WRITES_ORGANIZATIONS.some((scope) => scopes.has(scope)))
    throw missingScopes(store.viewer, WRITES_ORGANIZATIONS)
  return organization
}

const WRITES_ORGANIZATIONS = ["admin:org", "write:org"]
