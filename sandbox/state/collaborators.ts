import {
  type Account,
  type Invitation,
  type Permission,
  type Repository,
  type Store,
  withEntry,
  withoutEntry,
} from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { invite } from "./invitations.js"
import { authorize, isCollaborator, requireScope } from "./permissions.js"
import type { Session } from "./session.js"

/**
 * Changes what a collaborator, or a member of the owning organization, may do. Others are invited, and no collaborators
 * before they accept; returns the invitation.
 */
export function setCollaborator(
  store: Session,
  repository: Repository,
  account: Account,
  permission: Permission,
): Invitation | undefined {
  authorize(store, repository, "administration", "ADMIN")
  if (account.id === repository.ownerId)
    throw unprocessable("Repository owner cannot be a collaborator", "Repository")
  if (!isCollaborator(store, account, repository)) {
    return invite(store, repository, account, permission)
  }
  store.clock.tick()
  const collaborators = withEntry(repository.collaborators, account.id, permission)
  store.update(repository, { collaborators })
  store.recordApplied("addCollaborator", repository)
  return undefined
}

export function removeCollaborator(store: Session, repository: Repository, account: Account): void {
  // Everybody may leave.
  if (store.viewer.account.id === account.id) requireScope(store.viewer, repository)
  else authorize(store, repository, "administration", "ADMIN")
  if (!repository.collaborators.has(account.id)) return
  store.clock.tick()
  const collaborators = withoutEntry(repository.collaborators, account.id)
  store.update(repository, { collaborators })
  store.recordApplied("removeCollaborator", repository)
}

/** The accounts with more access than the public has, the owner first, by id. */
export function collaboratorsOf(store: Store, repository: Repository): Account[] {
  const owner = store.get("accounts", repository.ownerId)
  const ids = new Set([
    ...(owner.kind === "Organization" ? [] : [owner.id]),
    ...owner.members.keys(),
    ...repository.collaborators.keys(),
  ])
  return [...ids].sort((a, b) => a - b).map((id) => store.get("accounts", id))
}
