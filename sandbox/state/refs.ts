import { isAncestor } from "../git/index.js"
import { unprocessable } from "./errors.js"
import { authorize, type Viewer } from "./permissions.js"
import type { PullRequest, Repository } from "./rows.js"
import { recordApplied, recordEvent, type World, where } from "./world.js"

const VALID_REF = /^refs\/(?:heads|tags)\/[^\s~^:?*[\\]+$/

export function createRef(
  world: World,
  viewer: Viewer,
  repository: Repository,
  name: string,
  oid: string,
): void {
  authorize(world, viewer, repository, "WRITE")
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
  authorize(world, viewer, repository, "WRITE")
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
  authorize(world, viewer, repository, "WRITE")
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
  repository.refs.set(name, oid)
  repository.pushedAt = world.clock.last()
  for (const pull of openPulls(world)) {
    if (isHead(pull, repository, name)) pull.headRefOid = oid
    if (isBase(pull, repository, name)) pull.baseRefOid = oid
    if (isHead(pull, repository, name)) pull.updatedAt = world.clock.last()
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
  if (!repository.refs.delete(name)) return
  repository.pushedAt = world.clock.last()
  const pulls = where(world, "pullRequests", (pull) => isHead(pull, repository, name))
  for (const pull of pulls) {
    recordEvent(world, "HeadRefDeletedEvent", pull, viewer.account.id, {
      refName: pull.headRefName,
    })
  }
  for (const pull of openPulls(world)) {
    if (!isHead(pull, repository, name) && !isBase(pull, repository, name)) continue
    pull.state = "CLOSED"
    pull.closedAt = world.clock.last()
    pull.updatedAt = world.clock.last()
    recordEvent(world, "ClosedEvent", pull, viewer.account.id)
  }
}

const openPulls = (world: World): PullRequest[] =>
  where(world, "pullRequests", (pull) => pull.state === "OPEN")

const isHead = (pull: PullRequest, repository: Repository, name: string): boolean =>
  pull.headRepositoryId === repository.id && `refs/heads/${pull.headRefName}` === name

const isBase = (pull: PullRequest, repository: Repository, name: string): boolean =>
  pull.repositoryId === repository.id && `refs/heads/${pull.baseRefName}` === name

/** A tag that comes to be with a release. */
export const setTag = (repository: Repository, tag: string, oid: string): void => {
  repository.refs.set(`refs/tags/${tag}`, oid)
}
