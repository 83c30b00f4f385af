import { type TSchema, Type } from "typebox"

const closed = { additionalProperties: false } as const
const text = Type.String()
const name = Type.String({ minLength: 1 })
/** GitHub has times in whole seconds. */
export const TIME = "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$"
export const time = Type.String({ pattern: TIME })
const line = Type.Integer({ minimum: 1 })

const oneOf = <const Values extends string[]>(...values: Values) => Type.Enum<Values>(values)

const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)

const severity = ["critical", "high", "medium", "low"] as const

/** Keys of organizations. */
export const peopleOfOrganization = {
  members: optional(Type.Record(Type.String(), oneOf("ADMIN", "MEMBER"))),
  public_members: optional(Type.Array(name)),
  teams: optional(
    Type.Array(
      Type.Object(
        {
          name,
          slug: optional(name),
          description: optional(text),
          privacy: optional(oneOf("SECRET", "VISIBLE")),
          parent: optional(name),
          members: optional(Type.Record(Type.String(), oneOf("MAINTAINER", "MEMBER"))),
        },
        closed,
      ),
    ),
  ),
}

/** A person, or a person with the time of the star. */
export const stargazer = Type.Union([name, Type.Object({ user: name, starred_at: time }, closed)])

const vulnerability = Type.Object(
  {
    ecosystem: oneOf(
      "actions",
      "composer",
      "erlang",
      "go",
      "maven",
      "npm",
      "nuget",
      "other",
      "pip",
      "pub",
      "rubygems",
      "rust",
      "swift",
    ),
    package: name,
    vulnerable_version_range: name,
    first_patched_version: optional(name),
  },
  closed,
)

export const globalAdvisory = Type.Object(
  {
    ghsa_id: Type.String({ pattern: "^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$" }),
    cve_id: optional(name),
    type: optional(oneOf("reviewed", "unreviewed", "malware")),
    severity: optional(oneOf(...severity, "unknown")),
    summary: text,
    description: optional(text),
    cvss: optional(Type.Object({ score: Type.Number(), vector: text }, closed)),
    cwes: optional(Type.Array(Type.Object({ id: name, name }, closed))),
    references: optional(Type.Array(text)),
    vulnerabilities: optional(Type.Array(vulnerability)),
    published_at: optional(time),
    updated_at: optional(time),
    withdrawn_at: optional(time),
  },
  closed,
)

const dismissable = {
  dismissed_by: optional(name),
  dismissed_reason: optional(name),
  dismissed_comment: optional(text),
  created_at: optional(time),
}

/** Keys of repositories. */
export const alertsOfRepository = {
  dependabot_alerts: optional(
    Type.Array(
      Type.Object(
        {
          ...dismissable,
          advisory: name,
          package: optional(name),
          manifest: optional(name),
          scope: optional(oneOf("development", "runtime")),
          relationship: optional(oneOf("direct", "transitive", "unknown")),
          state: optional(oneOf("auto_dismissed", "dismissed", "fixed", "open")),
        },
        closed,
      ),
    ),
  ),
  code_scanning_alerts: optional(
    Type.Array(
      Type.Object(
        {
          ...dismissable,
          rule: Type.Object(
            {
              id: name,
              description: text,
              help: optional(text),
              severity: optional(oneOf("error", "none", "note", "warning")),
              security_severity: optional(oneOf(...severity)),
              tags: optional(Type.Array(name)),
            },
            closed,
          ),
          tool: optional(name),
          tool_version: optional(name),
          branch: optional(name),
          message: text,
          path: name,
          line,
          end_line: optional(line),
          state: optional(oneOf("dismissed", "fixed", "open")),
        },
        closed,
      ),
    ),
  ),
  secret_scanning_alerts: optional(
    Type.Array(
      Type.Object(
        {
          secret_type: name,
          display_name: optional(name),
          provider: optional(name),
          secret: name,
          validity: optional(oneOf("active", "inactive", "unknown")),
          publicly_leaked: optional(Type.Boolean()),
          push_protection_bypassed: optional(Type.Boolean()),
          path: name,
          line: optional(line),
          resolution: optional(oneOf("false_positive", "revoked", "used_in_tests", "wont_fix")),
          resolved_by: optional(name),
          resolution_comment: optional(text),
          created_at: optional(time),
        },
        closed,
      ),
    ),
  ),
}
