import {
  find,
  get,
  insert,
  nameWithOwner,
  type Release,
  type Repository,
  recordApplied,
  remove,
  rowsBy,
  update,
  type World,
} from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { objectByExpression } from "./git-nodes.js"
import { authorize, type Viewer } from "./permissions.js"
import { setTag } from "./refs.js"

export interface ReleaseText {
  tagName?: string
  target?: string
  name?: string | null
  body?: string
  isDraft?: boolean
  isPrerelease?: boolean
  /** Whether it becomes the latest release; by default it does, unless it is a pre-release. */
  makeLatest?: boolean
}

/** GraphQL has no such mutation: the log takes the name that it would have. */
export function createRelease(
  world: World,
  viewer: Viewer,
  repository: Repository,
  input: ReleaseText & { tagName: string },
): Release {
  authorize(world, viewer, repository, "contents", "WRITE")
  checkTag(world, repository, input.tagName)
  const now = world.clock.tick()
  const target = input.target ?? repository.defaultBranch
  const release = insert(world, "releases", {
    kind: "Release",
    repositoryId: repository.id,
    tagName: input.tagName,
    target,
    name: input.name ?? null,
    body: input.body ?? "",
    isDraft: input.isDraft ?? false,
    isPrerelease: input.isPrerelease ?? false,
    authorId: viewer.account.id,
    createdAt: dateOf(world, repository, input.tagName, target) ?? now,
    updatedAt: now,
    publishedAt: null,
  })
  if (!release.isDraft) publish(world, repository, release, input.makeLatest)
  recordApplied(world, "createRelease", viewer.account, release)
  return release
}

/** A release is dated by the commit that its tag is on, or will be. */
function dateOf(world: World, repository: Repository, ...revisions: string[]): string | undefined {
  const [commit] = revisions.flatMap((one) => {
    const found = objectByExpression(world, repository, one)
    return found?.kind === "Commit" ? (world.git.commits.get(found.oid) ?? []) : []
  })
  return commit?.committer.date
}

export function updateRelease(
  world: World,
  viewer: Viewer,
  release: Release,
  changes: ReleaseText,
): Release {
  const repository = get(world, "repositories", release.repositoryId)
  authorize(world, viewer, repository, "contents", "WRITE")
  if (changes.tagName !== undefined) checkTag(world, repository, changes.tagName, release)
  update(world, release, {
    updatedAt: world.clock.tick(),
    tagName: changes.tagName ?? release.tagName,
    target: changes.target ?? release.target,
    name: changes.name === undefined ? release.name : changes.name,
    body: changes.body ?? release.body,
    isPrerelease: changes.isPrerelease ?? release.isPrerelease,
    isDraft: changes.isDraft ?? release.isDraft,
  })
  if (!release.isDraft) publish(world, repository, release, changes.makeLatest)
  recordApplied(world, "updateRelease", viewer.account, release)
  return release
}

/** The tag stays. */
export function deleteRelease(world: World, viewer: Viewer, release: Release): void {
  const repository = get(world, "repositories", release.repositoryId)
  authorize(world, viewer, repository, "contents", "WRITE")
  world.clock.tick()
  if (repository.latestReleaseId === release.id)
    update(world, repository, { latestReleaseId: null })
  remove(world, release)
  recordApplied(world, "deleteRelease", viewer.account, release)
}

export function latestRelease(world: World, repository: Repository): Release | undefined {
  const declared = find(world, "releases", repository.latestReleaseId)
  if (declared && isCandidate(declared)) return declared
  return releasesOf(world, repository).findLast(isCandidate)
}

const releasesOf = (world: World, repository: Repository): Release[] =>
  rowsBy(world, "releases", "repository", repository.id)

const isCandidate = (release: Release): boolean => !release.isDraft && !release.isPrerelease

function publish(
  world: World,
  repository: Repository,
  release: Release,
  makeLatest: boolean | undefined,
): void {
  const tag = `refs/tags/${release.tagName}`
  if (!repository.refs.has(tag)) {
    const target = objectByExpression(world, repository, release.target)
    if (target?.kind !== "Commit") {
      throw unprocessable("Target commitish is invalid", {
        resource: "Release",
        field: "target_commitish",
        code: "invalid",
      })
    }
    setTag(world, repository, release.tagName, target.oid)
  }
  const isNew = release.publishedAt === null
  if (isNew) update(world, release, { publishedAt: world.clock.last() })
  if (makeLatest ?? (isNew && !release.isPrerelease)) {
    update(world, repository, { latestReleaseId: release.id })
  }
}

function checkTag(world: World, repository: Repository, tag: string, self?: Release): void {
  const detail = { resource: "Release", field: "tag_name" }
  if (!/^[^\s~^:?*[\\]+$/.test(tag) || tag.includes("..")) {
    throw unprocessable("tag_name is not a valid tag", { ...detail, code: "invalid" })
  }
  const twin = releasesOf(world, repository).find(
    (one) => one.tagName === tag && !one.isDraft && one !== self,
  )
  if (twin) throw unprocessable("Tag name already exists", { ...detail, code: "already_exists" })
}

/** Notes that list what was merged since the release before. */
export function releaseNotes(
  world: World,
  repository: Repository,
  tag: string,
  previousTag?: string,
): { name: string; body: string } {
  const published = releasesOf(world, repository).filter(
    (one) => !one.isDraft && one.tagName !== tag,
  )
  const previous = previousTag
    ? published.find((one) => one.tagName === previousTag)
    : published.at(-1)
  const since = previous?.publishedAt ?? ""
  const page = `${world.webUrl}/${nameWithOwner(world, repository)}`
  const merged = rowsBy(world, "pullRequests", "repository", repository.id).filter(
    (pull) => (pull.mergedAt ?? "") > since,
  )
  const lines = merged.map((pull) => {
    const author = find(world, "accounts", pull.authorId)?.login ?? "ghost"
    return `* ${pull.title} by @${author} in ${page}/pull/${pull.number}`
  })
  const range = previous ? `compare/${previous.tagName}...${tag}` : `commits/${tag}`
  const changelog = `**Full Changelog**: ${page}/${range}`
  return {
    name: tag,
    body: lines.length === 0 ? changelog : `## What's Changed\n${lines.join("\n")}\n\n${changelog}`,
  }
}
