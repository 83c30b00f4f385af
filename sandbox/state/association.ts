import {
  type Account,
  find,
  get,
  listBy,
  type Repository,
  type World,
  type WrittenRow,
} from "../tables/index.js"
import { accountPermission, repositoryOf } from "./permissions.js"

/** What the author of something written is to the repository. */
export function authorAssociation(world: World, row: WrittenRow): string {
  const repository = repositoryOf(world, row)
  const author = find(world, "accounts", row.authorId)
  if (!repository || !author) return "NONE"
  if (author.id === repository.ownerId) return "OWNER"
  if (get(world, "accounts", repository.ownerId).members.has(author.id)) return "MEMBER"
  if (repository.collaborators.has(author.id)) return "COLLABORATOR"
  return hasContributed(world, author, repository) ? "CONTRIBUTOR" : "NONE"
}

function hasContributed(world: World, author: Account, repository: Repository): boolean {
  return (
    accountPermission(world, author, repository) !== null &&
    listBy(world, "pullRequests", "author", author.id).some(
      (pull) => pull.repositoryId === repository.id && pull.state === "MERGED",
    )
  )
}
