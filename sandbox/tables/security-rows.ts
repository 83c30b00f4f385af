/** The rows of GitHub's advisory database, and of the alerts of repositories. */
import type { SeedEcosystem } from "../public/index.js"
import * as t from "./columns.js"

const dismissal = {
  dismissedAt: t.nullable(t.time),
  dismissedById: t.nullable(t.id("accounts")),
  dismissedReason: t.nullable(t.text),
  dismissedComment: t.nullable(t.text),
  fixedAt: t.nullable(t.time),
}

export const securityTables = {
  /** An advisory of GitHub's database, which belongs to no repository. */
  globalAdvisories: {
    ...t.node({ SecurityAdvisory: "GSA" }),
    ghsaId: t.text,
    cveId: t.nullable(t.text),
    type: t.oneOf<"reviewed" | "unreviewed" | "malware">(),
    severity: t.oneOf<SecuritySeverity | "unknown">(),
    summary: t.text,
    description: t.text,
    cvssScore: t.nullable(t.number),
    cvssVector: t.nullable(t.text),
    cwes: t.list<{ readonly id: string; readonly name: string }>(),
    references: t.list<string>(),
    vulnerabilities: t.list<Vulnerability>(),
    publishedAt: t.time,
    updatedAt: t.time,
    withdrawnAt: t.nullable(t.time),
  },
  /** A dependency with a known vulnerability. */
  dependabotAlerts: {
    ...t.node({ RepositoryVulnerabilityAlert: "RVA" }),
    repositoryId: t.id("repositories"),
    number: t.number,
    state: t.oneOf<"auto_dismissed" | "dismissed" | "fixed" | "open">(),
    ...t.dated,
    ...dismissal,
    advisoryId: t.id("globalAdvisories"),
    /** The index of the vulnerability in the advisory. */
    vulnerability: t.number,
    manifestPath: t.text,
    scope: t.oneOf<"development" | "runtime">(),
    relationship: t.oneOf<"direct" | "transitive" | "unknown">(),
    autoDismissedAt: t.nullable(t.time),
  },
  /** A finding of a code scanning tool. */
  codeAlerts: {
    ...t.node({ CodeScanningAlert: "CSA" }),
    repositoryId: t.id("repositories"),
    number: t.number,
    state: t.oneOf<"dismissed" | "fixed" | "open">(),
    ...t.dated,
    ...dismissal,
    rule: t.object<{
      readonly id: string
      readonly description: string
      readonly help: string | null
      readonly severity: "error" | "none" | "note" | "warning"
      readonly securitySeverity: SecuritySeverity | null
      readonly tags: readonly string[]
    }>(),
    tool: t.text,
    toolVersion: t.nullable(t.text),
    /** `refs/heads/main` */
    ref: t.text,
    commitOid: t.commit,
    message: t.text,
    path: t.text,
    startLine: t.number,
    endLine: t.number,
  },
  /** A credential that was found in a repository. */
  secretAlerts: {
    ...t.node({ SecretScanningAlert: "SSA" }),
    repositoryId: t.id("repositories"),
    number: t.number,
    state: t.oneOf<"open" | "resolved">(),
    ...t.dated,
    secretType: t.text,
    displayName: t.text,
    provider: t.nullable(t.text),
    secret: t.text,
    validity: t.oneOf<"active" | "inactive" | "unknown">(),
    isPubliclyLeaked: t.flag,
    isPushProtectionBypassed: t.flag,
    commitOid: t.commit,
    path: t.text,
    line: t.number,
    resolution: t.nullable(t.oneOf<"false_positive" | "revoked" | "used_in_tests" | "wont_fix">()),
    resolvedAt: t.nullable(t.time),
    resolvedById: t.nullable(t.id("accounts")),
    resolutionComment: t.nullable(t.text),
  },
}

export interface GlobalAdvisory extends t.Row<typeof securityTables.globalAdvisories> {}
export interface DependabotAlert extends t.Row<typeof securityTables.dependabotAlerts> {}
export interface CodeAlert extends t.Row<typeof securityTables.codeAlerts> {}
export interface SecretAlert extends t.Row<typeof securityTables.secretAlerts> {}

export interface Vulnerability {
  readonly ecosystem: SeedEcosystem
  readonly package: string
  readonly vulnerableVersionRange: string
  readonly firstPatchedVersion: string | null
}

export type SecuritySeverity = "critical" | "high" | "medium" | "low"
