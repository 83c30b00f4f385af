import { assetsOf, assetUrl, webUrl } from "../../state/index.js"
import { nodeId, type Release, type ReleaseAsset } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { repositoryUrl } from "./repository-url.js"
import { userById } from "./user.js"

export function releaseShape(view: View, release: Release) {
  const repository = view.store.get("repositories", release.repositoryId)
  const base = repositoryUrl(view, repository)
  const url = `${base}/releases/${release.id}`
  const archive = (form: string) =>
    release.isDraft ? null : `${base}/${form}/${encodeURIComponent(release.tagName)}`
  return {
    url,
    assets_url: `${url}/assets`,
    upload_url: `${uploadsOf(url)}/assets{?name,label}`,
    html_url: webUrl(view.store, release),
    id: release.id,
    node_id: nodeId(release),
    author: userById(view, release.authorId),
    tag_name: release.tagName,
    target_commitish: release.target,
    name: release.name,
    draft: release.isDraft,
    immutable: false,
    prerelease: release.isPrerelease,
    created_at: release.createdAt,
    updated_at: release.updatedAt,
    published_at: release.publishedAt,
    assets: assetsOf(view.store, release).map((asset) => assetShape(view, asset)),
    tarball_url: archive("tarball"),
    zipball_url: archive("zipball"),
    body: release.body === "" ? null : release.body,
  }
}

const uploadsOf = (url: string): string =>
  url.replace("//api.github.com", "//uploads.github.com").replace("/api/v3/", "/api/uploads/")

export function assetShape(view: View, asset: ReleaseAsset) {
  const release = view.store.get("releases", asset.releaseId)
  const repository = view.store.get("repositories", release.repositoryId)
  return {
    url: `${repositoryUrl(view, repository)}/releases/assets/${asset.id}`,
    browser_download_url: assetUrl(view.store, asset),
    id: asset.id,
    node_id: nodeId(asset),
    name: asset.name,
    label: asset.label,
    state: "uploaded",
    content_type: asset.contentType,
    size: asset.size,
    digest: asset.digest,
    download_count: 0,
    created_at: asset.createdAt,
    updated_at: asset.updatedAt,
    uploader: userById(view, asset.uploaderId),
  }
}
