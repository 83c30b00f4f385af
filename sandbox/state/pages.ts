/** GitHub Pages: https://docs.github.com/rest/pages */
import type { Pages, PagesBuild, Repository, Store } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"

export const pagesOf = (store: Store, { id }: Pick<Repository, "id">): Pages | undefined =>
  store.rowBy("pages", "repository", id)

/** Newest first. */
export const pagesBuildsOf = (store: Store, { id }: Pick<Repository, "id">): PagesBuild[] =>
  store.rowsBy("pagesBuilds", "repository", id).reverse()

export type PagesSettings = Partial<Omit<Pages, "kind" | "id" | "repositoryId">>

export function createPages(
  store: Session,
  repository: Repository,
  settings: PagesSettings,
): Pages {
  authorizePages(store, repository)
  const { branch = repository.defaultBranch } = settings
  requireBranch(repository, branch)
  store.clock.tick()
  const row = store.insert("pages", {
    ...{ repositoryId: repository.id, path: "/", buildType: "legacy" },
    ...{ isHttpsEnforced: true, ...settings, branch },
  })
  return store.recordApplied("createPages", row)
}

export function updatePages(
  store: Session,
  repository: Repository,
  row: Pages,
  settings: PagesSettings,
): void {
  authorizePages(store, repository)
  requireBranch(repository, settings.branch ?? row.branch)
  store.clock.tick()
  store.update(row, settings)
  store.recordApplied("updatePages", row)
}

export function deletePages(store: Session, repository: Repository, row: Pages): void {
  authorizePages(store, repository)
  store.drop("deletePages", row, pagesBuildsOf(store, repository))
}

/** An installation needs both permissions. */
function authorizePages(store: Session, repository: Repository): void {
  authorize(store, repository, "administration", "MAINTAIN")
  authorize(store, repository, "pages", "MAINTAIN")
}

function requireBranch({ refs }: Repository, branch: string): void {
  if (refs.has(`refs/heads/${branch}`)) return
  throw unprocessable(`The ${branch} branch must exist before GitHub Pages can be built.`)
}
