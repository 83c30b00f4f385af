import { filesOf } from "../../git/index.js"
import { findVisible, packageVersionsOf, pagesBuildsOf } from "../../state/index.js"
import {
  type Package,
  type PackageVersion,
  type Pages,
  type PagesBuild,
  sameName,
} from "../../tables/index.js"
import type { View } from "../route/index.js"
import { repositoryUrl, times } from "./common.js"
import { simpleRepository } from "./repository.js"
import { userById } from "./user.js"

export function pagesShape(view: View, row: Pages) {
  const { store } = view
  const repository = store.get("repositories", row.repositoryId)
  const { login } = store.get("accounts", repository.ownerId)
  const tip = repository.refs.get(`refs/heads/${row.branch}`)
  const host = `${login.toLowerCase()}.github.io`
  const folder = sameName(repository.name, host) ? "" : `${repository.name}/`
  const missing = `${row.path}/404.html`.replace(/^\/+/, "")
  return {
    url: `${repositoryUrl(view, repository)}/pages`,
    status: pagesBuildsOf(store, repository)[0]?.status ?? null,
    cname: row.cname,
    custom_404: tip !== undefined && filesOf(store.git, tip).has(missing),
    html_url: row.cname
      ? `http${row.isHttpsEnforced ? "s" : ""}://${row.cname}/`
      : `https://${host}/${folder}`,
    build_type: row.buildType,
    source: { branch: row.branch, path: row.path },
    public: true,
    protected_domain_state: null,
    pending_domain_unverified_at: null,
    https_enforced: row.isHttpsEnforced,
  }
}

export function pagesBuildShape(view: View, row: PagesBuild) {
  const repository = view.store.get("repositories", row.repositoryId)
  return {
    url: `${repositoryUrl(view, repository)}/pages/builds/${row.id}`,
    status: row.status,
    error: { message: row.error },
    pusher: userById(view, row.pusherId),
    commit: row.oid,
    duration: Date.parse(row.updatedAt) - Date.parse(row.createdAt),
    ...times(row),
  }
}

export function packageShape(view: View, row: Package) {
  const repository = findVisible(view.store, "repositories", row.repositoryId)
  return {
    id: row.id,
    name: row.name,
    package_type: row.type,
    owner: userById(view, row.ownerId),
    version_count: packageVersionsOf(view.store, row).length,
    visibility: row.isPrivate ? "private" : "public",
    ...urlsOf(view, row),
    ...times(row),
    ...(repository && { repository: simpleRepository(view, repository) }),
  }
}

export function packageVersionShape(view: View, row: PackageVersion) {
  const whole = view.store.get("packages", row.packageId)
  const { url, html_url } = urlsOf(view, whole)
  return {
    id: row.id,
    name: row.name,
    url: `${url}/versions/${row.id}`,
    package_html_url: html_url,
    ...times(row),
    ...(row.description !== null && { description: row.description }),
    html_url: `${html_url.replace("/package/", "/")}/${row.id}`,
    metadata: {
      package_type: whole.type,
      ...(whole.type === "container" && { container: { tags: row.tags } }),
      ...(whole.type === "docker" && { docker: { tag: row.tags } }),
    },
  }
}

function urlsOf({ store, apiUrl }: View, { ownerId, type, name }: Package) {
  const owner = store.get("accounts", ownerId)
  const place = `/${owner.kind === "Organization" ? "orgs" : "users"}/${owner.login}/packages/${type}`
  const encoded = encodeURIComponent(name)
  return {
    url: `${apiUrl}${place}/${encoded}`,
    html_url: `${store.webUrl}${place}/package/${encoded}`,
  }
}
