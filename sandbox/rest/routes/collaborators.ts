/** Who may do what in a repository: https://docs.github.com/rest/collaborators/collaborators */
import { answer, ok } from "../../http/index.js"
import { accountPermission, has, isAtLeast } from "../../state/index.js"
import { type Account, get, type Repository } from "../../tables/index.js"
import { missing, type RestRequest, refuse, repositoryIn, routesOf } from "../route/index.js"
import { simpleUser } from "../shapes/index.js"
import { accountIn } from "./users.js"

const PERSON = "/repos/{owner}/{repo}/collaborators/{username}"

export const collaboratorRoutes = routesOf({
  [`GET ${PERSON}`]: (request) => {
    const repository = repositoryFor(request, "repository collaborators")
    if (!isCollaborator(request, repository, accountIn(request))) throw missing()
    return answer(204)
  },

  [`GET ${PERSON}/permission`]: (request) => {
    const repository = repositoryFor(request, "collaborator permission")
    const account = accountIn(request)
    const permission = accountPermission(request.store, account, repository)
    const may = (needed: Parameters<typeof isAtLeast>[1]) => isAtLeast(permission, needed)
    const role_name = permission === null ? "none" : permission.toLowerCase()
    const permissions = {
      admin: may("ADMIN"),
      maintain: may("MAINTAIN"),
      push: may("WRITE"),
      triage: may("TRIAGE"),
      pull: may("READ"),
    }
    return ok({
      // The base role: maintainers can write, and triagers can read.
      permission: may("ADMIN") ? "admin" : may("WRITE") ? "write" : may("READ") ? "read" : "none",
      role_name,
      user: { ...simpleUser(request, account), permissions, role_name },
    })
  },
})

/** The repository of the path, if the viewer can write to it. */
function repositoryFor(request: RestRequest, subject: string): Repository {
  const repository = repositoryIn(request)
  if (!has(request.store, request.viewer, repository, "WRITE"))
    throw refuse(403, `Must have push access to view ${subject}.`)
  return repository
}

function isCollaborator({ store }: RestRequest, repository: Repository, { id }: Account): boolean {
  const owner = get(store, "accounts", repository.ownerId)
  return owner.id === id || owner.members.has(id) || repository.collaborators.has(id)
}
