import { SeedError } from "../errors/index.js"
import { filesOf } from "../git/index.js"
import type {
  SeedCodeAlert,
  SeedDependabotAlert,
  SeedGlobalAdvisory,
  SeedRepository,
  SeedSecretAlert,
} from "../public/index.js"
import { branchTip } from "../state/index.js"
import type { Repository, Store } from "../tables/index.js"
import { requireAccount } from "./people.js"

/** Advisories and alerts do not advance the clock, so they do not change the times of other objects. */
export function plantAdvisories(
  store: Store,
  advisories: readonly SeedGlobalAdvisory[] = [],
): void {
  for (const seed of advisories) {
    if (store.rowBy("globalAdvisories", "ghsaId", seed.ghsa_id)) {
      throw new SeedError([`the advisory ${seed.ghsa_id} is given twice`])
    }
    const publishedAt = seed.published_at ?? store.clock.last()
    store.insert("globalAdvisories", {
      ghsaId: seed.ghsa_id,
      cveId: seed.cve_id ?? null,
      type: seed.type ?? "reviewed",
      severity: seed.severity ?? "unknown",
      summary: seed.summary,
      description: seed.description ?? "",
      cvssScore: seed.cvss?.score ?? null,
      cvssVector: seed.cvss?.vector ?? null,
      cwes: seed.cwes ?? [],
      references: seed.references ?? [],
      vulnerabilities: (seed.vulnerabilities ?? []).map((one) => ({
        ecosystem: one.ecosystem,
        package: one.package,
        vulnerableVersionRange: one.vulnerable_version_range,
        firstPatchedVersion: one.first_patched_version ?? null,
      })),
      publishedAt,
      updatedAt: seed.updated_at ?? publishedAt,
      withdrawnAt: seed.withdrawn_at ?? null,
    })
  }
}

export function plantAlerts(store: Store, seed: SeedRepository): void {
  const repository = store.repositoryByName(seed.owner, seed.name)
  if (!repository) throw new Error(`sandbox seed: ${seed.owner}/${seed.name} was not loaded`)
  for (const alert of seed.dependabot_alerts ?? []) plantDependabot(store, repository, alert)
  for (const alert of seed.code_scanning_alerts ?? []) plantCode(store, repository, alert)
  for (const alert of seed.secret_scanning_alerts ?? []) plantSecret(store, repository, alert)
}

const alertOf = (
  store: Store,
  repository: Repository,
  table: "codeAlerts" | "dependabotAlerts" | "secretAlerts",
  created: string | undefined,
) => {
  const createdAt = created ?? store.clock.last()
  const number = store.rowsBy(table, "repository", repository.id).length + 1
  return { repositoryId: repository.id, number, createdAt, updatedAt: createdAt }
}

/** The columns of a dismissed or fixed alert. */
function ending(
  store: Store,
  repository: Repository,
  seed: SeedCodeAlert | SeedDependabotAlert,
  reason: string,
) {
  const now = store.clock.last()
  const isDismissed = seed.state === "dismissed"
  const place = `alerts of ${repository.name}`
  if (!isDismissed && (seed.dismissed_by ?? seed.dismissed_reason ?? seed.dismissed_comment)) {
    throw new SeedError([`${place}: only an alert with \`state: dismissed\` has a dismissal`])
  }
  return {
    dismissedAt: isDismissed ? now : null,
    dismissedById: isDismissed ? personOf(store, repository, seed.dismissed_by) : null,
    dismissedReason: isDismissed ? (seed.dismissed_reason ?? reason) : null,
    dismissedComment: seed.dismissed_comment ?? null,
    fixedAt: seed.state === "fixed" ? now : null,
  }
}

const personOf = (store: Store, repository: Repository, login: string | undefined): number =>
  login === undefined
    ? store.get("accounts", repository.ownerId).id
    : requireAccount(store, login, `alerts of ${repository.name}`).id

function plantDependabot(store: Store, repository: Repository, seed: SeedDependabotAlert): void {
  const place = `Dependabot alerts of ${repository.name}`
  const advisory = store.rowBy("globalAdvisories", "ghsaId", seed.advisory)
  if (!advisory) {
    throw new SeedError([`${place}: \`global_advisories\` has no ${seed.advisory}`])
  }
  const vulnerability = advisory.vulnerabilities.findIndex(
    (one) => seed.package === undefined || one.package === seed.package,
  )
  if (vulnerability < 0) {
    throw new SeedError([`${place}: ${seed.advisory} has no package ${seed.package ?? ""}`])
  }
  store.insert("dependabotAlerts", {
    ...alertOf(store, repository, "dependabotAlerts", seed.created_at),
    ...ending(store, repository, seed, "tolerable_risk"),
    state: seed.state ?? "open",
    advisoryId: advisory.id,
    vulnerability,
    manifestPath: seed.manifest ?? "package.json",
    scope: seed.scope ?? "runtime",
    relationship: seed.relationship ?? "direct",
    autoDismissedAt: seed.state === "auto_dismissed" ? store.clock.last() : null,
  })
}

function plantCode(store: Store, repository: Repository, seed: SeedCodeAlert): void {
  const branch = seed.branch ?? repository.defaultBranch
  const commitOid = tipOf(store, repository, branch)
  store.insert("codeAlerts", {
    ...alertOf(store, repository, "codeAlerts", seed.created_at),
    ...ending(store, repository, seed, "won't fix"),
    state: seed.state ?? "open",
    rule: {
      id: seed.rule.id,
      description: seed.rule.description,
      help: seed.rule.help ?? null,
      severity: seed.rule.severity ?? "warning",
      securitySeverity: seed.rule.security_severity ?? null,
      tags: seed.rule.tags ?? [],
    },
    tool: seed.tool ?? "CodeQL",
    toolVersion: seed.tool_version ?? null,
    ref: `refs/heads/${branch}`,
    commitOid,
    message: seed.message,
    path: seed.path,
    startLine: seed.line,
    endLine: seed.end_line ?? seed.line,
  })
}

function plantSecret(store: Store, repository: Repository, seed: SeedSecretAlert): void {
  const { resolution = null } = seed
  const commitOid = tipOf(store, repository, repository.defaultBranch)
  if (!filesOf(store.git, commitOid).has(seed.path)) {
    throw new SeedError([`alerts of ${repository.name}: there is no file ${seed.path}`])
  }
  store.insert("secretAlerts", {
    ...alertOf(store, repository, "secretAlerts", seed.created_at),
    state: resolution === null ? "open" : "resolved",
    secretType: seed.secret_type,
    displayName: seed.display_name ?? seed.secret_type.replaceAll("_", " "),
    provider: seed.provider ?? null,
    secret: seed.secret,
    validity: seed.validity ?? "unknown",
    isPubliclyLeaked: seed.publicly_leaked ?? false,
    isPushProtectionBypassed: seed.push_protection_bypassed ?? false,
    commitOid,
    path: seed.path,
    line: seed.line ?? 1,
    resolution,
    resolvedAt: resolution && store.clock.last(),
    resolvedById: resolution && personOf(store, repository, seed.resolved_by),
    resolutionComment: seed.resolution_comment ?? null,
  })
}

function tipOf(store: Store, repository: Repository, branch: string): string {
  const tip = branchTip(store, repository.id, branch)
  if (tip !== undefined) return tip
  throw new SeedError([`alerts of ${repository.name}: there is no branch ${branch}`])
}
