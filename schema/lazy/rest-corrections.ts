/** Members of answers that GitHub's REST description describes otherwise than GitHub sends them. */

type Schema = Readonly<Record<string, unknown>>

type Change = (member: Schema) => Schema

const orNull: Change = (member) =>
  "$ref" in member ? { anyOf: [member], nullable: true } : { ...member, nullable: true }

const orList: Change = (member) => ({ anyOf: [member, { type: "array", items: {} }] })

const orValue =
  (value: string): Change =>
  ({ enum: values = [], ...member }) => ({
    ...member,
    enum: [...new Set([...Object(values), value])],
  })

const anyTextOrNull: Change = ({ format, ...member }) => orNull(member)

const orAlso =
  (...values: readonly string[]): Change =>
  ({ enum: known, ...member }) => ({ ...member, enum: [known, values].flat() })

/** A map, of which GitHub describes only the names that it had at first. */
const anyName: Change = ({ properties, ...member }) => ({
  ...member,
  additionalProperties: Object.values(Object(properties))[0],
})

const issue = (number: number) => `https://github.com/github/rest-api-description/issues/${number}`
/** Answers of api.github.com in public test suites. */
const recorded = (from: string, to = from) => `recorded ${from} to ${to}`

/** A schema and the path of its member, the change, and the source. */
export const corrections: readonly (readonly [at: string, change: Change, source: string])[] = [
  // The account or the repository of the fork is gone.
  ["pull-request.head.repo", orNull, recorded("2023-06", "2026-01")],
  ["pull-request.head.user", orNull, issue(5562)],
  ["pull-request.head.label", orNull, issue(5562)],
  ["pull-request-simple.head.repo", orNull, issue(1811)],
  ["pull-request-simple.head.label", orNull, issue(1811)],
  ["workflow-run.head_repository", orNull, issue(1586)],
  ["release.author", orNull, recorded("2025-01", "2025-09")],
  // Left by a failed upload.
  [
    "release-asset.state",
    orValue("starter"),
    "https://github.com/concourse/github-release-resource/pull/116",
  ],
  // Comments on files, and on lines of diffs that have changed since.
  ["pull-request-review-comment.original_line", orNull, recorded("2023-06", "2025-03")],
  ["review-comment.original_line", orNull, recorded("2023-06", "2025-03")],
  // Only GitHub sets them: https://github.com/cli/cli/pull/707
  [
    "check-run.conclusion",
    orAlso("stale", "startup_failure"),
    "https://docs.github.com/graphql/reference/enums",
  ],
  ["workflow-run-usage.billable", anyName, "https://github.com/google/go-github/issues/2595"],
  ["issue-search-result-item.body", orNull, "the same object as `issue`, whose body is nullable"],
  ["organization-full.blog", anyTextOrNull, issue(7058)],
  ["organization-full.company", orNull, issue(7058)],
  ["organization-full.email", orNull, issue(7058)],
  ["organization-full.location", orNull, issue(7058)],
  ["organization-full.name", orNull, issue(2507)],
  ["team-organization.blog", anyTextOrNull, issue(7058)],
  ["team-organization.company", orNull, issue(7058)],
  ["team-organization.email", orNull, issue(7058)],
  ["team-organization.location", orNull, issue(7058)],
  ["team-organization.name", orNull, issue(2507)],
  ["dependabot-alert-security-advisory.epss", orList, recorded("2025-08")],
  ["minimal-repository.license.spdx_id", orNull, recorded("2018-01", "2021-10")],
  ["create-event.ref", orNull, "null for the creation of a repository: recorded 2012"],
  ["migration.archive_url", orNull, "null until the export is done: recorded 2018-09"],
]

/** The description with its errors corrected. A newer pin may lack a corrected member. */
export function correctedRest<Description extends { readonly schemas: Schema }>(
  description: Description,
): Description {
  const schemas: Record<string, unknown> = { ...description.schemas }
  for (const name of new Set(corrections.map(([at]) => at.split(".", 1)[0] ?? ""))) {
    if (Object.hasOwn(schemas, name)) schemas[name] = correctedSchema(name, schemas[name])
  }
  return { ...description, schemas }
}

/** A named schema with its errors corrected. */
export function correctedSchema(name: string, schema: unknown): unknown {
  return corrections.reduce((now, [at, change]) => {
    const [of, ...path] = at.split(".")
    return of === name ? changed(now, path, change) : now
  }, schema)
}

function changed(schema: unknown, path: readonly string[], change: Change): unknown {
  if (typeof schema !== "object" || schema === null) return schema
  const [name, ...below] = path
  if (name === undefined) return change(schema as Schema)
  const { properties }: { properties?: unknown } = { ...schema }
  if (typeof properties !== "object" || properties === null) return schema
  if (!Object.hasOwn(properties, name)) return schema
  const member = changed(Reflect.get(properties, name), below, change)
  return { ...schema, properties: { ...properties, [name]: member } }
}
