import { Type } from "typebox"
import { ok } from "../../http/index.js"
import {
  authorizeAlerts,
  canSeeAlerts,
  isGranted,
  setDismissed,
  setResolved,
} from "../../state/index.js"
import type {
  Account,
  CodeAlert,
  DependabotAlert,
  SecretAlert,
  Tables,
} from "../../tables/index.js"
import {
  invalid,
  maybe,
  missing,
  NotModelled,
  type RestRequest,
  refuse,
  routesOf,
  sorted,
  type View,
} from "../route/index.js"
import {
  advisoryShape,
  codeAlertShape,
  dependabotAlertShape,
  globalAdvisoryShape,
  locationShape,
  secretAlertShape,
  vulnerabilityOf,
} from "../shapes/index.js"

const REPO = "/repos/{owner}/{repo}"
const DEPENDABOT = `${REPO}/dependabot/alerts`
const CODE = `${REPO}/code-scanning/alerts`
const SECRETS = `${REPO}/secret-scanning/alerts`

const dependabotChanges = Type.Object({
  state: Type.Enum(["dismissed", "open"]),
  dismissed_reason: maybe(
    Type.Enum(["fix_started", "inaccurate", "no_bandwidth", "not_used", "tolerable_risk"]),
  ),
  dismissed_comment: maybe(Type.String({ maxLength: 280 })),
})

const codeChanges = Type.Object({
  state: Type.Enum(["dismissed", "open"]),
  dismissed_reason: maybe(Type.Enum(["false positive", "won't fix", "used in tests", "mitigated"])),
  dismissed_comment: maybe(Type.String({ maxLength: 280 })),
})

const secretChanges = Type.Object({
  state: Type.Enum(["open", "resolved"]),
  resolution: maybe(Type.Enum(["false_positive", "revoked", "used_in_tests", "wont_fix"])),
  resolution_comment: maybe(Type.String()),
})

/** Secrets that are listed only by name: https://docs.github.com/code-security/reference/secret-security/supported-secret-scanning-patterns */
const GENERIC =
  /^(?:password|http_\w+_authentication_header|(?:mongodb|mysql|postgres)_connection_string|(?:openssh|pgp|rsa)_private_key)$/

/** Alerts of repositories, and advisories of GitHub's database and of organizations. */
export const securityRoutes = routesOf({
  [`GET ${DEPENDABOT}`]: (request) => {
    const rows = alertsIn(request, "dependabotAlerts")
    const advisoryOf = ({ advisoryId }: DependabotAlert) =>
      request.store.get("globalAdvisories", advisoryId)
    const packageOf = (alert: DependabotAlert) => vulnerabilityOf(request, alert)
    refuseParameters(request, "classification", "epss_percentage", "assignee")
    const wanted = rows
      .filter(isOneOf(request, "state", (one) => one.state))
      .filter(isOneOf(request, "severity", (one) => advisoryOf(one).severity))
      .filter(isOneOf(request, "ecosystem", (one) => packageOf(one).ecosystem))
      .filter(isOneOf(request, "package", (one) => packageOf(one).package))
      .filter(isOneOf(request, "manifest", (one) => one.manifestPath))
      .filter(isOneOf(request, "scope", (one) => one.scope))
      .filter(isOneOf(request, "relationship", (one) => one.relationship))
      .filter(
        (one) =>
          request.query.get("has") !== "patch" || packageOf(one).firstPatchedVersion !== null,
      )
    const sort = request.choice("DependabotAlert", "sort", "created", "updated")
    const direction = request.choice("DependabotAlert", "direction", "desc", "asc")
    return request.cursorPage(
      sorted(wanted, (row) => row[`${sort}At`], direction),
      dependabotAlertShape,
    )
  },

  [`GET ${DEPENDABOT}/{alert_number}`]: (request) =>
    ok(dependabotAlertShape(request, alertIn(request, "dependabotAlerts"))),

  [`PATCH ${DEPENDABOT}/{alert_number}`]: (request) => {
    const alert = alertIn(request, "dependabotAlerts", "write")
    change(request, alert, request.read("RepositoryVulnerabilityAlert", dependabotChanges))
    return ok(dependabotAlertShape(request, alert))
  },

  [`GET ${CODE}`]: (request) => {
    const rows = alertsIn(request, "codeAlerts")
    const state = request.query.get("state")
    const ref = request.query.get("ref")
    refuseParameters(request, "tool_guid")
    const wanted = rows
      .filter(isOneOf(request, "tool_name", (one) => one.tool))
      .filter((one) => !ref || one.ref === ref || one.ref === `refs/heads/${ref}`)
      // Closed alerts are fixed or dismissed.
      .filter(
        (one) => !state || one.state === state || (state === "closed" && one.state !== "open"),
      )
    const sort = request.choice("CodeScanningAlert", "sort", "created", "updated", "number")
    const direction = request.choice("CodeScanningAlert", "direction", "desc", "asc")
    const keyOf = (row: CodeAlert) => (sort === "number" ? row.number : row[`${sort}At`])
    return request.page(sorted(wanted, keyOf, direction), codeAlertShape)
  },

  [`GET ${CODE}/{alert_number}`]: (request) =>
    ok(codeAlertShape(request, alertIn(request, "codeAlerts"))),

  [`PATCH ${CODE}/{alert_number}`]: (request) => {
    const alert = alertIn(request, "codeAlerts", "write")
    change(request, alert, request.read("CodeScanningAlert", codeChanges))
    return ok(codeAlertShape(request, alert))
  },

  [`GET ${SECRETS}`]: (request) => {
    const rows = alertsIn(request, "secretAlerts")
    const { query } = request
    refuseParameters(request, "assignee", "included_metadata", "owner_email_hash")
    const isHidden = query.get("hide_secret") === "true"
    const not = (name: string, read: (one: SecretAlert) => string) => {
      const excluded = query.get(name)?.split(",") ?? []
      return (one: SecretAlert) => !excluded.includes(read(one))
    }
    const providerOf = ({ provider }: SecretAlert) => provider?.toLowerCase() ?? ""
    const wanted = rows
      .filter(isOneOf(request, "state", (one) => one.state))
      .filter(isOneOf(request, "secret_type", (one) => one.secretType))
      .filter((one) => query.has("secret_type") || !GENERIC.test(one.secretType))
      .filter(isOneOf(request, "providers", providerOf))
      .filter(isOneOf(request, "resolution", (one) => one.resolution ?? ""))
      .filter(isOneOf(request, "validity", (one) => one.validity))
      .filter(not("exclude_secret_types", (one) => one.secretType))
      .filter(not("exclude_providers", providerOf))
      .filter(isFlagged(request, "is_publicly_leaked", (one) => one.isPubliclyLeaked))
      .filter(isFlagged(request, "is_bypassed", (one) => one.isPushProtectionBypassed))
      .filter(isFlagged(request, "is_multi_repo", () => false))
    const sort = request.choice("SecretScanningAlert", "sort", "created", "updated")
    const direction = request.choice("SecretScanningAlert", "direction", "desc", "asc")
    const list = sorted(wanted, (row) => row[`${sort}At`], direction)
    const shape = (_: View, row: SecretAlert) => secretAlertShape(request, row, isHidden)
    return query.has("page") ? request.page(list, shape) : request.cursorPage(list, shape)
  },

  [`GET ${SECRETS}/{alert_number}`]: (request) => {
    const isHidden = request.query.get("hide_secret") === "true"
    return ok(secretAlertShape(request, alertIn(request, "secretAlerts"), isHidden))
  },

  [`PATCH ${SECRETS}/{alert_number}`]: (request) => {
    const alert = alertIn(request, "secretAlerts", "write")
    const body = request.read("SecretScanningAlert", secretChanges)
    const { state, resolution, resolution_comment: comment = null } = body
    if (state === "resolved" && !resolution) {
      throw invalid("SecretScanningAlert", "resolution", "missing_field")
    }
    const given = state === "resolved" && resolution ? { resolution, comment } : null
    setResolved(request.store, alert, given)
    return ok(secretAlertShape(request, alert, false))
  },

  [`GET ${SECRETS}/{alert_number}/locations`]: (request) => {
    const alert = alertIn(request, "secretAlerts")
    return request.page([alert], () => ({
      type: "commit",
      details: locationShape(request, alert),
    }))
  },

  "GET /advisories": (request) => {
    const { query, store } = request
    refuseParameters(request, "modified", "epss_percentage", "epss_percentile")
    const affects = query.get("affects")?.split(",")
    const cwes = query.get("cwes")?.split(",")
    const isWithdrawn = query.get("is_withdrawn")
    const ecosystem = query.get("ecosystem")
    const type = request.choice("Advisory", "type", "reviewed", "malware", "unreviewed")
    const isPublished = request.range("Advisory", "published")
    const isUpdated = request.range("Advisory", "updated")
    const wanted = store.tables.globalAdvisories
      .values()
      .filter((one) => one.type === type)
      .filter(isOneOf(request, "ghsa_id", (one) => one.ghsaId))
      .filter(isOneOf(request, "cve_id", (one) => one.cveId ?? ""))
      .filter(isOneOf(request, "severity", (one) => one.severity))
      .filter((one) => !isWithdrawn || (one.withdrawnAt !== null) === (isWithdrawn === "true"))
      .filter(({ vulnerabilities }) =>
        vulnerabilities.some((it) => !ecosystem || it.ecosystem === ecosystem),
      )
      .filter((one) => !cwes || one.cwes.some(({ id }) => cwes.some((cwe) => sameCwe(cwe, id))))
      .filter(
        (one) => !affects || one.vulnerabilities.some((it) => isAffected(affects, it.package)),
      )
      .filter((one) => isPublished(one.publishedAt) && isUpdated(one.updatedAt))
    const sort = request.choice("Advisory", "sort", "published", "updated")
    const direction = request.choice("Advisory", "direction", "desc", "asc")
    return request.cursorPage(
      sorted(wanted, (row) => row[`${sort}At`], direction),
      globalAdvisoryShape,
    )
  },

  "GET /advisories/{ghsa_id}": (request) => {
    const { store, params } = request
    const advisory = request.orMissing(
      store.rowBy("globalAdvisories", "ghsaId", params.ghsa_id ?? ""),
    )
    return ok(globalAdvisoryShape(request, advisory))
  },

  "GET /orgs/{org}/security-advisories": (request) => {
    const organization = request.organization()
    const { store, query } = request
    if (!ownsSecurity(request, organization)) throw missing()
    const state = query.get("state")?.toUpperCase()
    const sort = request.choice("RepositoryAdvisory", "sort", "created", "updated", "published")
    const direction = request.choice("RepositoryAdvisory", "direction", "desc", "asc")
    const rows = store
      .rowsBy("repositories", "owner", organization.id)
      .flatMap(({ id }) => store.rowsBy("advisories", "repository", id))
      .filter((one) => !state || one.state === state)
    return request.cursorPage(
      sorted(rows, (row) => row[`${sort}At`] ?? "", direction),
      advisoryShape,
    )
  },
})

function ownsSecurity({ viewer, store }: RestRequest, organization: Account): boolean {
  if (viewer.grant) {
    return store
      .rowsBy("repositories", "owner", organization.id)
      .every((one) => (viewer.grant ? isGranted(viewer.grant, one) : false))
  }
  const hasScope = viewer.scopes.has("repo") || viewer.scopes.has("repository_advisories:write")
  return hasScope && organization.members.get(viewer.account.id) === "ADMIN"
}

/** A parameter with one or several values, separated by commas. */
function isOneOf<Row>({ query }: RestRequest, name: string, read: (row: Row) => string) {
  const values = query.get(name)?.split(",")
  return (row: Row) => !values || values.includes(read(row))
}

function isFlagged<Row>({ query }: RestRequest, name: string, read: (row: Row) => boolean) {
  const wanted = query.get(name)
  return (row: Row) => wanted === null || read(row) === (wanted === "true")
}

/** `79` and `CWE-79` are the same. */
const sameCwe = (asked: string, id: string): boolean =>
  asked.replace(/^CWE-/i, "") === id.replace(/^CWE-/i, "")

function isAffected(asked: readonly string[], name: string): boolean {
  return asked.some((one) => {
    const [, wanted = "", version] = /^(.+?)(?:@([^@]*))?$/.exec(one) ?? []
    if (version !== undefined) throw new NotModelled("`affects` with a version")
    return wanted === name
  })
}

function refuseParameters({ query }: RestRequest, ...names: readonly string[]): void {
  const given = names.find((name) => query.has(name))
  if (given !== undefined)
    throw new NotModelled(`the parameter \`${given}\` of alerts and advisories`)
}

const KINDS = {
  codeAlerts: "code",
  dependabotAlerts: "dependabot",
  secretAlerts: "secret",
} as const
type AlertTable = keyof typeof KINDS

/** The alerts of the path's repository, if the viewer may see or change them. */
function alertsIn<Table extends AlertTable>(
  request: RestRequest,
  table: Table,
  level: "read" | "write" = "read",
): Tables[Table][] {
  const { store, params } = request
  const named = store.repositoryByName(params.owner ?? "", params.repo ?? "")
  const repository = named && canSeeAlerts(store, named) ? named : request.repository()
  authorizeAlerts(store, repository, KINDS[table], level)
  const rows = store.rowsBy<AlertTable, "repository">(table, "repository", repository.id)
  if (table === "codeAlerts" && rows.length === 0) throw refuse(404, "no analysis found")
  return rows as Tables[Table][]
}

function alertIn<Table extends AlertTable>(...of: Parameters<typeof alertsIn<Table>>) {
  const [request, table] = of
  const { alert_number: number } = request.params
  const found = alertsIn<Table>(...of).find((one) => one.number === request.number("alert_number"))
  if (!found && table === "codeAlerts")
    throw refuse(404, `No alert found for alert number ${number}`)
  return request.orMissing(found)
}

interface Changes {
  state: "dismissed" | "open"
  dismissed_reason?: string | null
  dismissed_comment?: string | null
}

function change(request: RestRequest, alert: CodeAlert | DependabotAlert, body: Changes): void {
  const { state, dismissed_reason: reason, dismissed_comment: comment = null } = body
  if (state === "dismissed" && !reason) {
    throw invalid("Alert", "dismissed_reason", "missing_field")
  }
  if (alert.state === "dismissed" && state === "dismissed") {
    throw alert.kind === "CodeScanningAlert"
      ? refuse(400, "Alert is already dismissed.")
      : refuse(409, `Alert ${alert.number} is already dismissed`)
  }
  if (alert.state === "fixed") throw new NotModelled("the refusal to change a fixed alert")
  const dismissal = state === "dismissed" && reason ? { reason, comment } : null
  setDismissed(request.store, alert, dismissal)
}
