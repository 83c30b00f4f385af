/** The parts of seeds about organizations' teams, advisories and alerts. */
import type { NonEmpty, PositiveInteger, Time } from "./seed-values.js"

export interface SeedTeam {
  name: NonEmpty
  /** Derived from the name by default. */
  slug?: NonEmpty
  description?: string
  /** VISIBLE by default. */
  privacy?: "SECRET" | "VISIBLE"
  /** Slug of a team earlier in the list. */
  parent?: NonEmpty
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
  /**
   * `GHSA-xxxx-xxxx-xxxx`
   * @pattern ^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$
   */
  ghsa_id: string
  cve_id?: NonEmpty
  /** `reviewed` by default. */
  type?: "reviewed" | "unreviewed" | "malware"
  severity?: "critical" | "high" | "medium" | "low" | "unknown"
  summary: string
  description?: string
  cvss?: { score: number; vector: string }
  cwes?: readonly { id: NonEmpty; name: NonEmpty }[]
  references?: readonly string[]
  vulnerabilities?: readonly {
    ecosystem: SeedEcosystem
    package: NonEmpty
    vulnerable_version_range: NonEmpty
    first_patched_version?: NonEmpty
  }[]
  published_at?: Time
  updated_at?: Time
  withdrawn_at?: Time
}

/** Alerts are numbered from one in this order. */
interface SeedDismissable {
  /** The owner by default, for a dismissed alert. */
  dismissed_by?: NonEmpty
  dismissed_reason?: NonEmpty
  dismissed_comment?: string
  created_at?: Time
}

export interface SeedDependabotAlert extends SeedDismissable {
  /** `ghsa_id` of an advisory of the seed. */
  advisory: NonEmpty
  /** A package of the advisory; the first by default. */
  package?: NonEmpty
  /** `package.json` by default. */
  manifest?: NonEmpty
  scope?: "development" | "runtime"
  relationship?: "direct" | "transitive" | "unknown"
  /** `open` by default. */
  state?: "auto_dismissed" | "dismissed" | "fixed" | "open"
}

export interface SeedCodeAlert extends SeedDismissable {
  rule: {
    id: NonEmpty
    description: string
    help?: string
    /** `warning` by default. */
    severity?: "error" | "none" | "note" | "warning"
    security_severity?: "critical" | "high" | "medium" | "low"
    tags?: readonly NonEmpty[]
  }
  /** `CodeQL` by default. */
  tool?: NonEmpty
  tool_version?: NonEmpty
  /** The branch of the finding; the default branch by default. */
  branch?: NonEmpty
  message: string
  path: NonEmpty
  line: PositiveInteger
  end_line?: PositiveInteger
  /** `open` by default. */
  state?: "dismissed" | "fixed" | "open"
}

export interface SeedSecretAlert {
  /** `github_personal_access_token` */
  secret_type: NonEmpty
  /** The type with spaces by default. */
  display_name?: NonEmpty
  provider?: NonEmpty
  secret: NonEmpty
  /** `unknown` by default. */
  validity?: "active" | "inactive" | "unknown"
  publicly_leaked?: boolean
  push_protection_bypassed?: boolean
  path: NonEmpty
  line?: PositiveInteger
  /** Without it, the alert is open. */
  resolution?: "false_positive" | "revoked" | "used_in_tests" | "wont_fix"
  /** The owner by default. */
  resolved_by?: NonEmpty
  resolution_comment?: string
  created_at?: Time
}
