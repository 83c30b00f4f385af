import {
  type Account,
  find,
  get,
  listBy,
  type Repository,
  type Store,
  type WrittenRow,
} from "../tables/index.js"
import { accountPermission, repositoryOf } from "./permissions.js"

/** The association of an author with the repository. */
export function authorAssociation(store: Store, row: WrittenRow): string {
  const repository = repositoryOf(store, row)
  const author = find(store, "accounts", row.authorId)
  if (!repository || !author) return "NONE"
  if (author.id === repository.ownerId) return "OWNER"
  if (get(store, "accounts", repository.ownerId).members.has(author.id)) return "MEMBER"
  if (repository.collaborators.has(author.id)) return "COLLABORATOR"
  return hasContributed(store, author, repository) ? "CONTRIBUTOR" : "NONE"
}

function hasContributed(store: Store, author: Account, repository: Repository): boolean {
  return (
    accountPermission(store, author, repository) !== null &&
    listBy(store, "pullRequests", "author", author.id).some(
      (pull) => pull.repositoryId === repository.id && pull.state === "MERGED",
    )
  )
}
