import { isVisible, missingScopes, organizationsOf } from "../../state/index.js"
import type { Account } from "../../tables/index.js"
import {
  address,
  constants,
  emptyConnection,
  type Field,
  type Fields,
  list,
  listById,
  NotModelled,
  type OrderedArgs,
  orderOf,
} from "../field/index.js"
import { own } from "./absent.js"
import { ownerDiscussionFields } from "./discussion.js"
import { userGistFields } from "./gist.js"
import { affiliationOf, commentOrder, issuesOf, pullsOf, repositoriesOf } from "./lists.js"
import { ownerProjectFields } from "./project.js"
import { organizationPeopleFields } from "./team.js"

const nothing: Field<unknown> = () => null
const none: Field<unknown> = () => 0
const no: Field<unknown> = () => false

/** Answers of users and organizations about features that the sandbox does not have. */
const absentOfOwners: Fields<Account> = {
  estimatedNextSponsorsPayoutInCents: own("sponsors", none),
  hasSponsorsListing: own("sponsors", no),
  isSponsoredBy: own("sponsors", no),
  isSponsoringViewer: own("sponsors", no),
  lifetimeReceivedSponsorshipValues: own("sponsors", emptyConnection),
  monthlyEstimatedSponsorsIncomeInCents: own("sponsors", none),
  // GraphQL has no packages of the types that REST has.
  packages: emptyConnection,
  pinnedItems: own("pinned_items", emptyConnection),
  // GitHub has removed classic projects.
  projects: emptyConnection,
  sponsoring: own("sponsors", emptyConnection),
  sponsors: own("sponsors", emptyConnection),
  sponsorsActivities: own("sponsors", emptyConnection),
  sponsorshipForViewerAsSponsor: own("sponsors", nothing),
  sponsorshipForViewerAsSponsorable: own("sponsors", nothing),
  sponsorshipNewsletters: own("sponsors", emptyConnection),
  sponsorshipsAsMaintainer: own("sponsors", emptyConnection),
  sponsorshipsAsSponsor: own("sponsors", emptyConnection),
  sponsorsListing: own("sponsors", nothing),
  totalSponsorshipAmountAsSponsorInCents: own("sponsors", none),
  viewerCanSponsor: own("sponsors", no),
  viewerIsSponsoring: own("sponsors", no),
}

const absentOfUsers: Fields<Account> = {
  commitComments: own("commit_comments", emptyConnection),
  enterprises: own("enterprises", emptyConnection),
  lists: own("lists", emptyConnection),
  publicKeys: own("public_keys", emptyConnection),
  savedReplies: own("saved_replies", emptyConnection),
  socialAccounts: own("social_accounts", emptyConnection),
}

const absentOfOrganizations: Fields<Account> = {
  domains: own("domains", emptyConnection),
  mannequins: own("mannequins", emptyConnection),
  pendingMembers: own("pending_members", emptyConnection),
  rulesets: own("rulesets", emptyConnection),
}

/** Fields of every kind of account. */
export const actorFields: Fields<Account> = {
  avatarUrl: (account, args: { size?: number | null }) =>
    `https://avatars.githubusercontent.com/u/${account.id}?${args.size ? `s=${args.size}&` : ""}v=4`,
}

/** Fields of users and organizations. */
const ownerFields: Fields<Account> = {
  ...actorFields,
  ...constants({
    interactionAbility: null,
    pinnedItemsRemaining: 6,
  }),
  ...absentOfOwners,
  ...ownerDiscussionFields,
  ...ownerProjectFields,
  ...address<Account>("projects", ({ login }) => `/${login}?tab=projects`),
  repository: (account, args: { name: string }, { store }) => {
    const repository = store.repositoryByName(account.login, args.name)
    if (repository && isVisible(store, repository)) return repository
    // GitHub does not document whether it returns null with or without an error.
    throw new NotModelled(`repository(name: "${args.name}") of an owner who has none`)
  },
  viewerCanChangePinnedItems: (account, _, { viewer }) =>
    account.id === viewer.account.id || isAdmin(account, viewer.account),
  viewerCanCreateProjects: (account, _, { viewer }) =>
    account.id === viewer.account.id || isAdmin(account, viewer.account),
  viewerIsFollowing: (account, _, { viewer }) => viewer.account.following.has(account.id),
}

const isAdmin = (organization: Account, account: Account): boolean =>
  organization.members.get(account.id) === "ADMIN"

interface StarArgs extends OrderedArgs {
  ownedByViewer?: boolean | null
}

const EMAIL_SCOPES = ["user:email", "read:user", "user"]

export const userFields: Fields<Account> = {
  ...ownerFields,
  ...constants({
    canReceiveOrganizationEmailsWhenNotificationsRestricted: false,
    copilotEndpoints: null,
    isBountyHunter: false,
    isCampusExpert: false,
    isDeveloperProgramMember: false,
    isEmployee: false,
    isGitHubStar: false,
    organizationVerifiedDomainEmails: [],
    status: null,
    suggestedListNames: [],
    userViewType: "PUBLIC",
  }),
  ...absentOfUsers,
  ...userGistFields,
  bioHTML: (user) => `<div>${user.bio ?? ""}</div>`,
  companyHTML: (user) => `<div>${user.company ?? ""}</div>`,
  email: (user, _, { viewer }) => {
    if (EMAIL_SCOPES.some((scope) => viewer.scopes.has(scope))) return user.email
    throw missingScopes(viewer, EMAIL_SCOPES)
  },
  isViewer: (user, _, { viewer }) => user.id === viewer.account.id,
  isFollowingViewer: (user, _, { viewer }) => user.following.has(viewer.account.id),
  viewerCanFollow: (user, _, { viewer }) => user.id !== viewer.account.id,
  followers: listById((user, { store }) => store.rowsBy("accounts", "following", user.id)),
  following: listById((user, { store }) =>
    [...user.following].map((id) => store.get("accounts", id)),
  ),
  issues: issuesOf((user, { store }) => store.rowsBy("issues", "author", user.id)),
  pullRequests: pullsOf((user, { store }) => store.rowsBy("pullRequests", "author", user.id)),
  issueComments: list(
    (user, { store }) =>
      store
        .rowsBy("issueComments", "author", user.id)
        .filter((comment) => isVisible(store, comment)),
    (args: OrderedArgs) => ({ order: commentOrder(args.orderBy) }),
  ),
  organization: (user, args: { login: string }, { store }) => {
    const account = store.accountByLogin(args.login)
    if (account?.kind === "Organization" && account.members.has(user.id)) return account
    throw new NotModelled(`organization(login: "${args.login}") of somebody who is no member`)
  },
  organizations: list(
    (user, { store }) => organizationsOf(store, user),
    (args: OrderedArgs) => ({
      order: orderOf(args.orderBy, "CREATED_AT", {
        CREATED_AT: (org: Account) => [org.createdAt, org.id],
        LOGIN: (org: Account) => [org.login.toLowerCase()],
      }),
    }),
  ),
  repositories: repositoriesOf((user, repository, { store }, { ownerAffiliations }) => {
    const kind = affiliationOf(store, user, repository)
    const wanted = ownerAffiliations ?? ["OWNER", "COLLABORATOR"]
    return kind !== undefined && wanted.includes(kind)
  }),
  topRepositories: repositoriesOf(
    (user, repository, { store }) => affiliationOf(store, user, repository) !== undefined,
  ),
  starredRepositories: list(
    (user, { store, viewer }, args: StarArgs) =>
      store.where(
        "repositories",
        (repository) =>
          repository.stargazers.has(user.id) &&
          isVisible(store, repository) &&
          (!args.ownedByViewer || repository.ownerId === viewer.account.id),
      ),
    (args: StarArgs, user) => ({
      order: {
        keys: (repository) => [repository.stargazers.get(user.id) ?? "", repository.id],
        descending: args.orderBy?.direction === "DESC",
      },
      edge: (repository) => ({ starredAt: repository.stargazers.get(user.id) }),
      extra: { isOverLimit: false },
    }),
  ),
  watching: repositoriesOf((user, repository) => repository.watchers.has(user.id)),
}

export const organizationFields: Fields<Account> = {
  ...ownerFields,
  ...constants({
    announcementBanner: null,
    archivedAt: null,
    ipAllowListEnabledSetting: "DISABLED",
    ipAllowListForInstalledAppsEnabledSetting: "DISABLED",
    isVerified: false,
    membersCanForkPrivateRepositories: false,
    notificationDeliveryRestrictionEnabledSetting: "DISABLED",
    organizationBillingEmail: null,
    requiresTwoFactorAuthentication: null,
    samlIdentityProvider: null,
    webCommitSignoffRequired: false,
  }),
  ...absentOfOrganizations,
  ...organizationPeopleFields,
  description: (organization) => organization.bio,
  descriptionHTML: (organization) => `<div>${organization.bio ?? ""}</div>`,
  email: (organization) => organization.email || null,
  repositories: repositoriesOf((organization, { ownerId }) => ownerId === organization.id),
  ...address<Account>("newTeam", ({ login }) => `/orgs/${login}/new-team`),
  ...address<Account>("teams", ({ login }) => `/orgs/${login}/teams`),
  viewerCanAdminister: (organization, _, { viewer }) => isAdmin(organization, viewer.account),
  viewerCanCreateRepositories: (organization, _, { viewer }) =>
    organization.members.has(viewer.account.id),
  viewerCanCreateTeams: (organization, _, { viewer }) =>
    organization.members.has(viewer.account.id),
  viewerIsAMember: (organization, _, { viewer }) => organization.members.has(viewer.account.id),
}

export const botFields: Fields<Account> = {
  ...actorFields,
  // REST calls the same bot `name[bot]`.
  login: (account) => account.login.replace(/\[bot\]$/, ""),
}

export const mannequinFields: Fields<Account> = {
  ...actorFields,
  claimant: () => null,
  email: (account) => account.email || null,
}
