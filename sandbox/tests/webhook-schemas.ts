import schemas from "@octokit/webhooks-schemas/schema.json" with { type: "json" }
import { Compile, type Validator } from "typebox/schema"
import type { WebhookEvent } from "../index.js"

type Schema = Record<string, unknown>

const definitions: Record<string, Schema> = schemas.definitions

/** The schema at a path of properties within a definition. */
const at = (definition: string, ...path: string[]): Schema =>
  path.reduce((schema, name) => Object(schema.properties)[name], definitions[definition] ?? {})

const allow = (schema: Schema, ...names: string[]): void => {
  for (const name of names) Object.assign(Object(schema.properties), { [name]: {} })
}

// The newest schemas are from 2024, and closed. This is what GitHub sends since then.
allow(at("user"), "user_view_type")
allow(at("issue"), "issue_dependencies_summary", "sub_issues_summary", "type")
allow(at("release"), "immutable", "updated_at")
allow(at("release-asset"), "digest")
allow(at("discussion"), "state_reason")
allow(at("app"), "client_id")
allow(at("app", "permissions"), "actions_variables", "attestations")
allow(at("check_suite$rerequested", "check_suite"), "rerequestable", "runs_rerequestable")
allow(at("status$event", "commit", "commit", "verification"), "verified_at")
const [advisory, dependency] = ["security_advisory", "dependency"]
allow(at("dependabot-alert"), "assignees")
allow(at("dependabot-alert", dependency), "relationship")
allow(at("dependabot-alert", advisory), "classification", "cvss_severities")
allow(at("secret-scanning-alert"), "assigned_to", "multi_repo", "publicly_leaked", "validity")
const bypass = ["html_url", "comment", "reviewer", "reviewer_comment"]
allow(at("secret-scanning-alert"), ...bypass.map((one) => `push_protection_bypass_request_${one}`))
// The alert of this action is older than those of the others.
Object.assign(at("secret_scanning_alert$reopened", "alert"), definitions["secret-scanning-alert"])
for (const action of ["closed", "reopened"]) {
  const alert = at(`code_scanning_alert$${action}_by_user`, "alert")
  allow(alert, "assignees", "dismissal_approved_by", "dismissed_comment", "fixed_at")
  allow(alert, "most_recent_instance")
  Object.assign(alert, { required: [alert.required].flat().filter((name) => name !== "instances") })
  const { rule, tool } = Object(alert.properties)
  Object.assign(rule.properties, { tags: {}, help: {} })
  allow(rule, "name", "full_description")
  allow(tool, "guid")
}
for (const place of [at("branch-protection-rule"), at("branch_protection_rule$edited", "changes")])
  allow(place, "lock_branch_enforcement_level", "lock_allows_fork_sync")
// Without an address, it is empty.
at("deployment_status$created", "deployment_status", "log_url").format = undefined
// A release may have neither, as GitHub's REST description says.
for (const name of ["body", "name"]) at("release", name).type = ["string", "null"]

const ref = (name: string) => ({ $ref: `#/definitions/${name}` })

/** These events are newer than the schemas; their members are those of GitHub's documentation. */
function describeEvent(event: string, action: string, members: Schema): void {
  const required = { ...members, action: { const: action }, sender: ref("user") }
  const organization = ref("organization")
  definitions[`${event}$${action}`] = {
    required: Object.keys(required),
    properties: { organization, ...required, installation: ref("installation-lite") },
    additionalProperties: false,
  }
}

const INTEGER = { type: "integer" }
const BOOLEAN = { type: "boolean" }
const STRING = { type: "string" }
const STRING_OR_NULL = { type: ["string", "null"] }
const TIME = { type: "string", format: "date-time" }
const TIME_OR_NULL = { anyOf: [TIME, { type: "null" }] }
const DATE = { type: "string", format: "date" }

const LINKS = [
  ["sub_issues", "sub_issue", "parent", "sub"],
  ["sub_issues", "parent_issue", "sub", "parent"],
  ["issue_dependencies", "blocked_by", "blocked", "blocking"],
  ["issue_dependencies", "blocking", "blocking", "blocked"],
] as const
for (const [event, link, subject, other] of LINKS) {
  const members = {
    ...{ [`${subject}_issue_id`]: INTEGER, [`${subject}_issue`]: ref("issue") },
    ...{ [`${other}_issue_id`]: INTEGER, [`${other}_issue`]: ref("issue") },
    ...{ [`${other}_issue_repo`]: ref("repository"), repository: ref("repository") },
  }
  for (const action of [`${link}_added`, `${link}_removed`]) describeEvent(event, action, members)
}

const closed = (properties: Schema, ...optional: string[]): Schema => ({
  ...{ type: "object", properties, additionalProperties: false },
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
})

const issueType = closed({
  ...{ id: INTEGER, node_id: STRING, name: STRING, description: STRING_OR_NULL, color: STRING },
  ...{ is_enabled: BOOLEAN, created_at: TIME, updated_at: TIME },
})
for (const action of ["typed", "untyped"]) {
  const members = { issue: ref("issue"), type: issueType, repository: ref("repository") }
  describeEvent("issues", action, members)
}

const statusUpdate = closed(
  {
    ...{ id: INTEGER, node_id: STRING, project_node_id: STRING, creator: ref("user") },
    ...{ created_at: TIME, updated_at: TIME, start_date: DATE, target_date: DATE },
    status: { enum: ["INACTIVE", "ON_TRACK", "AT_RISK", "OFF_TRACK", "COMPLETE", null] },
    body: STRING_OR_NULL,
  },
  ...["start_date", "target_date"],
)
const project = closed({
  ...{ id: INTEGER, node_id: STRING, owner: ref("user"), creator: ref("user"), title: STRING },
  ...{ description: STRING_OR_NULL, short_description: STRING_OR_NULL, public: BOOLEAN },
  ...{ is_template: BOOLEAN, state: { enum: ["open", "closed"] }, number: INTEGER },
  ...{ created_at: TIME, updated_at: TIME, closed_at: TIME_OR_NULL, deleted_at: TIME_OR_NULL },
  deleted_by: { anyOf: [ref("user"), { type: "null" }] },
  latest_status_update: { anyOf: [statusUpdate, { type: "null" }] },
})
const fromTo = (type: Schema) => closed({ from: type, to: type })
const changes = closed(
  {
    ...{ description: fromTo(STRING_OR_NULL), short_description: fromTo(STRING_OR_NULL) },
    ...{ public: fromTo(BOOLEAN), title: fromTo(STRING) },
  },
  ...["description", "short_description", "public", "title"],
)
const ofProject = { projects_v2: project, organization: ref("organization") }
for (const action of ["created", "closed", "reopened", "deleted"])
  describeEvent("projects_v2", action, ofProject)
describeEvent("projects_v2", "edited", { ...ofProject, changes })
describeEvent("projects_v2_status_update", "created", {
  ...{ projects_v2_status_update: statusUpdate, organization: ref("organization") },
})

const validators = new Map<string, Validator>()

export const nameOf = ({ name, payload }: WebhookEvent): string =>
  payload.action === undefined || name === "repository_dispatch"
    ? name
    : `${name}.${payload.action}`

/** Violations of the schemas of `@octokit/webhooks` in a payload. */
export function problemsOfEvent(event: WebhookEvent): string[] {
  const key = nameOf(event).replace(".", "$")
  const definition = definitions[key] ?? definitions[`${key}$event`]
  if (!definition) return [`there is no schema of ${key}`]
  const validator = validators.get(key) ?? Compile({ definitions, ...definition })
  validators.set(key, validator)
  if (validator.Check(event.payload)) return []
  const [, errors] = validator.Errors(event.payload)
  return errors.map(({ instancePath, message, params }) =>
    [key, instancePath, message, JSON.stringify(params)].join(" "),
  )
}
