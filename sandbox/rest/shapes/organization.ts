import { rolesIn, webUrl } from "../../state/index.js"
import type { Account, Team } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids, times } from "./common.js"
import { simpleUser } from "./user.js"

/** An organization in lists. */
export function organizationSummary({ apiUrl }: View, organization: Account) {
  const url = `${apiUrl}/orgs/${organization.login}`
  return {
    login: organization.login,
    ...ids(organization),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${organization.id}?v=4`,
    description: organization.bio,
  }
}

/** The fields of an organization that everybody sees. */
export function organizationShape(view: View, organization: Account) {
  const { store } = view
  const owned = store.rowsBy("repositories", "owner", organization.id)
  return {
    ...organizationSummary(view, organization),
    name: organization.name,
    company: organization.company,
    blog: organization.websiteUrl,
    location: organization.location,
    email: organization.email || null,
    twitter_username: organization.twitterUsername,
    is_verified: false,
    has_organization_projects: true,
    has_repository_projects: true,
    public_repos: owned.filter((one) => !one.isPrivate).length,
    public_gists: 0,
    followers: store.countBy("accounts", "following", organization.id),
    following: 0,
    html_url: webUrl(store, organization),
    ...times(organization),
    archived_at: null,
    type: "Organization",
  }
}

/** The additional fields of `GET /orgs/{org}` for an owner. */
export function ownedOrganizationShape(view: View, organization: Account) {
  const { store, viewer } = view
  const shape = organizationShape(view, organization)
  if (organization.members.get(viewer.account.id) !== "ADMIN") return shape
  const owned = store.rowsBy("repositories", "owner", organization.id)
  const privates = owned.length - shape.public_repos
  return {
    ...shape,
    total_private_repos: privates,
    owned_private_repos: privates,
    private_gists: 0,
    disk_usage: 0,
    collaborators: 0,
    billing_email: organization.email || null,
    plan: {
      name: "free",
      space: 976_562_499,
      private_repos: 10_000,
      filled_seats: organization.members.size,
      seats: 0,
    },
    default_repository_permission: "read",
    two_factor_requirement_enabled: false,
    members_allowed_repository_creation_type: "all",
    members_can_create_repositories: true,
    members_can_create_public_repositories: true,
    members_can_create_private_repositories: true,
    members_can_create_internal_repositories: false,
    members_can_create_pages: true,
    members_can_create_public_pages: true,
    members_can_create_private_pages: true,
    members_can_fork_private_repositories: false,
    web_commit_signoff_required: false,
    deploy_keys_enabled_for_repositories: true,
    advanced_security_enabled_for_new_repositories: false,
    dependabot_alerts_enabled_for_new_repositories: false,
    dependabot_security_updates_enabled_for_new_repositories: false,
    dependency_graph_enabled_for_new_repositories: false,
    secret_scanning_enabled_for_new_repositories: false,
    secret_scanning_push_protection_enabled_for_new_repositories: false,
    secret_scanning_push_protection_custom_link_enabled: false,
    secret_scanning_push_protection_custom_link: null,
  }
}

export const teamUrl = ({ apiUrl }: View, { organizationId, id }: Team): string =>
  `${apiUrl}/organizations/${organizationId}/team/${id}`

function teamSummary(view: View, team: Team) {
  const url = teamUrl(view, team)
  return {
    name: team.name,
    ...ids(team),
    slug: team.slug,
    description: team.description,
    // REST has another name for visible teams.
    privacy: team.privacy === "SECRET" ? "secret" : "closed",
    notification_setting: "notifications_enabled",
    url,
    html_url: webUrl(view.store, team),
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    type: "organization",
    organization_id: team.organizationId,
    permission: "pull",
  }
}

/** A team in lists. */
export function teamShape(view: View, team: Team) {
  const parent = view.store.find("teams", team.parentId)
  return { ...teamSummary(view, team), parent: parent ? teamSummary(view, parent) : null }
}

/** The additional fields of a single team, and of the viewer's own. */
export const fullTeamShape = (view: View, team: Team) => ({
  ...teamShape(view, team),
  ...times(team),
  members_count: rolesIn(view.store, team).size,
  repos_count: 0,
  organization: organizationShape(view, view.store.get("accounts", team.organizationId)),
})

/** A member, with the role in the team. */
export const teamMemberShape = (view: View, team: Team, member: Account) => ({
  ...simpleUser(view, member),
  role: rolesIn(view.store, team).get(member.id)?.toLowerCase() ?? "member",
  inherited: !team.members.has(member.id),
})
