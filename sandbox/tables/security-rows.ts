/** The rows of GitHub's advisory database, and of the alerts of repositories. */
import type { SeedEcosystem } from "../public/index.js"

export interface Vulnerability {
  readonly ecosystem: SeedEcosystem
  readonly package: string
  readonly vulnerableVersionRange: string
  readonly firstPatchedVersion: string | null
}

export type SecuritySeverity = "critical" | "high" | "medium" | "low"

/** An advisory of GitHub's database, which belongs to no repository. */
export interface GlobalAdvisory {
  readonly kind: "SecurityAdvisory"
  readonly id: number
  readonly ghsaId: string
  readonly cveId: string | null
  readonly type: "reviewed" | "unreviewed" | "malware"
  readonly severity: SecuritySeverity | "unknown"
  readonly summary: string
  readonly description: string
  readonly cvssScore: number | null
  readonly cvssVector: string | null
  readonly cwes: readonly { readonly id: string; readonly name: string }[]
  readonly references: readonly string[]
  readonly vulnerabilities: readonly Vulnerability[]
  readonly publishedAt: string
  readonly updatedAt: string
  readonly withdrawnAt: string | null
}

/** The common part of the three kinds of alerts. Each kind has its own sequence of numbers in a repository. */
interface Alert {
  readonly id: number
  readonly repositoryId: number
  readonly number: number
  readonly createdAt: string
  readonly updatedAt: string
}

interface Dismissable extends Alert {
  readonly dismissedAt: string | null
  readonly dismissedById: number | null
  readonly dismissedReason: string | null
  readonly dismissedComment: string | null
  readonly fixedAt: string | null
}

/** A dependency with a known vulnerability. */
export interface DependabotAlert extends Dismissable {
  readonly kind: "RepositoryVulnerabilityAlert"
  readonly state: "auto_dismissed" | "dismissed" | "fixed" | "open"
  readonly advisoryId: number
  /** The index of the vulnerability in the advisory. */
  readonly vulnerability: number
  readonly manifestPath: string
  readonly scope: "development" | "runtime"
  readonly relationship: "direct" | "transitive" | "unknown"
  readonly autoDismissedAt: string | null
}

/** A finding of a code scanning tool. */
export interface CodeAlert extends Dismissable {
  readonly kind: "CodeScanningAlert"
  readonly state: "dismissed" | "fixed" | "open"
  readonly rule: {
    readonly id: string
    readonly description: string
    readonly help: string | null
    readonly severity: "error" | "none" | "note" | "warning"
    readonly securitySeverity: SecuritySeverity | null
    readonly tags: readonly string[]
  }
  readonly tool: string
  readonly toolVersion: string | null
  /** `refs/heads/main` */
  readonly ref: string
  readonly commitOid: string
  readonly message: string
  readonly path: string
  readonly startLine: number
  readonly endLine: number
}

/** A credential that was found in a repository. */
export interface SecretAlert extends Alert {
  readonly kind: "SecretScanningAlert"
  readonly state: "open" | "resolved"
  readonly secretType: string
  readonly displayName: string
  readonly provider: string | null
  readonly secret: string
  readonly validity: "active" | "inactive" | "unknown"
  readonly isPubliclyLeaked: boolean
  readonly isPushProtectionBypassed: boolean
  readonly commitOid: string
  readonly path: string
  readonly line: number
  readonly resolution: "false_positive" | "revoked" | "used_in_tests" | "wont_fix" | null
  readonly resolvedAt: string | null
  readonly resolvedById: number | null
  readonly resolutionComment: string | null
}
