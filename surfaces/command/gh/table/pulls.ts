import {
  BASE_BRANCH,
  FILLED_BODY,
  FILLED_TITLE,
  FIRST_BODY,
  FIRST_TITLE,
  HEAD_BRANCH,
  type LookedUp,
  WHOLE_BODY,
} from "../lookup/index.js"
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
  commenting,
  editing,
  issueColumns,
  planning,
  projectItems,
  pullFields,
  search,
  searchText,
  settingOf,
  textFlags,
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
  by,
  type Commands,
  type ComputedFields,
  changes,
  chosenBy,
  filling,
  interval,
  LABELS,
  type Members,
  named,
  nothing,
  notOnPage,
  ofFields,
  printing,
  type Step,
  switches,
} from "./step.js"

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

const color = filling({ "color=": "Ignored: the output has no colors." })

const diffing: Pick<Step, "refuses"> = {
  refuses: (_, given) => {
    const [when] = [given.color ?? "auto"].flat()
    const isKnown = /^(?:always|never|auto)$/.test(String(when))
    return isKnown
      ? undefined
      : `--color is one of always, never, auto, not ${JSON.stringify(when)}`
  },
}

const creating: Step = {
  id: "pr.create",
  usual: { head: HEAD_BRANCH, base: BASE_BRANCH },
  refuses: (names, given, words) =>
    given.web && given.maintainerEdit === false
      ? "Use --no-maintainer-edit or --web, not both"
      : notOnPage("editor", "draft", "project", "reviewer")(names, given, words),
  flags: textFlags,
  requires: ["body"],
}

const fills = ["fill", "fill-first", "fill-verbose"]

const filledBy = (usage: string, help: string, title: LookedUp, body: LookedUp): Step => {
  const flags = switches({ [usage]: help })
  return {
    ...creating,
    given: Object.keys(flags),
    refuses: atMostOne(...fills, "editor", "web"),
    flags: { ...creating.flags, ...flags },
    usual: { ...creating.usual, title, body },
  }
}

const setting = settingOf("pr.create", "pull_number")

const noChecks = "no checks are reported on the head branch"

/** The fields of `gh pr checks --json`, which has one form for check runs and commit statuses. */
const checkFields: ComputedFields = {
  state: ({ conclusion, status, state }) => conclusion ?? state ?? status,
  bucket: (check) => (check.conclusion === "CANCELLED" ? "cancel" : bucketOfCheck(check)),
  ...named("link=url description? event? workflow?"),
  startedAt: ({ started_at, created_at }) => started_at ?? created_at,
}

const review: Members = {
  ...written,
  ...named("submitted_at state"),
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

/**
 * GitHub keeps the checks of earlier runs; of each name, workflow and event, those of the newest run count. gh tells
 * workflows apart by name, and shows one job of each name: https://github.com/cli/cli/issues/5898.
 */
function newest(checks: readonly Item[]): readonly Item[] {
  const keyOf = ({ type, name, workflow_id, event }: Item) =>
    JSON.stringify([type, name, workflow_id, event])
  const ageOf = ({ run_id, check_run_id }: Item) => Number(run_id ?? check_run_id ?? 0)
  const found = new Map<string, number>()
  for (const check of checks)
    found.set(keyOf(check), Math.max(found.get(keyOf(check)) ?? 0, ageOf(check)))
  return checks.filter((check) => found.get(keyOf(check)) === ageOf(check))
}

/** Required checks that have not reported. */
const expected = (names: unknown): readonly Item[] =>
  [names ?? []].flat().map((name) => ({
    ...{ id: "", type: "StatusContext", name, state: "EXPECTED", is_required: true },
    description: "Waiting for status to be reported",
  }))

const statusCheckRollup: Members = {
  ...named("__typename=type name"),
  context: ({ type, name }) => (type === "StatusContext" ? name : undefined),
  status: "status",
  conclusion: ({ type, conclusion }) => (type === "CheckRun" ? (conclusion ?? "") : undefined),
  state: "state",
  workflowName: ({ type, workflow }) => (type === "CheckRun" ? (workflow ?? "") : undefined),
  startedAt: ({ started_at, created_at }) => started_at ?? created_at,
  ...named("completed_at"),
  detailsUrl: ({ type, url }) => (type === "CheckRun" ? url : undefined),
  targetUrl: ({ type, url }) => (type === "StatusContext" ? url : undefined),
}

const commits: Members = {
  ...named("oid=sha messageHeadline=title"),
  messageBody: ({ title, message }) =>
    String(message).startsWith(String(title))
      ? String(message).slice(String(title).length).trimStart()
      : message,
  ...named("authoredDate=authored_at committedDate=committed_at"),
  authors: ({ author, author_name, author_email }) => [
    { login: author ?? "", name: author_name, email: author_email },
  ],
}

const lists: readonly Step[] = [
  listing("pr.reviews.list", { reviews: review, latestReviews: { members: review, of: latest } }),
  listing("pr.checks.list", { statusCheckRollup }),
  listing("pr.commits.list", { commits }),
  listing("pr.files.list", { files: named("path additions deletions changeType=status") }),
  listing("pr.reviewers.list", {
    reviewRequests: {
      ...named("__typename=type"),
      login: ({ login }) => login ?? undefined,
      slug: ({ team }) => team ?? undefined,
    },
  }),
  listing("pr.issues.list", {
    closingIssuesReferences: {
      ...named("id number"),
      repository: ({ owner, repo }) => ({ name: repo, owner: { login: owner } }),
      url: "url",
    },
  }),
  listing("pr.projects.list", { projectItems }),
]

const autoMerge: Members = {
  ...named("author_email commitBody=message commitHeadline=title enabled_at"),
  enabledBy: ({ enabled_by }) => ({ login: enabled_by ?? "" }),
  mergeMethod: "method",
}

const headMembers: Members = {
  ...named("id name=repo"),
  nameWithOwner: ({ owner, repo }) => `${owner}/${repo}`,
}

const contextFields: ComputedFields = {
  ...named("author_association isLocked=locked baseRefOid=base_sha fullDatabaseId=database_id"),
  headRepository: ({ head_repository }) =>
    head_repository ? membersOf(headMembers, Object(head_repository)) : null,
  autoMergeRequest: ({ auto_merge_request: one }) => one && membersOf(autoMerge, Object(one)),
  potentialMergeCommit: ({ potential_merge_sha: oid }) => (oid ? { oid } : null),
}

export const pulls: Commands = {
  "pr list": chosenBy(
    ["search", "author", "assignee", "app", "draft", LABELS],
    {
      id: "pr.list",
      flags: {
        ...filling("-H head=head_ref", "-B base=base_ref"),
        state: {
          short: "s",
          input: "states",
          means: { closed: ["CLOSED", "MERGED"] },
          help: "closed includes merged.",
        },
        ...allLabels,
      },
      prints: pullColumns,
      computed: pullFields,
    },
    {
      id: "pr.search",
      refuses: atMostOne("author", "app"),
      query: `${search} base head draft`,
      prints: pullColumns,
      computed: pullFields,
      flags: {
        ...filling({ "-d draft=:true|false": "Only drafts." }),
        ...searchText,
      },
    },
  ),
  "pr status": [
    { id: "pr.search", query: `${AROUND} is:open author:@me`, computed: pullFields },
    {
      id: "pr.search",
      query: `${AROUND} is:open review-requested:@me`,
      computed: pullFields,
      combines: pullStatus,
      prints: pullStatusLines,
    },
  ],
  "pr view": viewing("pr", pullView, [...lists, ofFields("pr.context", contextFields)]),
  "pr close": withComment("pr", "close"),
  "pr reopen": withComment("pr", "reopen"),
  "pr create": printing(
    address,
    { ...creating, without: fills },
    filledBy("-f fill", "Use the commits for title and body.", FILLED_TITLE, FILLED_BODY),
    filledBy("fill-first", "Use the first commit for title and body.", FIRST_TITLE, FIRST_BODY),
    filledBy("fill-verbose", "Use the whole messages of the commits.", FILLED_TITLE, WHOLE_BODY),
    setting("-l label=labels", "pr.labels.add"),
    setting("-a assignee=assignees", "pr.assignees.add"),
    setting("-m milestone=milestone_number", "pr.milestone.set"),
    setting("-r reviewer=reviewers", "pr.reviewers.request"),
    planning("pr.create"),
  ),
  "pr comment": commenting("pr"),
  "pr edit": printing(
    address,
    { id: "pr.update", given: ["title", "body", "body-file", "base"] },
    ...editing("pr"),
    by(filling("add-reviewer=reviewers"), "pr.reviewers.request"),
    by(filling("remove-reviewer=reviewers"), "pr.reviewers.remove"),
  ),
  "pr merge": merge,
  ...changes(nothing, {
    "pr lock": { id: "pr.lock", flags: filling("-r reason=lock_reason"), wantsArgument: true },
    "pr unlock": { id: "pr.unlock", wantsArgument: true },
    "pr thread resolve": "pr.thread.resolve",
  }),
  "pr ready": printing(
    nothing,
    ...chosenBy(["undo"], { id: "pr.ready" }, { id: "pr.draft", flags: switches({ undo: "" }) }),
  ),
  "pr review": {
    id: "pr.review.submit",
    refuses: (names) =>
      ["comment", "request-changes"].some((one) => names.has(one)) &&
      !["body", "body-file", "inline"].some((one) => names.has(one))
        ? "a review that does not approve needs --body, --body-file or --inline"
        : undefined,
    flags: filling(
      "-a approve=event:APPROVE",
      "-c comment=event:COMMENT",
      "-r request-changes=event:REQUEST_CHANGES",
      { "inline=comments@lines": "Comment on a line of the diff: src/start.js:2='Why?'" },
    ),
    prints: nothing,
  },
  "pr checks": chosenBy(
    ["watch"],
    {
      id: "pr.checks.list",
      flags: {
        required: {
          value: true,
          keeps: ({ is_required }) => is_required === true,
          help: "Only checks that rules require for the merge.",
        },
      },
      all: true,
      selects: newest,
      exitCode: exitCodeOfChecks,
      adds: {
        ...{ with: "required", id: "pr.checks.summary", fields: ["missing"] },
        to: (page, { missing }) => ({
          ...page,
          items: [...itemsOf(page.items), ...expected(missing)],
        }),
      },
      empty: noChecks,
      prints: (page, _, form) => linesOfChecks(page.items, form),
      computed: checkFields,
    },
    {
      id: "pr.checks.wait",
      flags: { ...switches({ watch: "" }), ...interval },
      exitCode: exitCodeOfChecks,
      adds: {
        ...{ with: "watch", id: "pr.checks.summary", fields: ["missing"] },
        to: ({ checks, ...data }, { missing }) => {
          const others = expected(missing)
          const state = others.length > 0 ? "PENDING" : data.state
          return { ...data, state, checks: [...itemsOf(checks), ...others] }
        },
      },
      empty: noChecks,
      prints: ({ checks }, _, form) => linesOfChecks(checks, form),
    },
  ),
  "pr diff": chosenBy(
    ["name-only"],
    { ...diffing, id: "pr.diff.view", flags: color, prints: "diff" },
    {
      ...diffing,
      id: "pr.files.list",
      flags: { ...switches({ "name-only": "" }), ...color },
      all: true,
      prints: ["path"],
    },
  ),
  "pr threads list": {
    id: "pr.threads.list",
    all: true,
    prints: threadColumns,
    data: "id,path,line,isResolved,comments.author.login,comments.body",
  },
  "pr reviews list": {
    id: "pr.reviews.list",
    prints: ["author", "state", "body"],
    data: "author,state,body,submitted_at",
  },
  "pr reviewers list": {
    id: "pr.reviewers.list",
    prints: [({ login, team }) => login ?? team],
    data: "type,login,team",
  },
  "pr commits list": {
    id: "pr.commits.list",
    prints: ["sha", "title", "author"],
    data: "sha,title,author",
  },
  "pr files list": {
    id: "pr.files.list",
    prints: ["path", "status", "additions", "deletions"],
    data: "path,status,additions,deletions",
  },
  "pr issues list": { id: "pr.issues.list", prints: issueColumns },
  "pr thread reply": [
    { id: "pr.thread.reply", prints: address },
    by(switches({ resolve: "Resolve the thread as well." }), "pr.thread.resolve", {
      prints: nothing,
    }),
  ],
  "pr update-branch": {
    id: "pr.branch.update",
    flags: filling("rebase=method:REBASE"),
    isConfirmed: true,
  },
  "pr revert": { id: "pr.revert", wantsArgument: true },
}
