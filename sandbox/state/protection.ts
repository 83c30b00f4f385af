/** Classic branch protection, by the names of branches: https://docs.github.com/rest/branches/branch-protection */

import type {
  BranchProtection,
  ProtectionSettings,
  Repository,
  Rule,
  Store,
} from "../tables/index.js"
import { authorize, has } from "./permissions.js"
import { type Session, sessionOf, type Viewer } from "./session.js"

export const protectionOf = (
  store: Store,
  { id }: Pick<Repository, "id">,
  branch: string,
): BranchProtection | undefined =>
  store.rowsBy("branchProtections", "repository", id).find((one) => one.branch === branch)

export function setProtection(
  store: Session,
  repository: Repository,
  branch: string,
  settings: ProtectionSettings,
): BranchProtection {
  authorize(store, repository, "administration", "ADMIN")
  const updatedAt = store.clock.tick()
  const known = protectionOf(store, repository, branch)
  if (known) store.update(known, { settings, updatedAt })
  const created = { repositoryId: repository.id, branch, settings, createdAt: updatedAt, updatedAt }
  const row = known ?? store.insert("branchProtections", created)
  const change = known ? "updateBranchProtectionRule" : "createBranchProtectionRule"
  return store.recordApplied(change, row)
}

export function removeProtection(
  store: Session,
  repository: Repository,
  row: BranchProtection,
): void {
  authorize(store, repository, "administration", "ADMIN")
  store.drop("deleteBranchProtectionRule", row)
}

/** The rules that a protection amounts to. Reviews and checks hold for administrators only if it says so. */
export function protectionRules(
  store: Store,
  repository: Repository,
  ref: string,
  viewer?: Viewer,
): Rule[] {
  if (!ref.startsWith("refs/heads/")) return []
  const settings = protectionOf(store, repository, ref.replace("refs/heads/", ""))?.settings
  if (!settings) return []
  const { approvals, checks } = settings
  const isExempt =
    viewer !== undefined &&
    !settings.isAdminEnforced &&
    has(sessionOf(store, viewer), repository, "ADMIN", "administration")
  const none = { requiredApprovals: 0, requiredChecks: [], mergeMethod: "MERGE" } as const
  const rules: (Rule | false)[] = [
    !settings.allowsForcePushes && { ...none, type: "NON_FAST_FORWARD" },
    !settings.allowsDeletions && { ...none, type: "DELETION" },
    !isExempt && settings.isLocked && { ...none, type: "UPDATE" },
    !isExempt &&
      approvals !== null && { ...none, type: "PULL_REQUEST", requiredApprovals: approvals },
    !isExempt &&
      checks !== null && { ...none, type: "REQUIRED_STATUS_CHECKS", requiredChecks: checks },
  ]
  return rules.filter((rule) => rule !== false)
}
