/** Who may do what in a repository: https://docs.github.com/rest/collaborators/collaborators */
import { Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  accountPermission,
  answerInvitation,
  authorizeAdmin,
  cancelInvitation,
  changeInvitation,
  collaboratorsOf,
  has,
  invitationsFor,
  invitationsOf,
  isAtLeast,
  removeCollaborator,
  setCollaborator,
} from "../../state/index.js"
import type { Account, Invitation, Permission, Repository } from "../../tables/index.js"
import { invalid, missing, type RestRequest, refuse, routesOf, type View } from "../route/index.js"
import { ids, simpleRepository, simpleUser, userById } from "../shapes/index.js"

const PERSON = "/repos/{owner}/{repo}/collaborators/{username}"

const ROLES = {
  pull: "READ",
  triage: "TRIAGE",
  push: "WRITE",
  maintain: "MAINTAIN",
  admin: "ADMIN",
} as const
const ROLE_NAMES = ["pull", "triage", "push", "maintain", "admin"] as const

const newRole = Type.Object({ permission: Type.Optional(Type.Enum(ROLE_NAMES)) })

export const collaboratorRoutes = routesOf({
  "GET /repos/{owner}/{repo}/collaborators": (request) => {
    const { store } = request
    const repository = repositoryFor(request, "repository collaborators")
    const affiliation = request.choice("Collaborator", "affiliation", "all", "outside", "direct")
    const needed = request.choice("Collaborator", "permission", "", ...ROLE_NAMES)
    const owner = store.get("accounts", repository.ownerId)
    const isOutside = ({ id }: Account) => id !== owner.id && !owner.members.has(id)
    const wanted = collaboratorsOf(store, repository).filter((one) => {
      if (affiliation === "outside" && !isOutside(one)) return false
      const isDirect = one.id === owner.id || repository.collaborators.has(one.id)
      if (affiliation === "direct" && !isDirect) return false
      const permission = accountPermission(store, one, repository)
      return needed === "" || isAtLeast(permission, ROLES[needed])
    })
    return request.page(wanted, (_, one) => collaboratorShape(request, repository, one))
  },

  [`PUT ${PERSON}`]: (request) => {
    const repository = request.repository()
    const { permission = "push" } = request.read("Collaborator", newRole)
    const isOrganizations =
      request.store.get("accounts", repository.ownerId).kind === "Organization"
    if (!isOrganizations && (permission === "triage" || permission === "maintain"))
      throw invalid("Collaborator", "permission", "invalid", permission)
    const account = request.account()
    const invited = setCollaborator(request.store, repository, account, ROLES[permission])
    return invited ? answer(201, invitationShape(request, invited)) : answer(204)
  },

  [`DELETE ${PERSON}`]: (request) => {
    const repository = request.repository()
    removeCollaborator(request.store, repository, request.account())
  },

  [`GET ${PERSON}`]: (request) => {
    const repository = repositoryFor(request, "repository collaborators")
    if (!isCollaborator(request, repository, request.account())) throw missing()
  },

  [`GET ${PERSON}/permission`]: (request) => {
    const repository = repositoryFor(request, "collaborator permission")
    const account = request.account()
    const permission = accountPermission(request.store, account, repository)
    const may = (needed: Permission) => isAtLeast(permission, needed)
    const user = collaboratorShape(request, repository, account)
    return ok({
      // The base role: maintainers can write, and triagers can read.
      permission: may("ADMIN") ? "admin" : may("WRITE") ? "write" : may("READ") ? "read" : "none",
      role_name: user.role_name,
      user,
    })
  },
})

function collaboratorShape(request: RestRequest, repository: Repository, account: Account) {
  const permission = accountPermission(request.store, account, repository)
  const may = Object.entries(ROLES).map(([name, role]) => [name, isAtLeast(permission, role)])
  return {
    ...simpleUser(request, account),
    permissions: Object.fromEntries(may),
    role_name: permission === null ? "none" : permission.toLowerCase(),
  }
}

/** The repository of the path, if the viewer can write to it. */
function repositoryFor(request: RestRequest, subject: string): Repository {
  const repository = request.repository()
  if (!has(request.store, repository, "WRITE"))
    throw refuse(403, `Must have push access to view ${subject}.`)
  return repository
}

function isCollaborator({ store }: RestRequest, repository: Repository, { id }: Account): boolean {
  const owner = store.get("accounts", repository.ownerId)
  return owner.id === id || owner.members.has(id) || repository.collaborators.has(id)
}

/** https://docs.github.com/rest/collaborators/invitations */

const LIST = "/repos/{owner}/{repo}/invitations"
const ONE = `${LIST}/{invitation_id}`
const OWN = "/user/repository_invitations"

const change = Type.Object({
  permissions: Type.Enum(["read", "write", "maintain", "triage", "admin"]),
})

function invitationShape(view: View, row: Invitation) {
  const repository = view.store.get("repositories", row.repositoryId)
  const shape = simpleRepository(view, repository)
  return {
    ...ids(row),
    repository: shape,
    invitee: userById(view, row.inviteeId),
    inviter: userById(view, row.inviterId),
    permissions: row.permission.toLowerCase(),
    created_at: row.createdAt,
    expired: false,
    url: `${view.apiUrl}/user/repository_invitations/${row.id}`,
    html_url: `${shape.html_url}/invitations`,
  }
}

const invitationIn = (request: RestRequest, all: readonly Invitation[]): Invitation =>
  request.among(all, "invitation_id")

function ofRepository(request: RestRequest): Invitation[] {
  const repository = request.repository()
  authorizeAdmin(request.store, repository)
  return invitationsOf(request.store, repository)
}

const ofViewer = ({ store, viewer }: RestRequest) => invitationsFor(store, viewer.account)

const answering = (isAccepted: boolean) => (request: RestRequest) => {
  const row = invitationIn(request, ofViewer(request))
  answerInvitation(request.store, row, isAccepted)
}

export const invitationRoutes = routesOf({
  [`GET ${LIST}`]: (request) => request.page(ofRepository(request), invitationShape),

  [`PATCH ${ONE}`]: (request) => {
    const row = invitationIn(request, ofRepository(request))
    const { permissions } = request.read("RepositoryInvitation", change)
    const permission = permissions.toUpperCase() as Uppercase<typeof permissions>
    changeInvitation(request.store, row, permission)
    return ok(invitationShape(request, row))
  },

  [`DELETE ${ONE}`]: (request) =>
    cancelInvitation(request.store, invitationIn(request, ofRepository(request))),

  [`GET ${OWN}`]: (request) => request.page(ofViewer(request), invitationShape),

  [`PATCH ${OWN}/{invitation_id}`]: answering(true),

  [`DELETE ${OWN}/{invitation_id}`]: answering(false),
})
