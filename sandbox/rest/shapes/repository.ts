import { isAnonymous } from "../../http/index.js"
import { categoriesOf, findVisible, has, languagesOf, webUrl } from "../../state/index.js"
import { pair, type Repository } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids, repositoryUrl, times } from "./common.js"
import { simpleUser } from "./user.js"

/** A repository inside another object, such as a run, a check suite or a result of a search. */
export function simpleRepository(view: View, repository: Repository) {
  const { store } = view
  return {
    ...ids(repository),
    name: repository.name,
    full_name: store.nameWithOwner(repository),
    private: repository.isPrivate,
    owner: simpleUser(view, store.get("accounts", repository.ownerId)),
    html_url: webUrl(store, repository),
    description: repository.description,
    fork: repository.parentId !== null,
    ...repositoryUrls(repositoryUrl(view, repository)),
  }
}

/** The repository of an end of a pull request, and the parent of a fork: GitHub leaves out the permissions. */
export function relatedRepository(view: View, repository: Repository) {
  const { store } = view
  const simple = simpleRepository(view, repository)
  const { full_name: fullName, html_url: page } = simple
  const host = new URL(store.webUrl).host
  const open = pair(repository.id, "OPEN")
  const openIssues =
    store.countBy("issues", "repository", open) + store.countBy("pullRequests", "repository", open)
  const forks = store.countBy("repositories", "parent", repository.id)
  return {
    ...simple,
    ...times(repository),
    pushed_at: repository.pushedAt,
    git_url: `git://${host}/${fullName}.git`,
    ssh_url: `git@${host}:${fullName}.git`,
    clone_url: `${cloneOrigin(view)}/${fullName}.git`,
    svn_url: page,
    homepage: repository.homepageUrl,
    size: 0,
    stargazers_count: repository.stargazers.size,
    watchers_count: repository.stargazers.size,
    language: languagesOf(store, repository)[0]?.name ?? null,
    has_issues: repository.hasIssuesEnabled,
    has_projects: repository.hasProjectsEnabled,
    has_downloads: true,
    has_wiki: repository.hasWikiEnabled,
    has_pages: store.countBy("pages", "repository", repository.id) > 0,
    has_discussions: categoriesOf(store, repository).length > 0,
    forks_count: forks,
    mirror_url: null,
    archived: repository.archivedAt !== null,
    disabled: false,
    open_issues_count: openIssues,
    license: null,
    allow_forking: true,
    is_template: repository.isTemplate,
    web_commit_signoff_required: false,
    topics: [...repository.topics],
    visibility: repository.isPrivate ? "private" : "public",
    forks,
    open_issues: openIssues,
    watchers: repository.stargazers.size,
    default_branch: repository.defaultBranch,
  }
}

/** A repository in lists. */
export function repositoryShape(view: View, repository: Repository) {
  const { store, viewer } = view
  return {
    ...relatedRepository(view, repository),
    ...(!isAnonymous(viewer) && {
      permissions: {
        admin: has(store, repository, "ADMIN"),
        maintain: has(store, repository, "MAINTAIN"),
        push: has(store, repository, "WRITE"),
        triage: has(store, repository, "TRIAGE"),
        pull: has(store, repository, "READ"),
      },
    }),
  }
}

/** git over HTTP is on the port of the API, except where the API is on GitHub's own host. */
function cloneOrigin({ apiUrl, store }: View): string {
  const { origin, host } = new URL(apiUrl)
  return host === "api.github.com" ? store.webUrl : origin
}

/** The additional fields of `GET /repos/{owner}/{repo}`. */
export function fullRepositoryShape(view: View, repository: Repository) {
  const { store } = view
  const owner = store.get("accounts", repository.ownerId)
  const parent = findVisible(view.store, "repositories", repository.parentId)
  const shape = repositoryShape(view, repository)
  return {
    ...shape,
    temp_clone_token: null,
    ...(has(store, repository, "WRITE") && {
      allow_squash_merge: repository.squashMergeAllowed,
      allow_merge_commit: repository.mergeCommitAllowed,
      allow_rebase_merge: repository.rebaseMergeAllowed,
      allow_auto_merge: repository.autoMergeAllowed,
      delete_branch_on_merge: repository.deleteBranchOnMerge,
      allow_update_branch: repository.allowUpdateBranch,
      use_squash_pr_title_as_default: false,
      squash_merge_commit_message: "COMMIT_MESSAGES",
      squash_merge_commit_title: "COMMIT_OR_PR_TITLE",
      merge_commit_message: "PR_TITLE",
      merge_commit_title: "MERGE_MESSAGE",
    }),
    ...(owner.kind === "Organization" && {
      organization: simpleUser(view, owner),
      custom_properties: {},
    }),
    ...(has(store, repository, "ADMIN") && { security_and_analysis: SECURITY }),
    ...(parent && {
      parent: relatedRepository(view, parent),
      source: relatedRepository(view, sourceOf(view, parent)),
    }),
    network_count: shape.forks_count,
    subscribers_count: repository.watchers.size,
  }
}

/** Settings that the sandbox does not have. */
const SECURITY = Object.fromEntries(
  [
    "secret_scanning",
    "secret_scanning_push_protection",
    "secret_scanning_non_provider_patterns",
    "dependabot_security_updates",
  ].map((name) => [name, { status: "disabled" }]),
)

function sourceOf(view: View, repository: Repository): Repository {
  const parent = findVisible(view.store, "repositories", repository.parentId)
  return parent ? sourceOf(view, parent) : repository
}

const repositoryUrls = (url: string) => ({
  url,
  forks_url: `${url}/forks`,
  keys_url: `${url}/keys{/key_id}`,
  collaborators_url: `${url}/collaborators{/collaborator}`,
  teams_url: `${url}/teams`,
  hooks_url: `${url}/hooks`,
  issue_events_url: `${url}/issues/events{/number}`,
  events_url: `${url}/events`,
  assignees_url: `${url}/assignees{/user}`,
  branches_url: `${url}/branches{/branch}`,
  tags_url: `${url}/tags`,
  blobs_url: `${url}/git/blobs{/sha}`,
  git_tags_url: `${url}/git/tags{/sha}`,
  git_refs_url: `${url}/git/refs{/sha}`,
  trees_url: `${url}/git/trees{/sha}`,
  statuses_url: `${url}/statuses/{sha}`,
  languages_url: `${url}/languages`,
  stargazers_url: `${url}/stargazers`,
  contributors_url: `${url}/contributors`,
  subscribers_url: `${url}/subscribers`,
  subscription_url: `${url}/subscription`,
  commits_url: `${url}/commits{/sha}`,
  git_commits_url: `${url}/git/commits{/sha}`,
  comments_url: `${url}/comments{/number}`,
  issue_comment_url: `${url}/issues/comments{/number}`,
  contents_url: `${url}/contents/{+path}`,
  compare_url: `${url}/compare/{base}...{head}`,
  merges_url: `${url}/merges`,
  archive_url: `${url}/{archive_format}{/ref}`,
  downloads_url: `${url}/downloads`,
  issues_url: `${url}/issues{/number}`,
  pulls_url: `${url}/pulls{/number}`,
  milestones_url: `${url}/milestones{/number}`,
  notifications_url: `${url}/notifications{?since,all,participating}`,
  labels_url: `${url}/labels{/name}`,
  releases_url: `${url}/releases{/id}`,
  deployments_url: `${url}/deployments`,
})
