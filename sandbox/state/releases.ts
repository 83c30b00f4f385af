import { createHash } from "node:crypto"
import {
  find,
  get,
  insert,
  nameWithOwner,
  type Release,
  type ReleaseAsset,
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
  for (const asset of assetsOf(world, release)) remove(world, asset)
  remove(world, release)
  recordApplied(world, "deleteRelease", viewer.account, release)
}

export interface AssetText {
  name?: string
  label?: string | null
}

/** @param now - when; the next tick of the clock unless given */
export function createReleaseAsset(
  world: World,
  viewer: Viewer,
  release: Release,
  file: { name: string; label: string | null; contentType: string; bytes: Uint8Array },
  now?: string,
): ReleaseAsset {
  authorizeAssets(world, viewer, release)
  const name = assetName(file.name)
  checkAssetName(world, release, name)
  const at = now ?? world.clock.tick()
  const asset = insert(world, "releaseAssets", {
    kind: "ReleaseAsset",
    releaseId: release.id,
    name,
    label: file.label,
    contentType: file.contentType,
    content: Buffer.from(file.bytes).toString("base64"),
    size: file.bytes.length,
    digest: `sha256:${createHash("sha256").update(file.bytes).digest("hex")}`,
    uploaderId: viewer.account.id,
    createdAt: at,
    updatedAt: at,
  })
  recordApplied(world, "createReleaseAsset", viewer.account, asset)
  return asset
}

export function updateReleaseAsset(
  world: World,
  viewer: Viewer,
  asset: ReleaseAsset,
  changes: AssetText,
): ReleaseAsset {
  const release = get(world, "releases", asset.releaseId)
  authorizeAssets(world, viewer, release)
  const name = changes.name === undefined ? asset.name : assetName(changes.name)
  checkAssetName(world, release, name, asset)
  update(world, asset, {
    updatedAt: world.clock.tick(),
    name,
    label: changes.label === undefined ? asset.label : changes.label,
  })
  recordApplied(world, "updateReleaseAsset", viewer.account, asset)
  return asset
}

export function deleteReleaseAsset(world: World, viewer: Viewer, asset: ReleaseAsset): void {
  authorizeAssets(world, viewer, get(world, "releases", asset.releaseId))
  world.clock.tick()
  remove(world, asset)
  recordApplied(world, "deleteReleaseAsset", viewer.account, asset)
}

export const assetsOf = (world: World, release: Release): ReleaseAsset[] =>
  rowsBy(world, "releaseAssets", "release", release.id)

function authorizeAssets(world: World, viewer: Viewer, release: Release): void {
  const repository = get(world, "repositories", release.repositoryId)
  authorize(world, viewer, repository, "contents", "WRITE")
}

/** GitHub puts a dot in place of what it allows in no name. */
const assetName = (name: string): string => name.replace(/[^\w.+@-]+/g, ".")

function checkAssetName(world: World, release: Release, name: string, self?: ReleaseAsset): void {
  const twin = assetsOf(world, release).find((one) => one.name === name && one !== self)
  if (!twin) return
  const detail = { resource: "ReleaseAsset", field: "name", code: "already_exists" } as const
  throw unprocessable("name already exists", detail)
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
