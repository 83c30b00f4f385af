import { isAncestor, peel } from "../git/index.js"
import {
  type PullRequest,
  pair,
  type Repository,
  type Store,
  withEntry,
  withoutEntry,
} from "../tables/index.js"
import { closeByCommits } from "./closing-commits.js"
import { notModelled, type Refusal, unprocessable } from "./errors.js"
import { objectByOid } from "./git-nodes.js"
import { mergeContained } from "./merge-contained.js"
import { authorize } from "./permissions.js"
import { endPull } from "./pull-data.js"
import { requirePush } from "./rules.js"
import type { Session } from "./session.js"

const VALID_REF = /^refs\/(?!pull\/)[\w-]+(?:\/(?!\.)[^\p{Cc} ~^:?*[\\/]+(?<!\.lock))+(?<!\.)$/u

/** https://git-scm.com/docs/git-check-ref-format */
export const isValidRef = (name: string): boolean =>
  VALID_REF.test(name) && !name.includes("..") && !name.includes("@{")

/** GitHub takes `refs/heads/refs/heads/main` for a mistake. */
export const isDoubled = (name: string): boolean => /^refs\/(?:heads|tags)\/refs\//.test(name)

export function createRef(store: Session, repository: Repository, name: string, oid: string): void {
  addRef(store, repository, name, oid)
  store.recordApplied("createRef", repository)
}

/** Creates a ref as part of another change. */
export function addRef(store: Session, repository: Repository, name: string, oid: string): void {
  authorize(store, repository, "contents", "WRITE")
  const refuse = (message: string) => unprocessable(message, "Reference")
  if (!isValidRef(name)) {
    throw refuse(`'${name}' is not a valid ref name.`)
  }
  if (isDoubled(name)) {
    throw unprocessable("Sorry, branch or tag names starting with 'refs/' are not allowed.")
  }
  requireTarget(store, repository, name, oid, refuse)
  if (repository.refs.has(name))
    throw refuse(`A ref named "${name}" already exists in the repository.`)
  requirePush(store, repository, { ref: name, change: "create", oid })
  store.clock.tick()
  setRef(store, repository, name, oid)
}

export function updateRef(
  store: Session,
  repository: Repository,
  name: string,
  oid: string,
  force: boolean,
): void {
  authorize(store, repository, "contents", "WRITE")
  const current = repository.refs.get(name)
  requireTarget(store, repository, name, oid, unprocessable)
  const { git } = store
  const isForward = current === undefined || isAncestor(git, peel(git, current), peel(git, oid))
  if (!force && !isForward) throw unprocessable("Update is not a fast forward")
  requirePush(store, repository, { ref: name, change: isForward ? "update" : "force", oid })
  store.clock.tick()
  setRef(store, repository, name, oid)
  store.recordApplied("updateRef", repository)
}

/** A branch leads to a commit, a tag to a commit or an annotated tag of one. */
function requireTarget(
  store: Store,
  repository: Repository,
  name: string,
  oid: string,
  refuse: (message: string) => Refusal,
): void {
  const { git } = store
  if (!objectByOid(store, repository, oid)) throw refuse("Object does not exist")
  const isForTag = name.startsWith("refs/tags/")
  if (git.commits.has(isForTag ? peel(git, oid) : oid)) return
  throw notModelled(`a ${isForTag ? "tag of" : "branch at"} an object that is not a commit`)
}

export function deleteRef(store: Session, repository: Repository, name: string): void {
  authorize(store, repository, "contents", "WRITE")
  if (name === `refs/heads/${repository.defaultBranch}`) {
    throw unprocessable("Cannot delete the default branch")
  }
  requirePush(store, repository, { ref: name, change: "delete" })
  store.clock.tick()
  dropRef(store, repository, name)
  store.recordApplied("deleteRef", repository)
}

export const moveBranch = (
  store: Session,
  repository: Repository,
  branch: string,
  oid: string,
): void => setRef(store, repository, `refs/heads/${branch}`, oid)

/**
 * Points a ref at an object. Open pull requests from and to the branch follow, and commits that are new on the default
 * branch close issues.
 */
function setRef(store: Session, repository: Repository, name: string, oid: string): void {
  const now = store.clock.last()
  const before = repository.refs.get(name)
  store.update(repository, { refs: withEntry(repository.refs, name, oid), pushedAt: now })
  const into = openPulls(pullsTo(store, repository, name))
  mergeContained(store, into, { before, after: oid })
  for (const pull of openPulls(into)) store.update(pull, { baseRefOid: oid })
  for (const pull of openPulls(pullsFrom(store, repository, name))) {
    store.update(pull, { headRefOid: oid, updatedAt: now })
  }
  if (name !== `refs/heads/${repository.defaultBranch}`) return
  closeByCommits(store, repository, { before, after: oid })
}

export const dropBranch = (store: Session, repository: Repository, branch: string): void =>
  dropRef(store, repository, `refs/heads/${branch}`)

/** Deletes a ref, closes open pull requests from and to the branch, and makes the release of a tag a draft. */
function dropRef(store: Session, repository: Repository, name: string): void {
  if (!repository.refs.has(name)) return
  const now = store.clock.last()
  store.update(repository, { refs: withoutEntry(repository.refs, name), pushedAt: now })
  for (const release of store.rowsBy("releases", "repository", repository.id)) {
    if (release.isDraft || name !== `refs/tags/${release.tagName}`) continue
    store.update(release, { isDraft: true })
    if (repository.latestReleaseId === release.id)
      store.update(repository, { latestReleaseId: null })
  }
  const from = pullsFrom(store, repository, name)
  for (const pull of from) {
    store.recordEvent("HeadRefDeletedEvent", pull, {
      refName: pull.headRefName,
    })
  }
  const ends = new Set([...from, ...pullsTo(store, repository, name)])
  for (const pull of openPulls([...ends].sort((a, b) => a.id - b.id))) {
    endPull(store, pull, { state: "CLOSED", closedAt: now, updatedAt: now })
    store.recordEvent("ClosedEvent", pull)
  }
}

const openPulls = (pulls: readonly PullRequest[]): PullRequest[] =>
  pulls.filter((pull) => pull.state === "OPEN")

const BRANCH = "refs/heads/"

/** The pull requests whose head or base is this ref; none for a tag. */
function pullsOf(
  store: Store,
  index: "head" | "base",
  repository: Repository,
  name: string,
): PullRequest[] {
  if (!name.startsWith(BRANCH)) return []
  return store.rowsBy("pullRequests", index, pair(repository.id, name.slice(BRANCH.length)))
}

const pullsFrom = (store: Store, repository: Repository, name: string): PullRequest[] =>
  pullsOf(store, "head", repository, name)

const pullsTo = (store: Store, repository: Repository, name: string): PullRequest[] =>
  pullsOf(store, "base", repository, name)

/** Creates a tag along with a release. */
export const setTag = (store: Store, repository: Repository, tag: string, oid: string): void => {
  store.update(repository, { refs: withEntry(repository.refs, `refs/tags/${tag}`, oid) })
}
