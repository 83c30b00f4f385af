import { webUrl } from "../../state/index.js"
import { get, nodeId, type Release } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { repositoryUrl } from "./repository-url.js"
import { userById } from "./user.js"

export function releaseShape(view: View, release: Release) {
  const repository = get(view.world, "repositories", release.repositoryId)
  const base = repositoryUrl(view, repository)
  const url = `${base}/releases/${release.id}`
  const archive = (form: string) =>
    release.isDraft ? null : `${base}/${form}/${encodeURIComponent(release.tagName)}`
  return {
    url,
    assets_url: `${url}/assets`,
    upload_url: `${url.replace("//api.github.com", "//uploads.github.com")}/assets{?name,label}`,
    html_url: webUrl(view.world, release),
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
    assets: [],
    tarball_url: archive("tarball"),
    zipball_url: archive("zipball"),
    body: release.body,
  }
}
