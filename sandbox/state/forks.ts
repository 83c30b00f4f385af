/** Forks: https://docs.github.com/rest/repos/forks and https://docs.github.com/rest/branches/branches#sync-a-fork-branch-with-the-upstream-repository */

import { isAncestor, mergeCommits, writeCommit } from "../git/index.js"
import { type Account, type Repository, type Store, sameName } from "../tables/index.js"
import { Refusal, unprocessable } from "./errors.js"
import { signatureOf } from "./merge.js"
import { inNetwork } from "./network.js"
import { authorize, canSee } from "./permissions.js"
import { branchTip } from "./pull-data.js"
import { moveBranch } from "./refs.js"
import { insertRepository, requireOwner, storedName } from "./repositories.js"
import type { Session } from "./session.js"

/**
 * Returns the owner's fork, creating it if there is none. An account has one repository per network, except that an
 * organization may fork a repository, also its own, under several names:
 * https://docs.github.com/pull-requests/collaborating-with-pull-requests/working-with-forks/about-forks
 */
export function forkRepository(
  store: Session,
  repository: Repository,
  owner: Account,
  options: { name?: string | undefined; defaultBranchOnly: boolean },
): Repository {
  requireOwner(store.viewer, owner, repository.isPrivate)
  const name = options.name && storedName(options.name)
  const isNamed = owner.kind === "Organization" && name !== undefined
  const existing = inNetwork(store, repository).find(
    (one) => one.ownerId === owner.id && (!isNamed || sameName(one.name, name)),
  )
  const fork = existing ?? insertFork(store, repository, owner, { ...options, name })
  return store.recordApplied("forkRepository", fork)
}

function insertFork(
  store: Store,
  repository: Repository,
  owner: Account,
  { name, defaultBranchOnly }: { name?: string | undefined; defaultBranchOnly: boolean },
): Repository {
  const now = store.clock.tick()
  const { defaultBranch, isPrivate, description, homepageUrl, pushedAt } = repository
  const main = `refs/heads/${defaultBranch}`
  const refs = [...repository.refs].filter(([ref]) => !defaultBranchOnly || ref === main)
  return insertRepository(store, owner, now, {
    name: freeName(store, owner, name ?? repository.name),
    description,
    homepageUrl,
    isPrivate,
    defaultBranch,
    pushedAt,
    parentId: repository.id,
    hasIssuesEnabled: false,
    refs: new Map(refs),
  })
}

/** GitHub appends a number to a name that is taken. */
function freeName(store: Store, owner: Account, name: string): string {
  let free = name
  for (let number = 1; store.repositoryByName(owner.login, free); number++) {
    free = `${name}-${number}`
  }
  return free
}

export interface SyncedFork {
  readonly message: string
  readonly merge_type: "none" | "fast-forward" | "merge"
  readonly base_branch: string
}

/** Brings a branch of a fork up to date with its parent. */
export function syncFork(store: Session, fork: Repository, branch: string): SyncedFork {
  authorize(store, fork, "contents", "WRITE")
  const parent = store.find("repositories", fork.parentId)
  if (!parent || !canSee(store, parent)) {
    throw unprocessable("The repository must be a fork")
  }
  const [tip, upstream] = [fork, parent].map(({ id }) => branchTip(store, id, branch))
  if (tip === undefined || upstream === undefined)
    throw new Refusal("NOT_FOUND", "Branch not found")
  const base_branch = `${store.get("accounts", parent.ownerId).login}:${branch}`
  const merge_type = isAncestor(store.git, upstream, tip)
    ? "none"
    : isAncestor(store.git, tip, upstream)
      ? "fast-forward"
      : "merge"
  store.clock.tick()
  if (merge_type === "fast-forward") moveBranch(store, fork, branch, upstream)
  if (merge_type === "merge") mergeUpstream(store, fork, branch, { tip, upstream })
  store.recordApplied("syncFork", fork)
  const did = {
    none: "",
    "fast-forward": "fetched and fast-forwarded",
    merge: "fetched and merged",
  }
  const message =
    merge_type === "none"
      ? `This branch is not behind the upstream ${base_branch}.`
      : `Successfully ${did[merge_type]} from upstream ${base_branch}.`
  return { message, merge_type, base_branch }
}

function mergeUpstream(
  store: Session,
  fork: Repository,
  branch: string,
  { tip, upstream }: { tip: string; upstream: string },
): void {
  const merged = mergeCommits(store.git, tip, upstream)
  if ("conflicts" in merged) throw unprocessable("There are merge conflicts")
  const { oid } = writeCommit(store.git, {
    files: merged.files,
    parents: [tip, upstream],
    message: `Merge branch '${branch}' of upstream into ${branch}`,
    author: signatureOf(store.viewer.account, store.clock.last()),
  })
  moveBranch(store, fork, branch, oid)
}
