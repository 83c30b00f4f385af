import { isAncestor } from "../git/index.js"
import {
  type PullRequest,
  pair,
  type Repository,
  recordApplied,
  recordEvent,
  rowsBy,
  update,
  type World,
  withEntry,
  withoutEntry,
} from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize, type Viewer } from "./permissions.js"

const VALID_REF = /^refs\/(?:heads|tags)\/[^\s~^:?*[\\]+$/

export function createRef(
  world: World,
  viewer: Viewer,
  repository: Repository,
  name: string,
  oid: string,
): void {
  authorize(world, viewer, repository, "contents", "WRITE")
  const refuse = (message: string) =>
    unprocessable(message, { resource: "Reference", code: "custom" })
  if (!VALID_REF.test(name) || name.includes("..") || name.endsWith("/")) {
    throw refuse(`'${name}' is not a valid ref name.`)
  }
  if (!world.git.commits.has(oid)) throw refuse("Object does not exist")
  if (repository.refs.has(name))
    throw refuse(`A ref named "${name}" already exists in the repository.`)
  world.clock.tick()
  setRef(world, repository, name, oid)
  recordApplied(world, "createRef", viewer.account, repository)
}

export function updateRef(
  world: World,
  viewer: Viewer,
  repository: Repository,
  name: string,
  oid: string,
  force: boolean,
): void {
  authorize(world, viewer, repository, "contents", "WRITE")
  const current = repository.refs.get(name)
  if (!world.git.commits.has(oid)) throw unprocessable("Object does not exist")
  if (!force && current !== undefined && !isAncestor(world.git, current, oid)) {
    throw unprocessable("Update is not a fast forward")
  }
  world.clock.tick()
  setRef(world, repository, name, oid)
  recordApplied(world, "updateRef", viewer.account, repository)
}

export function deleteRef(
  world: World,
  viewer: Viewer,
  repository: Repository,
  name: string,
): void {
  authorize(world, viewer, repository, "contents", "WRITE")
  if (name === `refs/heads/${repository.defaultBranch}`) {
    throw unprocessable("Cannot delete the default branch")
  }
  world.clock.tick()
  dropRef(world, viewer, repository, name)
  recordApplied(world, "deleteRef", viewer.account, repository)
}

export const moveBranch = (
  world: World,
  repository: Repository,
  branch: string,
  oid: string,
): void => setRef(world, repository, `refs/heads/${branch}`, oid)

/** Points a ref at a commit; open pull requests from and to a branch follow it. */
function setRef(world: World, repository: Repository, name: string, oid: string): void {
  const now = world.clock.last()
  update(world, repository, { refs: withEntry(repository.refs, name, oid), pushedAt: now })
  for (const pull of openPulls(pullsTo(world, repository, name))) {
    update(world, pull, { baseRefOid: oid })
  }
  for (const pull of openPulls(pullsFrom(world, repository, name))) {
    update(world, pull, { headRefOid: oid, updatedAt: now })
  }
}

export const dropBranch = (
  world: World,
  viewer: Viewer,
  repository: Repository,
  branch: string,
): void => dropRef(world, viewer, repository, `refs/heads/${branch}`)

/** Open pull requests of a deleted branch are closed, whichever end of them it was. */
function dropRef(world: World, viewer: Viewer, repository: Repository, name: string): void {
  if (!repository.refs.has(name)) return
  const now = world.clock.last()
  update(world, repository, { refs: withoutEntry(repository.refs, name), pushedAt: now })
  const from = pullsFrom(world, repository, name)
  for (const pull of from) {
    recordEvent(world, "HeadRefDeletedEvent", pull, viewer.account.id, {
      refName: pull.headRefName,
    })
  }
  const ends = new Set([...from, ...pullsTo(world, repository, name)])
  for (const pull of openPulls([...ends].sort((a, b) => a.id - b.id))) {
    update(world, pull, { state: "CLOSED", closedAt: now, updatedAt: now })
    recordEvent(world, "ClosedEvent", pull, viewer.account.id)
  }
}

const openPulls = (pulls: readonly PullRequest[]): PullRequest[] =>
  pulls.filter((pull) => pull.state === "OPEN")

const BRANCH = "refs/heads/"

/** The pull requests whose head or base the ref is; a tag is neither. */
function pullsOf(
  world: World,
  index: "head" | "base",
  repository: Repository,
  name: string,
): PullRequest[] {
  if (!name.startsWith(BRANCH)) return []
  return rowsBy(world, "pullRequests", index, pair(repository.id, name.slice(BRANCH.length)))
}

const pullsFrom = (world: World, repository: Repository, name: string): PullRequest[] =>
  pullsOf(world, "head", repository, name)

const pullsTo = (world: World, repository: Repository, name: string): PullRequest[] =>
  pullsOf(world, "base", repository, name)

/** A tag that comes to be with a release. */
export const setTag = (world: World, repository: Repository, tag: string, oid: string): void => {
  update(world, repository, { refs: withEntry(repository.refs, `refs/tags/${tag}`, oid) })
}
