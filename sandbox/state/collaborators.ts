import {
  type Account,
  get,
  type Invitation,
  type Permission,
  type Repository,
  recordApplied,
  type Store,
  update,
  withEntry,
  withoutEntry,
} from "../tables/index.js"
import { invite } from "./invitations.js"
import { authorize, isCollaborator, requireScope, type Viewer } from "./permissions.js"

/**
 * Changes what a collaborator, or a member of the owning organization, may do. Others are invited, and no collaborators
 * before they accept; returns the invitation.
 */
export function setCollaborator(
  store: Store,
  viewer: Viewer,
  repository: Repository,
  account: Account,
  permission: Permission,
): Invitation | undefined {
  authorize(store, viewer, repository, "administration", "ADMIN")
  if (!isCollaborator(store, account, repository)) {
    return invite(store, viewer, repository, account, permission)
  }
  store.clock.tick()
  const collaborators = withEntry(repository.collaborators, account.id, permission)
  update(store, repository, { collaborators })
  recordApplied(store, "addCollaborator", viewer.account, repository)
  return undefined
}

export function removeCollaborator(
  store: Store,
  viewer: Viewer,
  repository: Repository,
  account: Account,
): void {
  // Everybody may leave.
  if (viewer.account.id === account.id) requireScope(viewer, repository)
  else authorize(store, viewer, repository, "administration", "ADMIN")
  if (!repository.collaborators.has(account.id)) return
  store.clock.tick()
  const collaborators = withoutEntry(repository.collaborators, account.id)
  update(store, repository, { collaborators })
  recordApplied(store, "removeCollaborator", viewer.account, repository)
}

/** The accounts with more access than the public has, the owner first, by id. */
export function collaboratorsOf(store: Store, repository: Repository): Account[] {
  const owner = get(store, "accounts", repository.ownerId)
  const ids = new Set([
    ...(owner.kind === "Organization" ? [] : [owner.id]),
    ...owner.members.keys(),
    ...repository.collaborators.keys(),
  ])
  return [...ids].sort((a, b) => a - b).map((id) => get(store, "accounts", id))
}
