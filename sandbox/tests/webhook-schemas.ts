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
// Without an address, it is empty.
at("deployment_status$created", "deployment_status", "log_url").format = undefined
// A release may have neither, as GitHub's REST description says.
for (const name of ["body", "name"]) at("release", name).type = ["string", "null"]

const ref = (name: string) => ({ $ref: `#/definitions/${name}` })

// These events are newer than the schemas; their members are those of GitHub's documentation.
for (const other of ["parent_issue", "sub_issue"]) {
  const required = {
    ...{ parent_issue_id: { type: "integer" }, parent_issue: ref("issue") },
    ...{ sub_issue_id: { type: "integer" }, sub_issue: ref("issue") },
    ...{ [`${other}_repo`]: ref("repository"), repository: ref("repository"), sender: ref("user") },
  }
  for (const action of [`${other}_added`, `${other}_removed`])
    definitions[`sub_issues$${action}`] = {
      required: Object.keys(required),
      properties: {
        ...{ ...required, action: { const: action }, installation: ref("installation-lite") },
        organization: ref("organization"),
      },
      additionalProperties: false,
    }
}

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
