/** https://docs.github.com/rest/collaborators/invitations */
import { Type } from "typebox"
import { ok } from "../../http/index.js"
import {
  answerInvitation,
  authorizeAdmin,
  cancelInvitation,
  changeInvitation,
  invitationsFor,
  invitationsOf,
} from "../../state/index.js"
import type { Invitation } from "../../tables/index.js"
import { type RestRequest, routesOf, type View } from "../route/index.js"
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
