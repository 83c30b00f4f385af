/** `gh pr`. */
import {
  bucketOfCheck,
  durationOf,
  exitCodeOfChecks,
  type Form,
  type Item,
  itemsOf,
  linesOf,
  type Printed,
  pullStatus,
  pullStatusLines,
  pullView,
  stateOfPull,
} from "../print/index.js"
import {
  allLabels,
  bodyTemplate,
  commenting,
  editing,
  editor,
  isLocked,
  issueColumns,
  planning,
  projectItems,
  pullFields,
  search,
  searchText,
  settingOf,
  viewing,
  withComment,
  written,
} from "./conversations.js"
import { listing, membersOf } from "./listed.js"
import { merge } from "./merge.js"
import {
  AROUND,
  address,
  atMostOne,
  type Commands,
  type ComputedFields,
  chosenBy,
  type Flag,
  interval,
  LABELS,
  type ListedFields,
  type Members,
  nothing,
  notOnPage,
  ofFields,
  on,
  renamed,
  type Step,
} from "./step.js"
import {
  BASE_BRANCH,
  FILLED_BODY,
  FILLED_TITLE,
  FIRST_BODY,
  FIRST_TITLE,
  HEAD_BRANCH,
  WHOLE_BODY,
} from "./symbols.js"

/** A thread with its comments, one per line. */
const threadColumns: Printed = [
  "id",
  ({ path, line, original_line }) => `${path}:${line ?? original_line ?? ""}`,
  ({ is_resolved }) => (is_resolved ? "resolved" : "open"),
  ({ comments }) =>
    itemsOf(comments)
      .map(({ author, body }) => `${author}: ${body}`)
      .join(" | "),
]

const checkColumns: Printed = [
  "name",
  bucketOfCheck,
  ({ started_at, completed_at }) => durationOf(started_at, completed_at, "0"),
  "url",
  "description",
]

const pullColumns: Printed = [
  "number",
  "title",
  ({ from_fork, head_owner, head_ref }) => (from_fork ? `${head_owner}:${head_ref}` : head_ref),
  stateOfPull,
  "created_at",
]

const color: Flag = { help: "Ignored: the output has no colors." }

const diffing: Pick<Step, "refuses"> = {
  refuses: (_, given) => {
    const [when] = [given.color ?? "auto"].flat()
    const isKnown = /^(?:always|never|auto)$/.test(String(when))
    return isKnown
      ? undefined
      : `--color is one of always, never, auto, not ${JSON.stringify(when)}`
  },
}

const pullSearch = [...search, "base:{base}", "head:{head}", "draft:{draft}"]

const creating: Step = {
  id: "pr.create",
  usual: { head: HEAD_BRANCH, base: BASE_BRANCH },
  refuses: (names, given, words) =>
    given.web && given.maintainerEdit === false
      ? "Use --no-maintainer-edit or --web, not both"
      : notOnPage("editor", "draft", "project", "reviewer")(names, given, words),
  flags: { template: bodyTemplate, editor },
  requires: ["body"],
  prints: address,
}

const filling = (
  name: string,
  help: string,
  title: symbol,
  body: symbol,
  short?: string,
): Step => ({
  ...creating,
  given: [name],
  refuses: atMostOne("fill", "fill-first", "fill-verbose", "editor", "web"),
  flags: { ...creating.flags, [name]: { ...(short && { short }), ...on, help } },
  usual: { ...creating.usual, title, body },
})

const setting = settingOf("pr.create", "pull_number")

/** The fields of `gh pr checks --json`, which has one form for check runs and commit statuses. */
const checkFields: ComputedFields = {
  state: {
    from: ["conclusion", "status", "state"],
    value: ({ conclusion, status, state }) => conclusion ?? state ?? status,
  },
  bucket: {
    from: ["conclusion", "state"],
    value: (check) => (check.conclusion === "CANCELLED" ? "cancel" : bucketOfCheck(check)),
  },
  link: renamed("url"),
  // gh returns an empty text instead of null.
  description: renamed("description", ""),
  event: renamed("event", ""),
  workflow: renamed("workflow", ""),
  startedAt: {
    from: ["started_at", "created_at"],
    value: ({ started_at, created_at }) => started_at ?? created_at,
  },
}

const review: Members = {
  ...written,
  submittedAt: "submitted_at",
  state: "state",
  commit: ({ commit_sha }) => ({ oid: commit_sha ?? "" }),
}

/** The newest review of each author, in chronological order. */
function latest(reviews: readonly Item[]): readonly Item[] {
  const newest = new Map(reviews.map((one) => [one.author ?? one.id, one]))
  return reviews.filter((one) => newest.get(one.author ?? one.id) === one)
}

/** The checks that need attention come first, as in gh. */
function linesOfChecks(checks: unknown, { table }: Form): string {
  const rank = (item: Item) => ["fail", "pending"].indexOf(bucketOfCheck(item)) >>> 0
  const name = (item: Item) => String(item.name)
  const items = [...itemsOf(checks)].sort(
    (one, other) => rank(one) - rank(other) || (name(one) < name(other) ? -1 : 1),
  )
  return table?.(items, "pr.checks.list") ?? linesOf(checkColumns, { items })
}

/** GitHub keeps the checks of earlier runs; the newest of each name, workflow and event counts, as in gh. */
function newest(checks: readonly Item[]): readonly Item[] {
  const keyOf = ({ type, name, workflow, event }: Item) =>
    JSON.stringify([type, name, workflow, event])
  const found = new Map<string, Item>()
  for (const check of checks) {
    const known = found.get(keyOf(check))
    if (!known || Number(check.check_run_id) > Number(known.check_run_id))
      found.set(keyOf(check), check)
  }
  return checks.filter((check) => found.get(keyOf(check)) === check)
}

const checks: ListedFields = {
  statusCheckRollup: {
    members: {
      __typename: "type",
      name: "name",
      context: ({ type, name }) => (type === "StatusContext" ? name : undefined),
      status: "status",
      conclusion: ({ type, conclusion }) => (type === "CheckRun" ? (conclusion ?? "") : undefined),
      state: "state",
      workflowName: ({ type, workflow }) => (type === "CheckRun" ? (workflow ?? "") : undefined),
      startedAt: ({ started_at, created_at }) => started_at ?? created_at,
      completedAt: "completed_at",
      detailsUrl: ({ type, url }) => (type === "CheckRun" ? url : undefined),
      targetUrl: ({ type, url }) => (type === "StatusContext" ? url : undefined),
    },
  },
}

const commits: ListedFields = {
  commits: {
    members: {
      oid: "sha",
      messageHeadline: "title",
      messageBody: ({ title, message }) =>
        String(message).startsWith(String(title))
          ? String(message).slice(String(title).length).trimStart()
          : message,
      authoredDate: "authored_at",
      committedDate: "committed_at",
      authors: ({ author, author_name, author_email }) => [
        { login: author ?? "", name: author_name, email: author_email },
      ],
    },
  },
}

const requests: ListedFields = {
  reviewRequests: {
    members: {
      __typename: "type",
      login: ({ login }) => login ?? undefined,
      slug: ({ team }) => team ?? undefined,
    },
  },
}

const closing: ListedFields = {
  closingIssuesReferences: {
    members: {
      id: "id",
      number: "number",
      repository: ({ owner, repo }) => ({ name: repo, owner: { login: owner } }),
      url: "url",
    },
  },
}

const lists: readonly Step[] = [
  listing("pr.reviews.list", {
    reviews: { members: review },
    latestReviews: { members: review, of: latest },
  }),
  listing("pr.checks.list", checks),
  listing("pr.commits.list", commits),
  listing("pr.files.list", {
    files: { members: { path: "path", additions: "additions", deletions: "deletions" } },
  }),
  listing("pr.reviewers.list", requests),
  listing("pr.issues.list", closing),
  listing("pr.projects.list", projectItems),
]

const autoMerge: Members = {
  authorEmail: "author_email",
  commitBody: "message",
  commitHeadline: "title",
  enabledAt: "enabled_at",
  enabledBy: ({ enabled_by }) => ({ login: enabled_by ?? "" }),
  mergeMethod: "method",
}

const headMembers: Members = {
  id: "id",
  name: "repo",
  nameWithOwner: ({ owner, repo }) => `${owner}/${repo}`,
}

/** Fields of gh's view that `pr.context` has. */
const contextFields: ComputedFields = {
  authorAssociation: renamed("author_association"),
  isLocked,
  baseRefOid: renamed("base_sha"),
  fullDatabaseId: renamed("database_id"),
  headRepository: {
    from: ["head_repository"],
    members: ["id", "name", "nameWithOwner"],
    value: ({ head_repository }) =>
      head_repository ? membersOf(headMembers, Object(head_repository)) : null,
  },
  autoMergeRequest: {
    from: ["auto_merge_request"],
    members: Object.keys(autoMerge),
    value: ({ auto_merge_request: one }) => one && membersOf(autoMerge, Object(one)),
  },
  potentialMergeCommit: {
    from: ["potential_merge_sha"],
    value: ({ potential_merge_sha: oid }) => (oid ? { oid } : null),
  },
}

export const pulls: Commands = {
  "pr list": chosenBy(
    ["search", "author", "assignee", "app", "draft", LABELS],
    {
      id: "pr.list",
      flags: {
        head: { short: "H", input: "head_ref" },
        base: { short: "B", input: "base_ref" },
        state: {
          short: "s",
          input: "states",
          means: { closed: ["CLOSED", "MERGED"] },
          help: "closed includes merged.",
        },
        label: allLabels,
      },
      prints: pullColumns,
      computed: pullFields,
    },
    {
      id: "pr.search",
      refuses: atMostOne("author", "app"),
      query: pullSearch,
      prints: pullColumns,
      computed: pullFields,
      flags: {
        draft: { short: "d", value: "true", off: "false", help: "Only drafts." },
        search: searchText,
      },
    },
  ),
  "pr status": [
    { id: "pr.search", query: [AROUND, "is:open", "author:@me"], computed: pullFields },
    {
      id: "pr.search",
      query: [AROUND, "is:open", "review-requested:@me"],
      computed: pullFields,
      combines: pullStatus,
      prints: pullStatusLines,
    },
  ],
  "pr view": viewing("pr", pullView, [...lists, ofFields("pr.context", contextFields)]),
  "pr close": withComment("pr", "close"),
  "pr reopen": withComment("pr", "reopen"),
  "pr create": [
    { ...creating, without: ["fill", "fill-first", "fill-verbose"] },
    filling("fill", "Use the commits for title and body.", FILLED_TITLE, FILLED_BODY, "f"),
    filling("fill-first", "Use the first commit for title and body.", FIRST_TITLE, FIRST_BODY),
    filling("fill-verbose", "Use the whole messages of the commits.", FILLED_TITLE, WHOLE_BODY),
    setting("pr.labels.add", "label", { short: "l", input: "labels" }),
    setting("pr.assignees.add", "assignee", { short: "a", input: "assignees" }),
    setting("pr.milestone.set", "milestone", { short: "m", input: "milestone_number" }),
    setting("pr.reviewers.request", "reviewer", { short: "r", input: "reviewers" }),
    planning("pr.create"),
  ],
  "pr comment": commenting("pr"),
  "pr edit": [
    { id: "pr.update", given: ["title", "body", "body-file", "base"], prints: address },
    ...editing("pr"),
    {
      id: "pr.reviewers.request",
      given: ["add-reviewer"],
      flags: { "add-reviewer": { input: "reviewers" } },
      prints: address,
    },
    {
      id: "pr.reviewers.remove",
      given: ["remove-reviewer"],
      flags: { "remove-reviewer": { input: "reviewers" } },
      prints: address,
    },
  ],
  "pr merge": merge,
  "pr lock": [
    {
      id: "pr.lock",
      flags: { reason: { short: "r", input: "lock_reason" } },
      prints: nothing,
      wantsArgument: true,
    },
  ],
  "pr unlock": [{ id: "pr.unlock", prints: nothing, wantsArgument: true }],
  "pr ready": chosenBy(
    ["undo"],
    { id: "pr.ready", prints: nothing },
    { id: "pr.draft", flags: { undo: on }, prints: nothing },
  ),
  "pr review": [
    {
      id: "pr.review.submit",
      refuses: (names) =>
        ["comment", "request-changes"].some((one) => names.has(one)) &&
        !["body", "body-file", "inline"].some((one) => names.has(one))
          ? "a review that does not approve needs --body, --body-file or --inline"
          : undefined,
      flags: {
        approve: { short: "a", input: "event", value: "APPROVE" },
        comment: { short: "c", input: "event", value: "COMMENT" },
        "request-changes": { short: "r", input: "event", value: "REQUEST_CHANGES" },
        inline: {
          input: "comments",
          as: "lines",
          help: "Comment on a line of the diff: src/start.js:2='Why?'",
        },
      },
      prints: nothing,
    },
  ],
  "pr checks": chosenBy(
    ["watch"],
    {
      id: "pr.checks.list",
      flags: {
        required: {
          ...on,
          keeps: ({ is_required }) => is_required === true,
          help: "Only checks that rules require for the merge.",
        },
      },
      all: true,
      selects: newest,
      exitCode: exitCodeOfChecks,
      empty: "no checks are reported on the head branch",
      prints: (page, _, form) => linesOfChecks(page.items, form),
      computed: checkFields,
    },
    {
      id: "pr.checks.wait",
      flags: { watch: on, interval },
      exitCode: exitCodeOfChecks,
      prints: ({ checks }, _, form) => linesOfChecks(checks, form),
    },
  ),
  "pr diff": chosenBy(
    ["name-only"],
    { ...diffing, id: "pr.diff.view", flags: { color }, prints: "diff" },
    {
      ...diffing,
      id: "pr.files.list",
      flags: { "name-only": on, color },
      all: true,
      prints: ["path"],
    },
  ),
  "pr threads list": [
    {
      id: "pr.threads.list",
      all: true,
      prints: threadColumns,
      data: "id,path,line,isResolved,comments.author.login,comments.body",
    },
  ],
  "pr reviews list": [
    {
      id: "pr.reviews.list",
      prints: ["author", "state", "body"],
      data: "author,state,body,submitted_at",
    },
  ],
  "pr reviewers list": [
    {
      id: "pr.reviewers.list",
      prints: [({ login, team }) => login ?? team],
      data: "type,login,team",
    },
  ],
  "pr commits list": [
    { id: "pr.commits.list", prints: ["sha", "title", "author"], data: "sha,title,author" },
  ],
  "pr files list": [
    {
      id: "pr.files.list",
      prints: ["path", "status", "additions", "deletions"],
      data: "path,status,additions,deletions",
    },
  ],
  "pr issues list": [{ id: "pr.issues.list", prints: issueColumns }],
  "pr thread resolve": [{ id: "pr.thread.resolve", prints: nothing }],
  "pr thread reply": [
    { id: "pr.thread.reply", prints: address },
    {
      id: "pr.thread.resolve",
      given: ["resolve"],
      flags: { resolve: { ...on, help: "Resolve the thread as well." } },
      prints: nothing,
    },
  ],
  "pr update-branch": [
    {
      id: "pr.branch.update",
      flags: { rebase: { input: "method", value: "REBASE" } },
      isConfirmed: true,
    },
  ],
  "pr revert": [{ id: "pr.revert", wantsArgument: true }],
}
