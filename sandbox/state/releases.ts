import { createHash } from "node:crypto"
import { commitOf } from "../git/index.js"
import type { Release, ReleaseAsset, Repository, Store } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { commitBy } from "./git-nodes.js"
import { authorize } from "./permissions.js"
import { isDoubled, isValidRef, setTag } from "./refs.js"
import type { Session } from "./session.js"
import { checkLength } from "./text.js"

export interface ReleaseText {
  tagName?: string
  target?: string
  name?: string | null
  body?: string
  isDraft?: boolean
  isPrerelease?: boolean
  /**
   * Whether it becomes the latest release; by default it does, unless it is a pre-release. `legacy` leaves that to the
   * dates and versions of all releases.
   */
  makeLatest?: "true" | "false" | "legacy"
}

/** GraphQL has no such mutation; the log uses the name that it would have. */
export function createRelease(
  store: Session,
  repository: Repository,
  input: ReleaseText & { tagName: string },
): Release {
  authorize(store, repository, "contents", "WRITE")
  checkTag(store, repository, input.tagName, input)
  const now = store.clock.tick()
  const target = input.target ?? repository.defaultBranch
  checkLatest(input)
  const release = store.insert("releases", {
    repositoryId: repository.id,
    tagName: input.tagName,
    target,
    name: input.name ?? null,
    body: checkText(input.body ?? ""),
    isDraft: input.isDraft ?? false,
    isPrerelease: input.isPrerelease ?? false,
    authorId: store.viewer.account.id,
    createdAt: dateOf(store, repository, input.tagName, target) ?? now,
  })
  if (!release.isDraft) publish(store, repository, release, input.makeLatest)
  return store.recordApplied("createRelease", release)
}

const MAX_CHARS = 125_000

const checkText = (body: string): string => checkLength(body, "Body", MAX_CHARS, "Release")

/** The date of a release is that of its tag's commit, or of the commit that will be tagged. */
function dateOf(store: Store, repository: Repository, ...revisions: string[]): string | undefined {
  const [oid] = revisions.flatMap((one) => commitBy(store, repository, one) ?? [])
  return oid && commitOf(store.git, oid).committer.date
}

export function updateRelease(store: Session, release: Release, changes: ReleaseText): Release {
  const repository = authorize(store, release, "contents", "WRITE")
  const tag = changes.tagName
  if (tag !== undefined) checkTag(store, repository, tag, { ...release, ...changes }, release)
  checkLatest(changes, release)
  store.edit(release, {
    tagName: changes.tagName ?? release.tagName,
    target: changes.target ?? release.target,
    name: changes.name === undefined ? release.name : changes.name,
    body: checkText(changes.body ?? release.body),
    isPrerelease: changes.isPrerelease ?? release.isPrerelease,
    isDraft: changes.isDraft ?? release.isDraft,
  })
  if (release.isDraft && repository.latestReleaseId === release.id)
    store.update(repository, { latestReleaseId: null })
  if (!release.isDraft) publish(store, repository, release, changes.makeLatest)
  return store.recordApplied("updateRelease", release)
}

/** Deletes a release and keeps its tag. */
export function deleteRelease(store: Session, release: Release): void {
  const repository = authorize(store, release, "contents", "WRITE")
  if (repository.latestReleaseId === release.id) store.update(repository, { latestReleaseId: null })
  store.drop("deleteRelease", release, assetsOf(store, release))
}

export interface AssetText {
  name?: string
  label?: string | null
}

/** @param now - the time; the next tick of the clock by default */
export function createReleaseAsset(
  store: Session,
  release: Release,
  file: { name: string; label: string | null; contentType: string; bytes: Uint8Array },
  now?: string,
): ReleaseAsset {
  authorize(store, release, "contents", "WRITE")
  const name = assetName(file.name)
  checkAssetName(store, release, name)
  const at = now ?? store.clock.tick()
  const asset = store.insert("releaseAssets", {
    releaseId: release.id,
    name,
    label: file.label,
    contentType: file.contentType,
    content: Buffer.from(file.bytes).toString("base64"),
    size: file.bytes.length,
    digest: `sha256:${createHash("sha256").update(file.bytes).digest("hex")}`,
    uploaderId: store.viewer.account.id,
    createdAt: at,
    updatedAt: at,
  })
  return store.recordApplied("createReleaseAsset", asset)
}

export function updateReleaseAsset(
  store: Session,
  asset: ReleaseAsset,
  changes: AssetText,
): ReleaseAsset {
  const release = store.get("releases", asset.releaseId)
  authorize(store, release, "contents", "WRITE")
  const name = changes.name === undefined ? asset.name : assetName(changes.name)
  checkAssetName(store, release, name, asset)
  store.edit(asset, { name, label: changes.label === undefined ? asset.label : changes.label })
  return store.recordApplied("updateReleaseAsset", asset)
}

export function deleteReleaseAsset(store: Session, asset: ReleaseAsset): void {
  authorize(store, store.get("releases", asset.releaseId), "contents", "WRITE")
  store.drop("deleteReleaseAsset", asset)
}

export const assetsOf = (store: Store, release: Release): ReleaseAsset[] =>
  store.rowsBy("releaseAssets", "release", release.id)

/** GitHub removes accents, replaces characters that are not allowed by dots, and completes a mere extension. */
function assetName(name: string): string {
  const ascii = name.normalize("NFKD").replace(/\p{Mark}+/gu, "")
  const words = `${ascii.startsWith(".") ? "default" : ""}${ascii}`.split(/[^\w+@-]+/)
  const kept = words.filter((word) => word !== "").join(".")
  return kept === name || kept.includes(".") ? kept : `default.${kept}`
}

function checkAssetName(store: Store, release: Release, name: string, self?: ReleaseAsset): void {
  const twin = assetsOf(store, release).find((one) => one.name === name && one !== self)
  if (!twin) return
  throw unprocessable("name already exists", "ReleaseAsset.name", "already_exists")
}

export function latestRelease(store: Store, repository: Repository): Release | undefined {
  const declared = store.find("releases", repository.latestReleaseId)
  if (declared && isCandidate(declared)) return declared
  const candidates = releasesOf(store, repository).filter(isCandidate)
  return candidates.sort(byDateAndVersion).at(-1)
}

/** Dates of releases are those of their commits, so releases of the same commit differ only in their versions. */
const byDateAndVersion = (a: Release, b: Release): number =>
  a.createdAt < b.createdAt
    ? -1
    : a.createdAt > b.createdAt
      ? 1
      : compareVersions(a.tagName, b.tagName)

/** Numbers in the names are compared as numbers: `v1.10` follows `v1.9`. */
const compareVersions = (a: string, b: string): number =>
  a.localeCompare(b, "en", { numeric: true })

const releasesOf = (store: Store, repository: Repository): Release[] =>
  store.rowsBy("releases", "repository", repository.id)

const isCandidate = (release: Release): boolean => !release.isDraft && !release.isPrerelease

function publish(
  store: Store,
  repository: Repository,
  release: Release,
  makeLatest: ReleaseText["makeLatest"],
): void {
  const tag = `refs/tags/${release.tagName}`
  if (!repository.refs.has(tag)) {
    const target = commitBy(store, repository, release.target)
    if (target === undefined) {
      throw unprocessable("Target commitish is invalid", "Release.target_commitish", "invalid")
    }
    setTag(store, repository, release.tagName, target)
  }
  const isNew = release.publishedAt === null
  if (isNew) store.update(release, { publishedAt: store.clock.last() })
  const isLatest = makeLatest === undefined ? isNew && !release.isPrerelease : makeLatest === "true"
  const isLatestNoMore = makeLatest === "legacy" || repository.latestReleaseId === release.id
  if (isLatest) store.update(repository, { latestReleaseId: release.id })
  else if (makeLatest !== undefined && isLatestNoMore) {
    store.update(repository, { latestReleaseId: null })
  }
}

/** A change that states that the release is a draft ignores `makeLatest`; others refuse it for a draft. */
function checkLatest(given: ReleaseText, before?: Release): void {
  const isDraft = given.isDraft === undefined && before?.isDraft
  const isPrerelease = given.isPrerelease ?? before?.isPrerelease
  if (given.makeLatest !== "true" || !(isDraft || isPrerelease)) return
  throw unprocessable("Latest release cannot be draft or prerelease.", "Release")
}

/** GitHub accepts a draft of a published release, and does not publish it: https://github.com/cli/cli/pull/6493 */
function checkTag(
  store: Store,
  repository: Repository,
  tag: string,
  { isDraft }: Pick<ReleaseText, "isDraft">,
  self?: Release,
): void {
  const ref = `refs/tags/${tag}`
  if (!isValidRef(ref) || isDoubled(ref)) {
    throw unprocessable("tag_name is not a valid tag", "Release.tag_name", "invalid")
  }
  const twin = releasesOf(store, repository).find(
    (one) => one.tagName === tag && !one.isDraft && one !== self,
  )
  if (twin && !isDraft)
    throw unprocessable("Tag name already exists", "Release.tag_name", "already_exists")
}

/** Generates notes with the merges since the previous release. */
export function releaseNotes(
  store: Store,
  repository: Repository,
  tag: string,
  previousTag?: string,
): { name: string; body: string } {
  const published = releasesOf(store, repository).filter(
    (one) => !one.isDraft && one.tagName !== tag,
  )
  const previous = previousTag ?? published.at(-1)?.tagName
  const release = published.find((one) => one.tagName === previous)
  const tagged = previous && dateOf(store, repository, `refs/tags/${previous}`)
  const since = release?.publishedAt ?? tagged ?? ""
  const page = `${store.webUrl}/${store.nameWithOwner(repository)}`
  const merged = store
    .rowsBy("pullRequests", "repository", repository.id)
    .filter((pull) => (pull.mergedAt ?? "") > since)
  const lines = merged.map((pull) => {
    const author = store.find("accounts", pull.authorId)?.login ?? "ghost"
    return `* ${pull.title} by @${author} in ${page}/pull/${pull.number}`
  })
  const range = previous ? `compare/${previous}...${tag}` : `commits/${tag}`
  const changelog = `**Full Changelog**: ${page}/${range}`
  return {
    name: tag,
    body: lines.length === 0 ? changelog : `## What's Changed\n${lines.join("\n")}\n\n${changelog}`,
  }
}
