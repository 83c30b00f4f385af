import { type TSchema, Type } from "typebox"

const closed = { additionalProperties: false } as const
const text = Type.String()
const names = Type.Array(Type.String({ minLength: 1 }))

const oneOf = <const Values extends string[]>(...values: Values) => Type.Enum<Values>(values)

const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)

const rule = Type.Object(
  {
    type: oneOf(
      "CREATION",
      "DELETION",
      "MERGE_QUEUE",
      "NON_FAST_FORWARD",
      "PULL_REQUEST",
      "REQUIRED_STATUS_CHECKS",
      "UPDATE",
    ),
    required_approvals: optional(Type.Integer({ minimum: 0, maximum: 10 })),
    required_checks: optional(names),
    merge_method: optional(oneOf("MERGE", "SQUASH", "REBASE")),
  },
  closed,
)

const ruleset = Type.Object(
  {
    name: text,
    target: optional(oneOf("BRANCH", "TAG")),
    enforcement: optional(oneOf("ACTIVE", "DISABLED", "EVALUATE")),
    include: optional(names),
    exclude: optional(names),
    rules: Type.Array(rule),
  },
  closed,
)

const autolink = Type.Object(
  {
    key_prefix: Type.String({ minLength: 1 }),
    url_template: Type.String({ pattern: "<num>" }),
    is_alphanumeric: optional(Type.Boolean()),
  },
  closed,
)

export const webhook = Type.Object(
  {
    url: Type.String({ pattern: "^https?://" }),
    secret: optional(text),
    content_type: optional(oneOf("form", "json")),
    events: optional(names),
    active: optional(Type.Boolean()),
  },
  closed,
)

const advisory = Type.Object(
  {
    summary: text,
    description: optional(text),
    cve_id: optional(text),
    severity: optional(oneOf("CRITICAL", "HIGH", "MEDIUM", "LOW")),
    state: optional(oneOf("PUBLISHED", "CLOSED", "WITHDRAWN", "DRAFT", "TRIAGE")),
    author: optional(text),
  },
  closed,
)

/** Keys of repositories. */
export const rulesOfRepository = {
  rulesets: optional(Type.Array(ruleset)),
  autolinks: optional(Type.Array(autolink)),
  webhooks: optional(Type.Array(webhook)),
  advisories: optional(Type.Array(advisory)),
}

const color = oneOf("BLUE", "GRAY", "GREEN", "ORANGE", "PINK", "PURPLE", "RED", "YELLOW")

/** Keys of organizations. */
export const planningOfOrganization = {
  webhooks: optional(Type.Array(webhook)),
  issue_types: optional(
    Type.Array(
      Type.Object(
        {
          name: text,
          description: optional(text),
          color: optional(color),
          disabled: optional(Type.Boolean()),
        },
        closed,
      ),
    ),
  ),
  issue_fields: optional(
    Type.Array(
      Type.Object(
        {
          name: text,
          type: oneOf("DATE", "MULTI_SELECT", "NUMBER", "SINGLE_SELECT", "TEXT"),
          description: optional(text),
          options: optional(names),
        },
        closed,
      ),
    ),
  ),
}
