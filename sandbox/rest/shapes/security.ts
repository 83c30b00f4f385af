import { filesOf } from "../../git/index.js"
import { webUrl } from "../../state/index.js"
import type {
  CodeAlert,
  DependabotAlert,
  GlobalAdvisory,
  SecretAlert,
  Vulnerability,
} from "../../tables/index.js"
import type { View } from "../route/index.js"
import { repositoryUrl, times } from "./common.js"
import { userById } from "./user.js"

const identifiersOf = ({ ghsaId, cveId }: GlobalAdvisory) => [
  { type: "GHSA", value: ghsaId },
  ...(cveId === null ? [] : [{ type: "CVE", value: cveId }]),
]

/** Scores of version 3, the only ones that a seed has. */
const scoresOf = ({ cvssScore, cvssVector }: GlobalAdvisory) => ({
  cvss_v3: { vector_string: cvssVector, score: cvssScore ?? 0 },
  cvss_v4: { vector_string: null, score: 0 },
})

const weaknessesOf = ({ cwes }: GlobalAdvisory) =>
  cwes.map(({ id, name }) => ({ cwe_id: id, name }))

export const globalAdvisoryShape = ({ apiUrl, store }: View, advisory: GlobalAdvisory) => ({
  ghsa_id: advisory.ghsaId,
  cve_id: advisory.cveId,
  url: `${apiUrl}/advisories/${advisory.ghsaId}`,
  html_url: `${store.webUrl}/advisories/${advisory.ghsaId}`,
  summary: advisory.summary,
  description: advisory.description,
  type: advisory.type,
  severity: advisory.severity,
  repository_advisory_url: null,
  source_code_location: null,
  identifiers: identifiersOf(advisory),
  references: [...advisory.references],
  published_at: advisory.publishedAt,
  updated_at: advisory.updatedAt,
  github_reviewed_at: advisory.type === "reviewed" ? advisory.publishedAt : null,
  nvd_published_at: null,
  withdrawn_at: advisory.withdrawnAt,
  vulnerabilities: advisory.vulnerabilities.map((one) => ({
    package: { ecosystem: one.ecosystem, name: one.package },
    vulnerable_version_range: one.vulnerableVersionRange,
    first_patched_version: one.firstPatchedVersion,
    vulnerable_functions: [],
  })),
  cvss: { vector_string: advisory.cvssVector, score: advisory.cvssScore },
  cvss_severities: scoresOf(advisory),
  cwes: weaknessesOf(advisory),
  credits: [],
})

/** The first part of each alert. */
function alertShape(
  view: View,
  alert: CodeAlert | DependabotAlert | SecretAlert,
  product: "code-scanning" | "dependabot" | "secret-scanning",
) {
  const repository = view.store.get("repositories", alert.repositoryId)
  return {
    number: alert.number,
    state: alert.state,
    url: `${repositoryUrl(view, repository)}/${product}/alerts/${alert.number}`,
    html_url: `${webUrl(view.store, repository)}/security/${product}/${alert.number}`,
    ...times(alert),
  }
}

const dismissalShape = (view: View, alert: CodeAlert | DependabotAlert) => ({
  dismissed_at: alert.dismissedAt,
  dismissed_by: userById(view, alert.dismissedById),
  dismissed_reason: alert.dismissedReason,
  dismissed_comment: alert.dismissedComment,
  fixed_at: alert.fixedAt,
})

/** The vulnerability of the alert. */
export function vulnerabilityOf({ store }: View, alert: DependabotAlert): Vulnerability {
  const advisory = store.get("globalAdvisories", alert.advisoryId)
  const found = advisory.vulnerabilities[alert.vulnerability]
  if (!found) throw new Error(`sandbox state: ${advisory.ghsaId} lacks a vulnerability`)
  return found
}

const packageShape = ({ ecosystem, package: name }: Vulnerability) => ({ ecosystem, name })

/** Unlike advisories by themselves, alerts have no `unknown` severity. */
const severityOf = ({ severity }: GlobalAdvisory) => (severity === "unknown" ? "low" : severity)

const vulnerabilityShape = (advisory: GlobalAdvisory, one: Vulnerability) => ({
  package: packageShape(one),
  severity: severityOf(advisory),
  vulnerable_version_range: one.vulnerableVersionRange,
  first_patched_version: one.firstPatchedVersion && { identifier: one.firstPatchedVersion },
})

export function dependabotAlertShape(view: View, alert: DependabotAlert) {
  const advisory = view.store.get("globalAdvisories", alert.advisoryId)
  const vulnerability = vulnerabilityOf(view, alert)
  return {
    ...alertShape(view, alert, "dependabot"),
    dependency: {
      package: packageShape(vulnerability),
      manifest_path: alert.manifestPath,
      scope: alert.scope,
      relationship: alert.relationship,
    },
    security_advisory: {
      ghsa_id: advisory.ghsaId,
      cve_id: advisory.cveId,
      summary: advisory.summary,
      description: advisory.description,
      severity: severityOf(advisory),
      classification: advisory.type === "malware" ? "malware" : "general",
      identifiers: identifiersOf(advisory),
      references: advisory.references.map((url) => ({ url })),
      published_at: advisory.publishedAt,
      updated_at: advisory.updatedAt,
      withdrawn_at: advisory.withdrawnAt,
      vulnerabilities: advisory.vulnerabilities.map((one) => vulnerabilityShape(advisory, one)),
      cvss: { vector_string: advisory.cvssVector, score: advisory.cvssScore ?? 0 },
      cvss_severities: scoresOf(advisory),
      cwes: weaknessesOf(advisory),
    },
    security_vulnerability: vulnerabilityShape(advisory, vulnerability),
    ...dismissalShape(view, alert),
    auto_dismissed_at: alert.autoDismissedAt,
    assignees: [],
  }
}

export function codeAlertShape(view: View, alert: CodeAlert) {
  const shape = alertShape(view, alert, "code-scanning")
  const { rule } = alert
  return {
    ...shape,
    instances_url: `${shape.url}/instances`,
    ...dismissalShape(view, alert),
    rule: {
      id: rule.id,
      name: rule.id,
      severity: rule.severity,
      security_severity_level: rule.securitySeverity,
      description: rule.description,
      full_description: rule.description,
      help: rule.help,
      tags: [...rule.tags],
    },
    tool: { name: alert.tool, guid: null, version: alert.toolVersion },
    most_recent_instance: {
      ref: alert.ref,
      analysis_key: "",
      environment: "{}",
      category: "",
      state: alert.state,
      commit_sha: alert.commitOid,
      message: { text: alert.message },
      location: {
        path: alert.path,
        start_line: alert.startLine,
        end_line: alert.endLine,
        start_column: 1,
        end_column: 1,
      },
      classifications: [],
    },
    dismissal_approved_by: null,
    assignees: [],
  }
}

export function secretAlertShape(view: View, alert: SecretAlert, isHidden: boolean) {
  const shape = alertShape(view, alert, "secret-scanning")
  return {
    ...shape,
    locations_url: `${shape.url}/locations`,
    secret_type: alert.secretType,
    secret_type_display_name: alert.displayName,
    provider: alert.provider,
    provider_slug: alert.provider?.toLowerCase().replaceAll(" ", "-") ?? null,
    ...(!isHidden && { secret: alert.secret }),
    validity: alert.validity,
    publicly_leaked: alert.isPubliclyLeaked,
    multi_repo: false,
    is_base64_encoded: false,
    push_protection_bypassed: alert.isPushProtectionBypassed,
    push_protection_bypassed_by: null,
    push_protection_bypassed_at: alert.isPushProtectionBypassed ? alert.createdAt : null,
    push_protection_bypass_request_reviewer: null,
    push_protection_bypass_request_reviewer_comment: null,
    push_protection_bypass_request_comment: null,
    push_protection_bypass_request_html_url: null,
    resolution: alert.resolution,
    resolved_at: alert.resolvedAt,
    resolved_by: userById(view, alert.resolvedById),
    resolution_comment: alert.resolutionComment,
    first_location_detected: locationShape(view, alert),
    has_more_locations: false,
    assigned_to: null,
  }
}

/** The line of the file in which the secret is. */
export function locationShape(view: View, alert: SecretAlert) {
  const repository = view.store.get("repositories", alert.repositoryId)
  const blob = filesOf(view.store.git, alert.commitOid).get(alert.path)?.oid ?? ""
  const url = repositoryUrl(view, repository)
  return {
    path: alert.path,
    start_line: alert.line,
    end_line: alert.line,
    start_column: 1,
    end_column: alert.secret.length + 1,
    blob_sha: blob,
    blob_url: `${url}/git/blobs/${blob}`,
    commit_sha: alert.commitOid,
    commit_url: `${url}/git/commits/${alert.commitOid}`,
  }
}
