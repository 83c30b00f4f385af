import {
  isInside,
  membersOf,
  resourcePath,
  rolesIn,
  teamBySlug,
  teamsOf,
} from "../../state/index.js"
import type { Account, Store, Team, TeamRole } from "../../tables/index.js"
import {
  address,
  byId,
  connection,
  constants,
  emptyConnection,
  type Fields,
  list,
  NotModelled,
  type OrderArg,
  type OrderedArgs,
  type PageArgs,
} from "../field/index.js"

interface TeamListArgs extends PageArgs {
  ldapMapped?: boolean | null
  notificationSetting?: string | null
  orderBy?: OrderArg<"NAME"> | null
  privacy?: Team["privacy"] | null
  query?: string | null
  role?: "ADMIN" | "MEMBER" | null
  rootTeamsOnly?: boolean | null
  userLogins?: readonly string[] | null
}

interface TeamMemberArgs extends PageArgs {
  membership: "ALL" | "CHILD_TEAM" | "IMMEDIATE"
  orderBy?: OrderArg<"CREATED_AT" | "LOGIN"> | null
  query?: string | null
  role?: TeamRole | null
}

const orderOf = (orderBy: OrderArg<"NAME"> | null | undefined) =>
  orderBy
    ? {
        keys: (team: Team) => [team.name.toLowerCase(), team.id],
        descending: orderBy.direction === "DESC",
      }
    : byId<Team>()

/** People and teams of organizations. */
export const organizationPeopleFields: Fields<Account> = {
  membersWithRole: list(
    (organization, { store }) => membersOf(store, organization),
    (_args, organization, { viewer }) => ({
      order: byId(),
      edge: ({ id }) => ({
        role: isInside(viewer, organization) ? organization.members.get(id) : null,
      }),
    }),
  ),
  team: (organization, args: { slug: string }, { store }) =>
    teamBySlug(store, organization, args.slug) ?? null,
  teams: (organization, args: TeamListArgs, { store, viewer }, info) => {
    for (const name of ["ldapMapped", "notificationSetting"] as const)
      if (args[name] !== undefined && args[name] !== null) throw new NotModelled(`teams(${name}:)`)
    const words = args.query?.toLowerCase() ?? ""
    const isAdmin = organization.members.get(viewer.account.id) === "ADMIN"
    const rows = teamsOf(store, organization)
      .filter(({ privacy }) => !args.privacy || privacy === args.privacy)
      .filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(words))
      .filter(({ parentId }) => !args.rootTeamsOnly || parentId === null)
      .filter((team) => args.role !== "ADMIN" || isAdmin || isMaintainer(team, viewer.account))
      .filter((team) => args.role !== "MEMBER" || team.members.has(viewer.account.id))
      .filter((team) => !args.userLogins || hasAny(store, team, args.userLogins))
    return connection(rows, args, info, { order: orderOf(args.orderBy) })
  },
}

const isMaintainer = ({ members }: Team, { id }: Account): boolean =>
  members.get(id) === "MAINTAINER"

const hasAny = (store: Store, team: Team, logins: readonly string[]): boolean =>
  logins.some((login) => rolesIn(store, team).has(store.accountByLogin(login)?.id ?? 0))

export const teamFields: Fields<Team> = {
  ...constants({
    notificationSetting: "NOTIFICATIONS_ENABLED",
    reviewRequestDelegationAlgorithm: null,
    reviewRequestDelegationEnabled: false,
    reviewRequestDelegationMemberCount: null,
    reviewRequestDelegationNotifyTeam: false,
  }),
  avatarUrl: ({ id }, args: { size?: number | null }) =>
    `https://avatars.githubusercontent.com/t/${id}?s=${args.size ?? 400}&v=4`,
  combinedSlug: (team, _, { store }) => `${organizationOf(store, team).login}/${team.slug}`,
  parentTeam: ({ parentId }, _, { store }) => (parentId ? store.get("teams", parentId) : null),
  ancestors: list((team, { store }) => ancestorsOf(store, team)),
  childTeams: list(
    (team, { store }, args: OrderedArgs<"NAME"> & { immediateOnly?: boolean | null }) =>
      childrenOf(store, team, args.immediateOnly === false),
    (args: OrderedArgs<"NAME"> & { immediateOnly?: boolean | null }) => ({
      order: orderOf(args.orderBy),
    }),
  ),
  members: (team, args: TeamMemberArgs, { store }, info) => {
    const roles = rolesIn(store, team, args.membership)
    const words = args.query?.toLowerCase() ?? ""
    const rows = [...roles]
      .filter(([, role]) => !args.role || role === args.role)
      .map(([id]) => store.get("accounts", id))
      .filter(({ login, name }) => `${login} ${name ?? ""}`.toLowerCase().includes(words))
    return connection(rows, args, info, {
      order: {
        keys: (one) => (args.orderBy?.field === "LOGIN" ? [one.login.toLowerCase()] : [one.id]),
        descending: args.orderBy?.direction === "DESC",
      },
      edge: (one) => ({ role: roles.get(one.id) }),
    })
  },
  // Seeds give teams no repositories.
  repositories: emptyConnection,
  ...address<Team>("editTeam", (team, store) => `${resourcePath(store, team)}/edit`),
  ...address<Team>("members", (team, store) => `${resourcePath(store, team)}/members`),
  ...address<Team>("repositories", (team, store) => `${resourcePath(store, team)}/repositories`),
  ...address<Team>("teams", (team, store) => `${resourcePath(store, team)}/teams`),
  viewerCanAdminister: (team, _, { store, viewer }) =>
    organizationOf(store, team).members.get(viewer.account.id) === "ADMIN" ||
    isMaintainer(team, viewer.account),
}

const organizationOf = (store: Store, team: Team): Account =>
  store.get("accounts", team.organizationId)

/** The nearest one last. */
function ancestorsOf(store: Store, { parentId }: Team): Team[] {
  if (parentId === null) return []
  const parent = store.get("teams", parentId)
  return [...ancestorsOf(store, parent), parent]
}

function childrenOf(store: Store, team: Team, isDeep: boolean): Team[] {
  const children = store.rowsBy("teams", "parent", team.id)
  return isDeep ? children.flatMap((one) => [one, ...childrenOf(store, one, true)]) : children
}
