/** Webhooks: https://docs.github.com/rest/repos/webhooks and https://docs.github.com/rest/orgs/webhooks */

import type { Account, Hook, Repository, Store } from "../tables/index.js"
import { NotAccessible, notFound, unprocessable } from "./errors.js"
import { accountPermission, authorize, isGranted } from "./permissions.js"
import type { Session } from "./session.js"

/** Whose webhook it is; that of the App has no owner. */
export type HookOwner = Repository | Account | null

export type HookChanges = Partial<
  Pick<Hook, "active" | "contentType" | "events" | "insecureSsl" | "secret" | "url">
>

/** GitHub hides webhooks from everybody but admins. */
export function authorizeHooks(store: Session, owner: HookOwner, level: "read" | "write"): void {
  // A route of the App has checked its JWT.
  if (!owner) return
  const { account, grant, scopes } = store.viewer
  const resource = owner.kind === "Repository" ? "repository_hooks" : "organization_hooks"
  if (grant) {
    const isCovered =
      owner.kind === "Repository" ? isGranted(grant, owner) : grant.ownerId === owner.id
    const granted = grant.permissions[resource]
    if (!isCovered || !granted || (level === "write" && granted === "read")) {
      throw new NotAccessible()
    }
    return
  }
  const [isAdmin, scope] =
    owner.kind === "Repository"
      ? [accountPermission(store, account, owner) === "ADMIN", "repo_hook"]
      : [owner.members.get(account.id) === "ADMIN", "org_hook"]
  const enough = ["admin", "write", level].map((one) => `${one}:${scope}`)
  if (owner.kind === "Repository") enough.push("repo")
  if (!isAdmin || !enough.some((one) => scopes.has(one))) throw notFound("Not Found")
  if (level === "write" && owner.kind === "Repository") {
    authorize(store, owner, resource, "ADMIN")
  }
}

export const hooksOf = (store: Store, owner: HookOwner): Hook[] =>
  store.where("hooks", (hook) => isOwnedBy(hook, owner))

const isOwnedBy = ({ repositoryId, organizationId }: Hook, owner: HookOwner): boolean =>
  repositoryId === (owner?.kind === "Repository" ? owner.id : null) &&
  organizationId === (owner && owner.kind !== "Repository" ? owner.id : null)

export const insertHook = (
  store: Store,
  owner: HookOwner,
  given: HookChanges & { url: string },
): Hook =>
  store.insert("hooks", {
    repositoryId: owner?.kind === "Repository" ? owner.id : null,
    organizationId: owner && owner.kind !== "Repository" ? owner.id : null,
    ...{ contentType: "form", insecureSsl: "0", events: ["push"], active: true },
    ...given,
  })

export function createHook(
  store: Session,
  owner: HookOwner,
  given: HookChanges & { url: string },
): Hook {
  const events = given.events ?? ["push"]
  const isTwin = (hook: Hook) =>
    hook.url === given.url && hook.events.some((event) => events.includes(event))
  if (hooksOf(store, owner).some(isTwin)) {
    throw unprocessable("Hook already exists on this repository", "Hook")
  }
  store.clock.tick()
  return store.recordApplied("createWebhook", insertHook(store, owner, given))
}

export function updateHook(store: Session, hook: Hook, changes: HookChanges): void {
  store.edit(hook, changes)
  store.recordApplied("updateWebhook", hook)
}

export function deleteHook(store: Session, hook: Hook): void {
  store.drop("deleteWebhook", hook)
}

/** Sets the webhook of the App, which has at most one. */
export function setAppHook(store: Store, given: HookChanges & { url: string }): Hook {
  const [known] = hooksOf(store, null)
  if (known) return store.update(known, given)
  const settings = { contentType: "json" as const, events: ["*"], ...given }
  return insertHook(store, null, settings)
}

/** Whose webhook it is. */
export const ownerOfHook = (store: Store, { repositoryId, organizationId }: Hook): HookOwner =>
  repositoryId !== null
    ? store.get("repositories", repositoryId)
    : organizationId === null
      ? null
      : store.get("accounts", organizationId)
