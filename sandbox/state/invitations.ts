/** Invitations of collaborators: https://docs.github.com/rest/collaborators/invitations */

import {
  type Account,
  type Invitation,
  type Permission,
  type Repository,
  type Store,
  withEntry,
} from "../tables/index.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"

export const invitationsOf = (store: Store, repository: Repository): Invitation[] =>
  store.rowsBy("invitations", "repository", repository.id)

export const invitationsFor = (store: Store, account: Account): Invitation[] =>
  store.rowsBy("invitations", "invitee", account.id)

/** Invites an account, or changes its invitation. */
export function invite(
  store: Session,
  repository: Repository,
  invitee: Account,
  permission: Permission,
): Invitation {
  const known = invitationsOf(store, repository).find((one) => one.inviteeId === invitee.id)
  const createdAt = store.clock.tick()
  const invitation = known
    ? store.update(known, { permission })
    : store.insert("invitations", {
        ...{ repositoryId: repository.id, permission, createdAt },
        ...{ inviteeId: invitee.id, inviterId: store.viewer.account.id },
      })
  return store.recordApplied("inviteCollaborator", invitation)
}

export function changeInvitation(store: Session, row: Invitation, permission: Permission): void {
  authorize(store, row, "administration", "ADMIN")
  store.clock.tick()
  store.update(row, { permission })
  store.recordApplied("updateInvitation", row)
}

/** By an admin of the repository. */
export function cancelInvitation(store: Session, row: Invitation): void {
  authorize(store, row, "administration", "ADMIN")
  end(store, row, "deleteInvitation")
}

/** By the invited account. */
export function answerInvitation(store: Session, row: Invitation, isAccepted: boolean): void {
  const repository = store.get("repositories", row.repositoryId)
  if (isAccepted) {
    const collaborators = withEntry(repository.collaborators, row.inviteeId, row.permission)
    store.update(repository, { collaborators })
  }
  end(store, row, isAccepted ? "acceptInvitation" : "declineInvitation")
}

function end(store: Session, row: Invitation, change: string): void {
  store.drop(change, row)
}
