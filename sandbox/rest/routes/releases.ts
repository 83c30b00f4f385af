import { Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  assetsOf,
  authorize,
  categoriesOf,
  createDiscussion,
  createRelease,
  createReleaseAsset,
  deleteRelease,
  deleteReleaseAsset,
  isVisible,
  latestRelease,
  releaseNotes,
  updateRelease,
  updateReleaseAsset,
  webUrl,
} from "../../state/index.js"
import type { DiscussionCategory, Release, Repository } from "../../tables/index.js"
import {
  flags,
  invalid,
  maybe,
  NotModelled,
  type RestRequest,
  refuse,
  routesOf,
  texts,
} from "../route/index.js"
import { assetShape, releaseShape } from "../shapes/index.js"

const details = {
  ...texts("target_commitish", "name", "body"),
  ...flags("draft", "prerelease"),
  make_latest: maybe(Type.Enum(["true", "false", "legacy"])),
  discussion_category_name: maybe(Type.String()),
}

const newRelease = Type.Object({
  tag_name: Type.String(),
  generate_release_notes: maybe(Type.Boolean()),
  ...details,
})

const releaseChanges = Type.Object({ tag_name: maybe(Type.String()), ...details })

const notes = Type.Object({
  tag_name: Type.String(),
  ...texts("target_commitish", "previous_tag_name"),
})

const assetChanges = Type.Object({ name: maybe(Type.String()), label: maybe(Type.String()) })

export const releaseRoutes = routesOf({
  "GET /repos/{owner}/{repo}/releases": (request) =>
    request.page(visibleReleases(request).reverse(), releaseShape),

  "POST /repos/{owner}/{repo}/releases": (request) => {
    const { store } = request
    const repository = request.repository()
    const body = request.read("Release", newRelease)
    const category = categoryOf(request, body.discussion_category_name)
    if (body.generate_release_notes) requireDefaultTarget(repository, body.target_commitish)
    const made = body.generate_release_notes
      ? releaseNotes(store, repository, body.tag_name)
      : undefined
    const release = createRelease(store, repository, {
      ...changesOf(body),
      tagName: body.tag_name,
      name: body.name ?? made?.name ?? null,
      body: [body.body, made?.body].filter((text) => text).join("\n"),
    })
    discuss(request, release, category)
    return request.created(releaseShape(request, release))
  },

  "POST /repos/{owner}/{repo}/releases/generate-notes": (request) => {
    const repository = request.repository()
    const body = request.read("Release", notes)
    authorize(request.store, repository, "contents", "WRITE")
    const previous = body.previous_tag_name ?? undefined
    if (previous !== undefined && !repository.refs.has(`refs/tags/${previous}`))
      throw refuse(400, "Invalid previous_tag parameter")
    requireDefaultTarget(repository, body.target_commitish)
    return ok(releaseNotes(request.store, repository, body.tag_name, previous))
  },

  "GET /repos/{owner}/{repo}/releases/latest": (request) => {
    const release = request.orMissing(latestRelease(request.store, request.repository()))
    return ok(releaseShape(request, release))
  },

  "GET /repos/{owner}/{repo}/releases/tags/{tag}": (request) => {
    const release = request.orMissing(
      visibleReleases(request).find((one) => one.tagName === request.params.tag && !one.isDraft),
    )
    return ok(releaseShape(request, release))
  },

  "GET /repos/{owner}/{repo}/releases/{release_id}": (request) =>
    ok(releaseShape(request, request.row("releases", "release_id"))),

  "PATCH /repos/{owner}/{repo}/releases/{release_id}": (request) => {
    const release = request.row("releases", "release_id")
    const body = request.read("Release", releaseChanges)
    const category = categoryOf(request, body.discussion_category_name)
    updateRelease(request.store, release, {
      ...changesOf(body),
      ...(body.tag_name && { tagName: body.tag_name }),
      ...(body.name !== undefined && { name: body.name }),
      ...(body.body !== undefined && { body: body.body ?? "" }),
    })
    discuss(request, release, category)
    return ok(releaseShape(request, release))
  },

  "DELETE /repos/{owner}/{repo}/releases/{release_id}": (request) =>
    deleteRelease(request.store, request.row("releases", "release_id")),

  "GET /repos/{owner}/{repo}/releases/{release_id}/assets": (request) => {
    const release = request.row("releases", "release_id")
    return request.page(assetsOf(request.store, release), assetShape)
  },

  "POST /repos/{owner}/{repo}/releases/{release_id}/assets": (request) => {
    const { store, query, file, contentType } = request
    const release = request.row("releases", "release_id")
    const [name, label] = [query.get("name"), query.get("label")]
    if (!name) throw invalid("ReleaseAsset", "name", "missing_field")
    if (file.length === 0) throw refuse(400, "Bad Content-Length: ")
    const asset = createReleaseAsset(store, release, {
      name,
      label,
      contentType,
      bytes: file,
    })
    return request.created(assetShape(request, asset))
  },

  "GET /repos/{owner}/{repo}/releases/assets/{asset_id}": (request) => {
    const asset = request.row("releaseAssets", "asset_id")
    if (!request.media.ofBytes) return ok(assetShape(request, asset))
    return answer(200, Buffer.from(asset.content, "base64"), {
      "content-type": asset.contentType,
      "content-disposition": `attachment; filename=${asset.name}`,
    })
  },

  "PATCH /repos/{owner}/{repo}/releases/assets/{asset_id}": (request) => {
    const asset = request.row("releaseAssets", "asset_id")
    const { name, label } = request.read("ReleaseAsset", assetChanges)
    updateReleaseAsset(request.store, asset, {
      ...(name && { name }),
      ...(label !== undefined && { label }),
    })
    return ok(assetShape(request, asset))
  },

  "DELETE /repos/{owner}/{repo}/releases/assets/{asset_id}": (request) =>
    deleteReleaseAsset(request.store, request.row("releaseAssets", "asset_id")),
})

function categoryOf(request: RestRequest, name: string | null | undefined) {
  if (!name) return undefined
  const category = categoriesOf(request.store, request.repository()).find(
    (one) => one.name === name,
  )
  if (!category) throw invalid("Release", "discussion_category_name", "invalid")
  return category
}

/** A draft starts no discussion. */
function discuss(request: RestRequest, release: Release, category?: DiscussionCategory): void {
  if (!category || release.isDraft) return
  const { store } = request
  createDiscussion(store, request.repository(), {
    category,
    title: release.name ?? release.tagName,
    body: release.body || webUrl(store, release),
  })
}

/** Notes list merges into any branch, so they are only right if there is one. */
function requireDefaultTarget({ defaultBranch }: Repository, target?: string | null): void {
  if (!target || target === defaultBranch) return
  throw new NotModelled(`release notes of another branch than \`${defaultBranch}\``)
}

function visibleReleases(request: RestRequest): Release[] {
  const { store } = request
  const repository = request.repository()
  return store
    .rowsBy("releases", "repository", repository.id)
    .filter((one) => isVisible(store, one))
}

function changesOf(body: {
  target_commitish?: string | null
  draft?: boolean | null
  prerelease?: boolean | null
  make_latest?: "true" | "false" | "legacy" | null
}) {
  return {
    ...(body.target_commitish && { target: body.target_commitish }),
    ...(typeof body.draft === "boolean" && { isDraft: body.draft }),
    ...(typeof body.prerelease === "boolean" && { isPrerelease: body.prerelease }),
    ...(body.make_latest && { makeLatest: body.make_latest }),
  }
}
