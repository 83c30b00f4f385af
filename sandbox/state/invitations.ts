/** Invitations of collaborators: https://docs.github.com/rest/collaborators/invitations */
import {
  type Account,
  get,
  type Invitation,
  insert,
  type Permission,
  type Repository,
  recordApplied,
  remove,
  rowsBy,
  type Store,
  update,
  withEntry,
} from "../tables/index.js"
import { authorize, type Viewer } from "./permissions.js"

export const invitationsOf = (store: Store, repository: Repository): Invitation[] =>
  rowsBy(store, "invitations", "repository", repository.id)

export const invitationsFor = (store: Store, account: Account): Invitation[] =>
  rowsBy(store, "invitations", "invitee", account.id)

/** Invites an account, or changes its invitation. */
export function invite(
  store: Store,
  viewer: Viewer,
  repository: Repository,
  invitee: Account,
  permission: Permission,
): Invitation {
  const known = invitationsOf(store, repository).find((one) => one.inviteeId === invitee.id)
  const createdAt = store.clock.tick()
  const invitation = known
    ? update(store, known, { permission })
    : insert(store, "invitations", {
        ...{ repositoryId: repository.id, permission, createdAt },
        ...{ inviteeId: invitee.id, inviterId: viewer.account.id },
      })
  recordApplied(store, "inviteCollaborator", viewer.account, invitation)
  return invitation
}

export function changeInvitation(
  store: Store,
  viewer: Viewer,
  row: Invitation,
  permission: Permission,
): void {
  authorize(store, viewer, get(store, "repositories", row.repositoryId), "administration", "ADMIN")
  store.clock.tick()
  update(store, row, { permission })
  recordApplied(store, "updateInvitation", viewer.account, row)
}

/** By an admin of the repository. */
export function cancelInvitation(store: Store, viewer: Viewer, row: Invitation): void {
  authorize(store, viewer, get(store, "repositories", row.repositoryId), "administration", "ADMIN")
  end(store, viewer, row, "deleteInvitation")
}

/** By the invited account. */
export function answerInvitation(
  store: Store,
  viewer: Viewer,
  row: Invitation,
  isAccepted: boolean,
): void {
  const repository = get(store, "repositories", row.repositoryId)
  if (isAccepted) {
    const collaborators = withEntry(repository.collaborators, row.inviteeId, row.permission)
    update(store, repository, { collaborators })
  }
  end(store, viewer, row, isAccepted ? "acceptInvitation" : "declineInvitation")
}

function end(store: Store, viewer: Viewer, row: Invitation, change: string): void {
  store.clock.tick()
  remove(store, row)
  recordApplied(store, change, viewer.account, row)
}
