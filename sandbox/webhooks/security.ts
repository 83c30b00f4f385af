import { codeAlertShape, dependabotAlertShape, secretAlertShape } from "../rest/index.js"
import type { BranchProtection, CodeAlert, DependabotAlert, SecretAlert } from "../tables/index.js"
import { type Change, type Occurrence, type Occurrings, type Scene, stepOf } from "./change.js"

/** An alert that was closed or opened again. New ones come from seeds, which are no events. */
function turned<Row extends CodeAlert | DependabotAlert | SecretAlert>(
  { row, before, isGone }: Change<Row>,
  event: string,
  [closed, opened]: readonly [string, string],
  bodyOf: () => Occurrence["body"],
): Occurrence[] {
  if (!before || isGone || before.state === row.state) return []
  const action = row.state === "open" ? opened : closed
  return [{ event, action, body: bodyOf() }]
}

/** Payloads have neither the secret nor its place. */
function secretPart(scene: Scene, row: SecretAlert) {
  const shape = secretAlertShape(scene, row, true)
  const { provider: _, provider_slug: __, is_base64_encoded: ___, ...part } = shape
  const { first_location_detected: ____, has_more_locations: _____, ...rest } = part
  return rest
}

function codePart(scene: Scene, row: CodeAlert) {
  const { instances_url: _, updated_at: __, ...part } = codeAlertShape(scene, row)
  const { security_severity_level: ___, ...rule } = part.rule
  return { ...part, rule }
}

const OFF = "off"

function protectionPart({ id, repositoryId, branch, settings, ...times }: BranchProtection) {
  const { checks, approvals, isAdminEnforced, isLocked } = settings
  const level = (isOn: boolean) => (isOn ? (isAdminEnforced ? "everyone" : "non_admins") : OFF)
  const allowed = (isAllowed: boolean) => (isAllowed ? "everyone" : OFF)
  return {
    ...{ id, repository_id: repositoryId, name: branch },
    ...{ created_at: times.createdAt, updated_at: times.updatedAt },
    pull_request_reviews_enforcement_level: level(approvals !== null),
    required_approving_review_count: approvals ?? 0,
    required_status_checks_enforcement_level: level(checks !== null),
    required_status_checks: checks ?? [],
    admin_enforced: isAdminEnforced,
    allow_force_pushes_enforcement_level: allowed(settings.allowsForcePushes),
    allow_deletions_enforcement_level: allowed(settings.allowsDeletions),
    lock_branch_enforcement_level: level(isLocked),
    lock_allows_fork_sync: settings.allowsForkSyncing,
    ...{ authorized_actors_only: false, authorized_actor_names: [], create_protected: false },
    ...{ authorized_dismissal_actors_only: false, dismiss_stale_reviews_on_push: false },
    ...{ ignore_approvals_from_contributors: false, require_code_owner_review: false },
    ...{ require_last_push_approval: false, strict_required_status_checks_policy: false },
    ...{ linear_history_requirement_enforcement_level: OFF, merge_queue_enforcement_level: OFF },
    ...{ required_conversation_resolution_level: OFF, required_deployments_enforcement_level: OFF },
    signature_requirement_enforcement_level: OFF,
  }
}

export const securityOccurrings: Occurrings = {
  dependabotAlerts: (scene, change) =>
    turned(change, "dependabot_alert", ["dismissed", "reopened"], () => ({
      alert: dependabotAlertShape(scene, change.row),
    })),

  codeAlerts: (scene, change) =>
    turned(change, "code_scanning_alert", ["closed_by_user", "reopened_by_user"], () => ({
      alert: codePart(scene, change.row),
      ...{ ref: change.row.ref, commit_oid: change.row.commitOid },
    })),

  secretAlerts: (scene, change) =>
    turned(change, "secret_scanning_alert", ["resolved", "reopened"], () => ({
      alert: secretPart(scene, change.row),
    })),

  branchProtections(_scene, change) {
    const { row, before } = change
    const [action, rule] = [stepOf(change), protectionPart(row)]
    const former = Object.entries(before ? protectionPart(before) : {}).filter(
      ([name, from]) => name !== "updated_at" && String(from) !== String(Reflect.get(rule, name)),
    )
    const changes = Object.fromEntries(former.map(([name, from]) => [name, { from }]))
    if (action === "edited" && former.length === 0) return []
    const body = { rule, changes: action === "edited" ? changes : undefined }
    return [{ event: "branch_protection_rule", action, body }]
  },
}
