import { mayUseAlerts } from "../../state/index.js"
import type {
  DependabotAlert,
  GlobalAdvisory,
  Repository,
  Store,
  Vulnerability,
} from "../../tables/index.js"
import {
  type Context,
  constants,
  type Fields,
  list,
  listById,
  NotModelled,
  type PageArgs,
  properties,
} from "../field/index.js"

interface AlertListArgs extends PageArgs {
  dependencyScopes?: readonly string[] | null
  states?: readonly string[] | null
}

/** Dependabot alerts of a repository, for people who may see them. */
export const repositoryAlertFields: Fields<Repository> = {
  vulnerabilityAlerts: listById(
    (repository, context, { states, dependencyScopes: scopes }: AlertListArgs) =>
      alertsOf(context, repository)
        .filter(({ state }) => !states || states.includes(state.toUpperCase()))
        .filter(({ scope }) => !scopes || scopes.includes(scope.toUpperCase())),
  ),
  vulnerabilityAlert: (repository, args: { number: number }, context) =>
    alertsOf(context, repository).find(({ number }) => number === args.number) ?? null,
}

const alertsOf = ({ store }: Context, repository: Repository): DependabotAlert[] =>
  mayUseAlerts(store, repository, "dependabot", "read")
    ? store.rowsBy("dependabotAlerts", "repository", repository.id)
    : []

const advisoryOf = (store: Store, alert: DependabotAlert): GlobalAdvisory =>
  store.get("globalAdvisories", alert.advisoryId)

export const repositoryVulnerabilityAlertFields: Fields<DependabotAlert> = {
  ...constants({ dependabotUpdate: null, vulnerableRequirements: null }),
  state: ({ state }) => state.toUpperCase(),
  dependencyScope: ({ scope }) => scope.toUpperCase(),
  dependencyRelationship: ({ relationship }) => relationship.toUpperCase(),
  dismissReason: ({ dismissedReason }) => dismissedReason,
  dismissComment: ({ dismissedComment }) => dismissedComment,
  dismisser: ({ dismissedById }, _, { store }) => store.find("accounts", dismissedById) ?? null,
  vulnerableManifestPath: ({ manifestPath }) => manifestPath,
  vulnerableManifestFilename: ({ manifestPath }) => manifestPath.split("/").at(-1),
  securityAdvisory: (alert, _, { store }) => advisoryOf(store, alert),
  securityVulnerability: (alert, _, { store }) => {
    const advisory = advisoryOf(store, alert)
    return vulnerabilitiesOf(advisory)[alert.vulnerability]
  },
}

const vulnerabilitiesOf = (advisory: GlobalAdvisory) =>
  advisory.vulnerabilities.map((one) => ({ ...one, advisory }))

interface AffectedPackage extends Vulnerability {
  readonly advisory: GlobalAdvisory
}

const severityOf = ({ severity }: GlobalAdvisory): string => {
  if (severity === "unknown") throw new NotModelled("the severity of an advisory without one")
  return severity === "medium" ? "MODERATE" : severity.toUpperCase()
}

export const securityVulnerabilityFields: Fields<AffectedPackage> = {
  ...properties<AffectedPackage>("advisory", "vulnerableVersionRange"),
  severity: ({ advisory }) => severityOf(advisory),
  updatedAt: ({ advisory }) => advisory.updatedAt,
  package: (one) => ({ ecosystem: one.ecosystem.toUpperCase(), name: one.package }),
  firstPatchedVersion: ({ firstPatchedVersion }) =>
    firstPatchedVersion && { identifier: firstPatchedVersion },
}

export const advisoryQueryFields: Fields<unknown> = {
  securityAdvisory: (_root, args: { ghsaId: string }, { store }) =>
    store.rowBy("globalAdvisories", "ghsaId", args.ghsaId) ?? null,
}

export const securityAdvisoryFields: Fields<GlobalAdvisory> = {
  ...constants({ origin: "UNSPECIFIED", notificationsPermalink: null }),
  classification: ({ type }) => (type === "malware" ? "MALWARE" : "GENERAL"),
  severity: severityOf,
  cvss: ({ cvssScore, cvssVector }) => ({ score: cvssScore ?? 0, vectorString: cvssVector }),
  identifiers: ({ ghsaId, cveId }) => [
    { type: "GHSA", value: ghsaId },
    ...(cveId === null ? [] : [{ type: "CVE", value: cveId }]),
  ],
  references: ({ references }) => references.map((url) => ({ url })),
  permalink: ({ ghsaId }, _, { store }) => `${store.webUrl}/advisories/${ghsaId}`,
  vulnerabilities: list((advisory, _context, args: VulnerabilityArgs) => {
    if (args.ecosystem || args.package || args.severities || args.classifications) {
      throw new NotModelled("filters of SecurityAdvisory.vulnerabilities")
    }
    return vulnerabilitiesOf(advisory)
  }),
}

interface VulnerabilityArgs extends PageArgs {
  classifications?: readonly string[] | null
  ecosystem?: string | null
  package?: string | null
  severities?: readonly string[] | null
}
