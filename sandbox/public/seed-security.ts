/** The parts of seeds about organizations' teams, advisories and alerts. */

export interface SeedTeam {
  name: string
  /** Derived from the name by default. */
  slug?: string
  description?: string
  /** VISIBLE by default. */
  privacy?: "SECRET" | "VISIBLE"
  /** Slug of a team earlier in the list. */
  parent?: string
  members?: { [login: string]: "MAINTAINER" | "MEMBER" }
}

export type SeedEcosystem =
  | "actions"
  | "composer"
  | "erlang"
  | "go"
  | "maven"
  | "npm"
  | "nuget"
  | "other"
  | "pip"
  | "pub"
  | "rubygems"
  | "rust"
  | "swift"

/** An advisory of GitHub's database. */
export interface SeedGlobalAdvisory {
  /** `GHSA-xxxx-xxxx-xxxx` */
  ghsa_id: string
  cve_id?: string
  /** `reviewed` by default. */
  type?: "reviewed" | "unreviewed" | "malware"
  severity?: "critical" | "high" | "medium" | "low" | "unknown"
  summary: string
  description?: string
  cvss?: { score: number; vector: string }
  cwes?: readonly { id: string; name: string }[]
  references?: readonly string[]
  vulnerabilities?: readonly {
    ecosystem: SeedEcosystem
    package: string
    vulnerable_version_range: string
    first_patched_version?: string
  }[]
  published_at?: string
  updated_at?: string
  withdrawn_at?: string
}

/** Alerts are numbered from one in this order. */
interface SeedDismissable {
  /** The owner by default, for a dismissed alert. */
  dismissed_by?: string
  dismissed_reason?: string
  dismissed_comment?: string
  created_at?: string
}

export interface SeedDependabotAlert extends SeedDismissable {
  /** `ghsa_id` of an advisory of the seed. */
  advisory: string
  /** A package of the advisory; the first by default. */
  package?: string
  /** `package.json` by default. */
  manifest?: string
  scope?: "development" | "runtime"
  relationship?: "direct" | "transitive" | "unknown"
  /** `open` by default. */
  state?: "auto_dismissed" | "dismissed" | "fixed" | "open"
}

export interface SeedCodeAlert extends SeedDismissable {
  rule: {
    id: string
    description: string
    help?: string
    /** `warning` by default. */
    severity?: "error" | "none" | "note" | "warning"
    security_severity?: "critical" | "high" | "medium" | "low"
    tags?: readonly string[]
  }
  /** `CodeQL` by default. */
  tool?: string
  tool_version?: string
  /** The branch of the finding; the default branch by default. */
  branch?: string
  message: string
  path: string
  line: number
  end_line?: number
  /** `open` by default. */
  state?: "dismissed" | "fixed" | "open"
}

export interface SeedSecretAlert {
  /** `github_personal_access_token` */
  secret_type: string
  /** The type with spaces by default. */
  display_name?: string
  provider?: string
  secret: string
  /** `unknown` by default. */
  validity?: "active" | "inactive" | "unknown"
  publicly_leaked?: boolean
  push_protection_bypassed?: boolean
  path: string
  line?: number
  /** Without it, the alert is open. */
  resolution?: "false_positive" | "revoked" | "used_in_tests" | "wont_fix"
  /** The owner by default. */
  resolved_by?: string
  resolution_comment?: string
  created_at?: string
}
