/** The life of a repository: https://docs.github.com/rest/repos/repos */

import {
  type Account,
  EMPTY_LISTS,
  type Repository,
  type Store,
  sameName,
} from "../tables/index.js"
import { addDefaultCategories, categoriesOf } from "./discussions.js"
import { NotAccessible, NotAllowed, notModelled, unprocessable } from "./errors.js"
import { addDefaultLabels } from "./labels.js"
import { authorize, has, requireScope, requireUnarchived } from "./permissions.js"
import type { Session, Viewer } from "./session.js"

export interface RepositorySettings {
  name?: string
  description?: string | null
  homepageUrl?: string | null
  isPrivate?: boolean
  isTemplate?: boolean
  defaultBranch?: string
  hasIssuesEnabled?: boolean
  hasWikiEnabled?: boolean
  /** Enabled for the first time, a repository gets GitHub's categories. */
  hasDiscussionsEnabled?: boolean
  hasProjectsEnabled?: boolean
  mergeCommitAllowed?: boolean
  squashMergeAllowed?: boolean
  rebaseMergeAllowed?: boolean
  deleteBranchOnMerge?: boolean
  allowUpdateBranch?: boolean
  autoMergeAllowed?: boolean
}

/** Inserts a repository with GitHub's defaults, and without anything that is not modelled. */
export function insertRepository(
  store: Store,
  owner: Account,
  now: string,
  row: Partial<Omit<Repository, "id" | "kind" | "ownerId">> & { name: string },
): Repository {
  return store.insert("repositories", {
    ownerId: owner.id,
    defaultBranch: "main",
    hasIssuesEnabled: true,
    hasWikiEnabled: true,
    hasProjectsEnabled: true,
    mergeCommitAllowed: true,
    squashMergeAllowed: true,
    rebaseMergeAllowed: true,
    lastNumber: 0,
    lastMilestoneNumber: 0,
    createdAt: now,
    updatedAt: now,
    pushedAt: now,
    emptyLists: EMPTY_LISTS.repository,
    ...row,
  })
}

export function createRepository(
  store: Session,
  owner: Account,
  settings: RepositorySettings & { name: string },
): Repository {
  requireOwner(store.viewer, owner, settings.isPrivate ?? false)
  const name = freeName(store, owner, settings.name)
  requireMergeMethod(settings)
  const now = store.clock.tick()
  const { hasDiscussionsEnabled, ...row } = { ...settings, name }
  const repository = insertRepository(store, owner, now, row)
  addDefaultLabels(store, repository)
  if (hasDiscussionsEnabled) addDefaultCategories(store, repository)
  return store.recordApplied("createRepository", repository)
}

/** Throws unless the viewer may create repositories for the owner: members of an organization may. */
export function requireOwner(viewer: Viewer, owner: Account, isPrivate: boolean): void {
  requireScope(viewer, { isPrivate })
  const isOwn = owner.id === viewer.account.id
  if (!isOwn && !owner.members.has(viewer.account.id)) throw new NotAllowed(viewer.account.login)
}

/** GitHub replaces characters that a name cannot contain. */
export const storedName = (given: string): string => given.replaceAll(/[^\w.-]+/g, "-")

function freeName(store: Store, owner: Account, given: string, self?: Repository): string {
  const name = storedName(given)
  if (!/^[\w.-]{1,100}$/.test(name) || name === "." || name === "..") {
    throw unprocessable("name is invalid", "Repository.name", "invalid")
  }
  const twin = store.repositoryByName(owner.login, name)
  if (!twin || twin === self) return name
  throw unprocessable("name already exists on this account", "Repository.name")
}

/** Methods are allowed unless a setting says otherwise. */
function requireMergeMethod(settings: RepositorySettings): void {
  const { squashMergeAllowed, mergeCommitAllowed, rebaseMergeAllowed } = settings
  const methods = [squashMergeAllowed, mergeCommitAllowed, rebaseMergeAllowed]
  if (methods.some((isAllowed) => isAllowed !== false)) return
  throw unprocessable(
    "Sorry, you need to allow at least one merge strategy. (no_merge_method)",
    "Repository.merge_commit_allowed",
    "invalid",
  )
}

/**
 * Settings that the role "maintain" may change, too:
 * https://docs.github.com/organizations/managing-user-access-to-your-organizations-repositories/managing-repository-roles/repository-roles-for-an-organization
 */
const OF_MAINTAINERS: ReadonlySet<string> = new Set<keyof RepositorySettings>([
  "description",
  "homepageUrl",
  "hasWikiEnabled",
  "hasProjectsEnabled",
  "mergeCommitAllowed",
  "squashMergeAllowed",
  "rebaseMergeAllowed",
])

function setDiscussionsEnabled(
  store: Store,
  repository: Repository,
  isEnabled: boolean | undefined,
): void {
  const has = categoriesOf(store, repository).length > 0
  if (isEnabled === undefined || isEnabled === has) return
  if (!isEnabled) throw notModelled("a repository whose discussions are disabled again")
  addDefaultCategories(store, repository)
}

/** Changes settings. After a rename, the former name redirects to the repository. */
export function updateRepository(
  store: Session,
  repository: Repository,
  settings: RepositorySettings,
): Repository {
  const names = Object.keys(settings)
  if (names.length > 0 && names.every((name) => OF_MAINTAINERS.has(name)))
    authorize(store, repository, "administration", "MAINTAIN")
  else authorizeAdmin(store, repository)
  requireUnarchived(repository)
  requireMergeMethod({ ...repository, ...settings })
  const { hasDiscussionsEnabled, ...row } = settings
  if (row.name !== undefined)
    row.name = freeName(store, store.get("accounts", repository.ownerId), row.name, repository)
  const { name, defaultBranch } = row
  if (defaultBranch !== undefined && !repository.refs.has(`refs/heads/${defaultBranch}`)) {
    throw unprocessable(
      `The branch ${defaultBranch} was not found. Please push that ref first or create it via the Git Data API.`,
      "Repository.default_branch",
      "invalid",
    )
  }
  const isRenamed = name !== undefined && !sameName(repository.name, name)
  const formerNames = isRenamed
    ? [...repository.formerNames, store.nameWithOwner(repository)]
    : repository.formerNames
  setDiscussionsEnabled(store, repository, hasDiscussionsEnabled)
  store.edit(repository, { ...row, formerNames })
  return store.recordApplied("updateRepository", repository)
}

/**
 * Replaces all topics. They are stored in lower case, each once; invalid names and more than 20 are refused:
 * https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/classifying-your-repository-with-topics
 */
export function replaceTopics(
  store: Session,
  repository: Repository,
  names: readonly string[],
): readonly string[] {
  authorize(store, repository, "administration", "MAINTAIN")
  const topics = [...new Set(names.map((name) => name.toLowerCase()))]
  if (topics.length > 20) throw unprocessable("A repository cannot have more than 20 topics.")
  if (!topics.every((name) => /^[a-z0-9][a-z0-9-]{0,49}$/.test(name))) {
    throw unprocessable(
      "Topics must start with a lowercase letter or number, consist of 50 characters or less, and can include hyphens.",
    )
  }
  store.edit(repository, { topics })
  store.recordApplied("updateTopics", repository)
  return topics
}

/** Archives a repository, which makes it read-only, or unarchives it; see `authorize`. */
export function setArchived(
  store: Session,
  repository: Repository,
  isArchived: boolean,
): Repository {
  authorizeAdmin(store, repository)
  if (isArchived === (repository.archivedAt !== null)) {
    throw unprocessable(`Repository is ${isArchived ? "already" : "not"} archived`)
  }
  const now = store.clock.tick()
  store.update(repository, { archivedAt: isArchived ? now : null, updatedAt: now })
  const change = isArchived ? "archiveRepository" : "unarchiveRepository"
  return store.recordApplied(change, repository)
}

/** Also allows changes of an archived repository. */
export function authorizeAdmin(store: Session, repository: Repository): void {
  if (!store.viewer.grant) requireScope(store.viewer, repository)
  if (has(store, repository, "ADMIN", "administration")) return
  throw store.viewer.grant ? new NotAccessible() : new NotAllowed(store.viewer.account.login)
}
