/** Who is in organizations and teams, and who may see it. */
import type { Account, Store, Team, TeamRole } from "../tables/index.js"

/** The part of a viewer that decides. */
interface Reader {
  readonly account: Account
  readonly scopes: ReadonlySet<string>
  readonly grant?: {
    readonly ownerId: number
    readonly permissions: { readonly members?: "read" | "write" }
  }
}

const READS_ORGANIZATIONS = ["read:org", "write:org", "admin:org"]

export const readsOrganizations = ({ scopes }: Reader): boolean =>
  READS_ORGANIZATIONS.some((scope) => scopes.has(scope))

/** Whether the viewer is a member, and the token may say so. */
export const isInside = (viewer: Reader, organization: Account): boolean =>
  viewer.grant
    ? viewer.grant.ownerId === organization.id && viewer.grant.permissions.members !== undefined
    : organization.members.has(viewer.account.id) && readsOrganizations(viewer)

/** Secret teams are hidden from members outside of them who are not owners. */
export function canSeeTeam(store: Store, viewer: Reader, team: Team): boolean {
  const organization = store.get("accounts", team.organizationId)
  if (!isInside(viewer, organization)) return false
  const { id } = viewer.account
  const isOwner = viewer.grant !== undefined || organization.members.get(id) === "ADMIN"
  return team.privacy === "VISIBLE" || isOwner || rolesIn(store, team).has(id)
}

/** Roles by user id. Members of child teams are members of the parent, too. */
export function rolesIn(
  store: Store,
  team: Team,
  of: "ALL" | "CHILD_TEAM" | "IMMEDIATE" = "ALL",
): Map<number, TeamRole> {
  const children = of === "IMMEDIATE" ? [] : store.rowsBy("teams", "parent", team.id)
  const inherited = children.flatMap((child) => [...rolesIn(store, child).keys()])
  return new Map([
    ...inherited.map((id) => [id, "MEMBER"] as const),
    ...(of === "CHILD_TEAM" ? [] : team.members),
  ])
}
