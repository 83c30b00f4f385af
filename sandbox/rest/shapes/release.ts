import { assetsOf, assetUrl, webUrl } from "../../state/index.js"
import type { Release, ReleaseAsset } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids, repositoryUrl, times } from "./common.js"
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
    ...ids(release),
    author: userById(view, release.authorId),
    tag_name: release.tagName,
    target_commitish: release.target,
    name: release.name,
    draft: release.isDraft,
    immutable: false,
    prerelease: release.isPrerelease,
    ...times(release),
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
    ...ids(asset),
    name: asset.name,
    label: asset.label,
    state: "uploaded",
    content_type: asset.contentType,
    size: asset.size,
    digest: asset.digest,
    download_count: 0,
    ...times(asset),
    uploader: userById(view, asset.uploaderId),
  }
}
