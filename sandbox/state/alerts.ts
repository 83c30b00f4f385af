/**
 * Alerts of Dependabot, code scanning and secret scanning.
 * https://docs.github.com/rest/dependabot/alerts
 */

import type { CodeAlert, DependabotAlert, Repository, SecretAlert } from "../tables/index.js"
import { NotAccessible, notFound, Refusal } from "./errors.js"
import { accountPermission, canSee, isAtLeast, isGranted } from "./permissions.js"
import type { Resource, Session, Viewer } from "./session.js"

export type AlertKind = "code" | "dependabot" | "secret"

const RESOURCES: Readonly<Record<AlertKind, Resource>> = {
  code: "security_events",
  dependabot: "vulnerability_alerts",
  secret: "secret_scanning_alerts",
}

/** `security_events` gives access to the alerts of private repositories, but not to anything else in them. */
export const canSeeAlerts = (store: Session, repository: Repository): boolean =>
  canSee(store, repository) ||
  (store.viewer.scopes.has("security_events") &&
    accountPermission(store, store.viewer.account, repository) !== null)

/** Throws unless the viewer may see the alerts, and with `level` `write` also change them. */
export function authorizeAlerts(
  store: Session,
  repository: Repository,
  kind: AlertKind,
  level: "read" | "write",
): void {
  if (!mayUseAlerts(store, repository, kind, level)) throw refusalOf(store.viewer, kind)
  if (repository.archivedAt === null) return
  if (kind === "dependabot") {
    const reason = "Dependabot alerts are not available for archived repositories."
    throw new Refusal("FORBIDDEN", reason)
  }
  if (level === "write") {
    throw new Refusal("FORBIDDEN", "Repository was archived so is read-only.")
  }
}

export function mayUseAlerts(
  store: Session,
  repository: Repository,
  kind: AlertKind,
  level: "read" | "write",
): boolean {
  if (store.viewer.grant) {
    const granted = store.viewer.grant.permissions[RESOURCES[kind]]
    return isGranted(store.viewer.grant, repository) && (granted === "write" || granted === level)
  }
  const enough = ["repo", "security_events", ...(repository.isPrivate ? [] : ["public_repo"])]
  const needed = kind === "secret" ? "ADMIN" : "WRITE"
  return (
    enough.some((scope) => store.viewer.scopes.has(scope)) &&
    isAtLeast(accountPermission(store, store.viewer.account, repository), needed)
  )
}

function refusalOf({ grant }: Viewer, kind: AlertKind): Refusal {
  if (grant) return new NotAccessible()
  if (kind === "secret") return notFound("Not Found")
  return new Refusal(
    "FORBIDDEN",
    kind === "code"
      ? "You are not authorized to read code scanning alerts."
      : "You are not authorized to perform this operation.",
  )
}

export interface Dismissal {
  readonly reason: string
  readonly comment: string | null
}

/** Dismisses an alert, or opens it again without a dismissal. */
export function setDismissed(
  store: Session,
  alert: CodeAlert | DependabotAlert,
  dismissal: Dismissal | null,
): void {
  if (!dismissal && alert.state === "open") return
  const now = store.clock.tick()
  store.update<CodeAlert | DependabotAlert>(alert, {
    state: dismissal ? "dismissed" : "open",
    dismissedAt: dismissal && now,
    dismissedById: dismissal && store.viewer.account.id,
    dismissedReason: dismissal?.reason ?? null,
    dismissedComment: dismissal?.comment ?? null,
    updatedAt: now,
  })
  store.recordApplied(dismissal ? "dismissAlert" : "reopenAlert", alert)
}

export interface Resolution {
  readonly resolution: NonNullable<SecretAlert["resolution"]>
  readonly comment: string | null
}

/** Resolves an alert, or opens it again without a resolution. */
export function setResolved(store: Session, alert: SecretAlert, given: Resolution | null): void {
  const { state, resolution, resolutionComment } = alert
  const isDone = given
    ? resolution === given.resolution && resolutionComment === given.comment
    : state === "open"
  if (isDone) return
  const now = store.clock.tick()
  store.update(alert, {
    state: given ? "resolved" : "open",
    resolution: given?.resolution ?? null,
    resolvedAt: given && now,
    resolvedById: given && store.viewer.account.id,
    resolutionComment: given?.comment ?? null,
    updatedAt: now,
  })
  store.recordApplied(given ? "resolveAlert" : "reopenAlert", alert)
}
