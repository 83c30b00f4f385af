import { allowedMethods, canSee, has, permissionOf } from "../../state/index.js"
import type { Repository } from "../../tables/index.js"
import { address, type Fields, list, listById, type OrderedArgs } from "../field/index.js"
import { repositoryDeploymentFields } from "./deployment.js"
import { repositoryDiscussionFields } from "./discussion.js"
import { repositoriesOf } from "./lists.js"
import { repositoryPlanningFields } from "./planning.js"
import { repositoryProjectFields } from "./project.js"
import { repositoryReleaseFields } from "./release.js"
import { absentFeatures } from "./repository-absent.js"
import { repositoryConversationFields } from "./repository-conversation.js"
import { repositoryGitFields } from "./repository-git.js"
import { repositoryPeopleFields } from "./repository-people.js"
import { repositoryRuleFields } from "./rules.js"
import { repositoryAlertFields } from "./security.js"
import { repositoryTopics } from "./topic.js"

type Repo = Repository

export const repositoryFields: Fields<Repo> = {
  ...absentFeatures,
  repositoryTopics,

  nameWithOwner: (repo, _, { store }) => store.nameWithOwner(repo),
  descriptionHTML: (repo) => `<div>${repo.description ?? ""}</div>`,
  shortDescriptionHTML: (repo, args: { limit?: number | null }) =>
    (repo.description ?? "").slice(0, args.limit ?? 200),
  isArchived: (repo) => repo.archivedAt !== null,
  isFork: (repo) => repo.parentId !== null,
  isEmpty: (repo) => repo.refs.size === 0,
  isInOrganization: (repo, _, { store }) => {
    const isOwned = ({ ownerId }: Repo) => store.get("accounts", ownerId).kind === "Organization"
    const parent = repo.isPrivate ? store.find("repositories", repo.parentId) : undefined
    return isOwned(repo) || (parent !== undefined && isOwned(parent))
  },
  isUserConfigurationRepository: (repo, _, { store }) =>
    store.get("accounts", repo.ownerId).login.toLowerCase() === repo.name.toLowerCase(),
  visibility: (repo) => (repo.isPrivate ? "PRIVATE" : "PUBLIC"),
  sshUrl: (repo, _, { store }) =>
    `git@${new URL(store.webUrl).host}:${store.nameWithOwner(repo)}.git`,
  ...address<Repo>("projects", (repo, store) => `/${store.nameWithOwner(repo)}/projects`),
  openGraphImageUrl: (repo, _, { store }) =>
    `https://opengraph.githubassets.com/${repo.id}/${store.nameWithOwner(repo)}`,
  planFeatures: () => ({
    codeowners: true,
    draftPullRequests: true,
    maximumAssignees: 10,
    maximumManualReviewRequests: 15,
    teamReviewRequests: false,
  }),

  parent: (repo, _, { store }) => {
    const parent = store.find("repositories", repo.parentId)
    return parent && canSee(store, parent) ? parent : null
  },
  forkCount: (repo, _, { store }) => store.countBy("repositories", "parent", repo.id),
  forks: repositoriesOf((repo, fork) => fork.parentId === repo.id),
  stargazerCount: (repo) => repo.stargazers.size,
  stargazers: list(
    (repo) => [...repo.stargazers],
    (args: OrderedArgs, _repo, { store }) => ({
      order: {
        keys: ([id, starredAt]) => [starredAt, id],
        descending: args.orderBy?.direction === "DESC",
      },
      node: ([id]) => store.get("accounts", id),
      edge: ([, starredAt]) => ({ starredAt }),
    }),
  ),
  watchers: listById((repo, { store }) =>
    [...repo.watchers].map((id) => store.get("accounts", id)),
  ),

  ...repositoryConversationFields,
  ...repositoryDiscussionFields,
  ...repositoryProjectFields,
  ...repositoryPeopleFields,
  ...repositoryGitFields,
  ...repositoryReleaseFields,
  ...repositoryRuleFields,
  ...repositoryDeploymentFields,
  ...repositoryAlertFields,
  ...repositoryPlanningFields,

  viewerPermission: (repo, _, { store }) => permissionOf(store, repo),
  viewerCanAdminister: (repo, _, { store }) => has(store, repo, "ADMIN"),
  viewerCanCreateProjects: (repo, _, { store }) => has(store, repo, "WRITE"),
  viewerCanUpdateTopics: (repo, _, { store }) => has(store, repo, "MAINTAIN"),
  viewerCanSubscribe: () => true,
  viewerSubscription: ({ watchers, ignorers }, _, { viewer: { account } }) => {
    if (ignorers.has(account.id)) return "IGNORED"
    return watchers.has(account.id) ? "SUBSCRIBED" : "UNSUBSCRIBED"
  },
  viewerDefaultMergeMethod: (repo, _, { viewer }) => {
    const last = repo.mergeMethods.get(viewer.account.id)
    const allowed = allowedMethods(repo)
    return last !== undefined && allowed.includes(last) ? last : (allowed[0] ?? "MERGE")
  },
  viewerHasStarred: (repo, _, { viewer }) => repo.stargazers.has(viewer.account.id),
  viewerDefaultCommitEmail: (_repo, _, { viewer }) => viewer.account.email,
  viewerPossibleCommitEmails: (_repo, _, { viewer }) => [viewer.account.email],
}
