import type { Account, Repository, Store, WrittenRow } from "../tables/index.js"
import { isGhost } from "./agents.js"
import { accountPermission, repositoryOf } from "./permissions.js"

/** The association of an author with the repository. */
export function authorAssociation(store: Store, row: WrittenRow): string {
  const repository = repositoryOf(store, row)
  const author = store.find("accounts", row.authorId)
  if (!repository || !author || isGhost(author)) return "NONE"
  if (author.id === repository.ownerId) return "OWNER"
  if (store.get("accounts", repository.ownerId).members.has(author.id)) return "MEMBER"
  if (repository.collaborators.has(author.id)) return "COLLABORATOR"
  return hasContributed(store, author, repository) ? "CONTRIBUTOR" : "NONE"
}

function hasContributed(store: Store, author: Account, repository: Repository): boolean {
  return (
    accountPermission(store, author, repository) !== null &&
    store
      .listBy("pullRequests", "author", author.id)
      .some((pull) => pull.repositoryId === repository.id && pull.state === "MERGED")
  )
}
