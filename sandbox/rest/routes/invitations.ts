/** https://docs.github.com/rest/collaborators/invitations */
import { Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  answerInvitation,
  authorizeAdmin,
  cancelInvitation,
  changeInvitation,
  invitationsFor,
  invitationsOf,
} from "../../state/index.js"
import type { Invitation } from "../../tables/index.js"
import { missing, type RestRequest, routesOf, type View } from "../route/index.js"
import { ids, simpleRepository, userById } from "../shapes/index.js"

const LIST = "/repos/{owner}/{repo}/invitations"
const ONE = `${LIST}/{invitation_id}`
const OWN = "/user/repository_invitations"

const change = Type.Object({
  permissions: Type.Enum(["read", "write", "maintain", "triage", "admin"]),
})

export function invitationShape(view: View, row: Invitation) {
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

function invitationIn(request: RestRequest, all: readonly Invitation[]): Invitation {
  const id = request.number("invitation_id")
  const found = all.find((one) => one.id === id)
  if (!found) throw missing()
  return found
}

function ofRepository(request: RestRequest): Invitation[] {
  const repository = request.repository()
  authorizeAdmin(request.store, repository)
  return invitationsOf(request.store, repository)
}

const ofViewer = ({ store, viewer }: RestRequest) => invitationsFor(store, viewer.account)

const answering = (isAccepted: boolean) => (request: RestRequest) => {
  const row = invitationIn(request, ofViewer(request))
  answerInvitation(request.store, row, isAccepted)
  return answer(204)
}

export const invitationRoutes = routesOf({
  [`GET ${LIST}`]: (request) =>
    request.page(ofRepository(request), (row) => invitationShape(request, row)),

  [`PATCH ${ONE}`]: (request) => {
    const row = invitationIn(request, ofRepository(request))
    const { permissions } = request.read("RepositoryInvitation", change)
    const permission = permissions.toUpperCase() as Uppercase<typeof permissions>
    changeInvitation(request.store, row, permission)
    return ok(invitationShape(request, row))
  },

  [`DELETE ${ONE}`]: (request) => {
    const row = invitationIn(request, ofRepository(request))
    cancelInvitation(request.store, row)
    return answer(204)
  },

  [`GET ${OWN}`]: (request) =>
    request.page(ofViewer(request), (row) => invitationShape(request, row)),

  [`PATCH ${OWN}/{invitation_id}`]: answering(true),

  [`DELETE ${OWN}/{invitation_id}`]: answering(false),
})
