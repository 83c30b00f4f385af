/**
 * Types of gh's `--json` fields. gh publishes no description: these are the fields of its own types
 * (cli/cli, `api/queries_*.go` and `pkg/cmd/*`), where GitHub's null strings are empty. A test compares
 * them with the real gh's output.
 */
const text = { type: "string" }
const whole = { type: "integer" }
const truth = { type: "boolean" }
const time = text
const values = (...names: string[]) => ({ type: "string", enum: names })
const listOf = (items: object) => ({ type: "array", items })
const nullable = (schema: object) => ({ ...schema, nullable: true })
const object = (properties: Record<string, object>) => ({
  type: "object",
  required: Object.keys(properties),
  properties,
})

/** The login of a deleted account is empty. */
const author = object({ login: text })
/** The login of a bot is `app/NAME`, and that of a deleted account `app/`. */
const account = object({ is_bot: truth, login: text })
const person = object({ id: text, login: text, name: text })
const comment = object({
  id: text,
  author,
  body: text,
  createdAt: time,
  isMinimized: truth,
  minimizedReason: text,
  url: text,
  viewerDidAuthor: truth,
})

const conversation = {
  assignees: listOf(person),
  author: account,
  body: text,
  closed: truth,
  closedAt: nullable(time),
  comments: listOf(comment),
  createdAt: time,
  id: text,
  labels: listOf(object({ id: text, name: text, description: text, color: text })),
  milestone: nullable(
    object({ number: whole, title: text, description: text, dueOn: nullable(time) }),
  ),
  number: whole,
  title: text,
  updatedAt: time,
  url: text,
}

/** By command group: `issue view` prints an `issue`. */
export const ghTypes: Readonly<Record<string, object>> = {
  issue: object({ ...conversation, state: values("OPEN", "CLOSED") }),
  pr: object({
    ...conversation,
    additions: whole,
    baseRefName: text,
    changedFiles: whole,
    deletions: whole,
    files: listOf(object({ path: text, additions: whole, deletions: whole })),
    headRefName: text,
    headRefOid: text,
    headRepository: nullable(object({ id: text, name: text })),
    headRepositoryOwner: nullable(author),
    isCrossRepository: truth,
    isDraft: truth,
    maintainerCanModify: truth,
    mergeCommit: nullable(object({ oid: text })),
    mergeStateStatus: values(
      "BEHIND",
      "BLOCKED",
      "CLEAN",
      "DIRTY",
      "DRAFT",
      "HAS_HOOKS",
      "UNKNOWN",
      "UNSTABLE",
    ),
    mergeable: values("MERGEABLE", "CONFLICTING", "UNKNOWN"),
    mergedAt: nullable(time),
    mergedBy: nullable(account),
    reviewDecision: values("", "APPROVED", "CHANGES_REQUESTED", "REVIEW_REQUIRED"),
    state: values("OPEN", "CLOSED", "MERGED"),
  }),
}
