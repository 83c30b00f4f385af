import { SeedError } from "../errors/index.js"
import type { SeedOrganization, SeedRepository, SeedUser } from "../public/index.js"
import { createPages } from "../state/index.js"
import type { Store } from "../tables/index.js"
import { inPlace, requireAccount, sessionFor } from "./people.js"

/** Sites and packages do not advance the clock, so that they do not change the times of other objects. */
export function plantPages(store: Store, { owner, name, pages }: SeedRepository): void {
  const repository = store.repositoryByName(owner, name)
  if (!repository || !pages) return
  const { builds = [], build_type: buildType, ...given } = pages
  const place = `pages of ${owner}/${name}`
  const session = sessionFor(store, store.get("accounts", repository.ownerId))
  const isHttpsEnforced = given.cname === undefined
  const settings = { ...given, ...(buildType && { buildType }), isHttpsEnforced }
  store.clock.hold(() => inPlace(place, () => createPages(session, repository, settings)))
  const { branch = repository.defaultBranch } = given
  const oid = repository.refs.get(`refs/heads/${branch}`) ?? ""
  const at = { createdAt: store.clock.last(), updatedAt: store.clock.last() }
  for (const { error = null, status = error === null ? "built" : "errored", pusher } of builds) {
    store.insert("pagesBuilds", {
      ...{ repositoryId: repository.id, oid, status, error, ...at },
      pusherId: pusher ? requireAccount(store, pusher, place).id : repository.ownerId,
    })
  }
}

export function plantPackages(store: Store, owner: SeedUser | SeedOrganization): void {
  const { id: ownerId, login } = requireAccount(store, owner.login, "packages")
  const at = { createdAt: store.clock.last(), updatedAt: store.clock.last() }
  for (const { name, type, private: isPrivate = false, ...seed } of owner.packages ?? []) {
    const home = store.repositoryByName(login, seed.repository ?? "")
    if (seed.repository && !home) {
      throw new SeedError([`package ${name} of ${login}: there is no ${login}/${seed.repository}`])
    }
    const repositoryId = home?.id ?? null
    const row = store.insert("packages", { ownerId, type, name, isPrivate, repositoryId, ...at })
    for (const { name, description = null, tags = [] } of seed.versions ?? []) {
      store.insert("packageVersions", { packageId: row.id, name, description, tags, ...at })
    }
  }
}
