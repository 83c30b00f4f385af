import { type AnyRow, type Repository, type Store, TABLE_NAMES } from "../tables/index.js"
import { NotAllowed } from "./errors.js"
import { removeIssue } from "./issues.js"
import { keepInEvents } from "./labels.js"
import { repositoryOf, subjectOf } from "./permissions.js"
import { setLinked } from "./projects.js"
import { authorizeAdmin } from "./repositories.js"
import type { Session } from "./session.js"

/**
 * Deletes a repository and everything in it; archived ones, too.
 * https://docs.github.com/rest/repos/repos#delete-a-repository
 */
export function deleteRepository(store: Session, repository: Repository): void {
  authorizeAdmin(store, repository)
  if (!store.viewer.grant && !store.viewer.scopes.has("delete_repo")) {
    throw new NotAllowed(store.viewer.account.login)
  }
  store.clock.tick()
  passForksOn(store, repository)
  for (const pull of store.tables.pullRequests.values()) {
    if (pull.headRepositoryId === repository.id && pull.repositoryId !== repository.id) {
      store.update(pull, { headRepositoryId: null, headOwnerId: repository.ownerId })
    }
  }
  for (const project of store.rowsBy("projects", "repository", repository.id)) {
    setLinked(store, project, repository, false)
  }
  for (const one of store.rowsBy("packages", "repository", repository.id)) {
    store.update(one, { repositoryId: null })
  }
  // Removed before the issues, to which comments and events refer.
  const contents = contentsOf(store, repository)
  for (const issue of store.rowsBy("issues", "repository", repository.id)) removeIssue(store, issue)
  // Transferred issues keep the events of their former labels.
  for (const label of store.rowsBy("labels", "repository", repository.id)) {
    keepInEvents(store, label)
  }
  for (const row of contents) {
    if (store.isThere(row)) store.remove(row)
  }
  store.remove(repository)
  store.recordApplied("deleteRepository", repository)
}

/**
 * The oldest fork becomes the parent of the others.
 * https://docs.github.com/pull-requests/collaborating-with-pull-requests/working-with-forks/what-happens-to-forks-when-a-repository-is-deleted-or-changes-visibility
 */
function passForksOn(store: Store, repository: Repository): void {
  const [heir, ...others] = store.rowsBy("repositories", "parent", repository.id)
  if (!heir) return
  store.update(heir, { parentId: repository.parentId })
  for (const fork of others) store.update(fork, { parentId: heir.id })
}

function contentsOf(store: Store, repository: Repository): AnyRow[] {
  const rows = TABLE_NAMES.flatMap((name): AnyRow[] => store.tables[name].values())
  return rows.filter((row) => row !== repository && belongsTo(store, row, repository))
}

function belongsTo(store: Store, row: AnyRow, repository: Repository): boolean {
  const subject = "subjectKind" in row ? subjectOf(store, row) : undefined
  return repositoryOf(store, subject ?? row) === repository
}
