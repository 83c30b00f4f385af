/** Membership of organizations, and their teams: https://docs.github.com/rest/teams */
import {
  type Account,
  get,
  rowsBy,
  type Store,
  sameName,
  type Team,
  where,
} from "../tables/index.js"
import { NotAccessible } from "./errors.js"
import { canSeeTeam, isInside, readsOrganizations } from "./membership.js"
import { missingScopes, type Viewer } from "./permissions.js"

/** The members that the viewer may see: all for members, otherwise those who show it publicly. */
export const membersOf = (store: Store, viewer: Viewer, organization: Account): Account[] =>
  [...organization.members.keys()]
    .filter((id) => isInside(viewer, organization) || organization.publicMembers.has(id))
    .map((id) => get(store, "accounts", id))

/** The organizations in which the viewer may see a user. */
export const organizationsOf = (store: Store, viewer: Viewer, user: Account): Account[] =>
  where(
    store,
    "accounts",
    (one) => one.members.has(user.id) && (one.publicMembers.has(user.id) || isInside(viewer, one)),
  )

/** The teams that the viewer may see. */
export function teamsOf(store: Store, viewer: Viewer, organization: Account): Team[] {
  requireTeamScope(viewer)
  if (!isInside(viewer, organization)) return []
  return rowsBy(store, "teams", "organization", organization.id).filter((team) =>
    canSeeTeam(store, viewer, team),
  )
}

function requireTeamScope(viewer: Viewer): void {
  if (viewer.grant) {
    if (viewer.grant.permissions.members === undefined) throw new NotAccessible()
  } else if (!readsOrganizations(viewer)) {
    throw missingScopes(viewer, ["read:org", "read:discussion"])
  }
}

export const teamBySlug = (
  store: Store,
  viewer: Viewer,
  organization: Account,
  slug: string,
): Team | undefined =>
  teamsOf(store, viewer, organization).find((team) => sameName(team.slug, slug))

/** The teams that the viewer is in, in all organizations. */
export const ownTeams = (store: Store, viewer: Viewer): Team[] =>
  store.tables.teams
    .values()
    .filter(
      ({ members, organizationId }) =>
        members.has(viewer.account.id) && isInside(viewer, get(store, "accounts", organizationId)),
    )
