/** gh's commands and flags, as far as they are not what ids and inputs say by themselves. */
import { bucketOfCheck, exitCodeOfChecks, exitCodeOfRun } from "./checks.js"
import { CURRENT_BRANCH, DEFAULT_BRANCH } from "./complete.js"
import { lower, type Printed } from "./lines.js"

/** A flag of gh's that is not called like the input that it fills. */
export interface Flag {
  readonly short?: string
  /** The input that it fills; without one it only chooses the step. */
  readonly input?: string
  /** The value of a flag that takes none. */
  readonly value?: unknown
  /** Its value is a file with the text, `name=value` or `path:line=text`; of the last two there can be several. */
  readonly as?: "file" | "pairs" | "lines"
  /** Only `--name=false` is taken; what to do in place of `--name`. */
  readonly onlyOff?: string
  /** Help for the flag, if the input's description does not fit. */
  readonly says?: string
  /** Values that mean something else to gh than the same value does to GitHub. */
  readonly means?: Readonly<Record<string, unknown>>
}

/** One capability of a command. */
export interface Step {
  readonly id: string
  /** Selected by one of these flags … */
  readonly given?: readonly string[]
  /** … and where none of these is. */
  readonly without?: readonly string[]
  readonly flags?: Readonly<Record<string, Flag>>
  /** The input that the arguments give, where the contract does not require it. */
  readonly about?: string
  /** The input that the last argument gives, if the first names the subject. */
  readonly last?: string
  /** The text of `query`: each part with a name in braces only where there is such a flag, or a usual value. */
  readonly query?: readonly string[]
  /** Only one word is taken; why, or what to do for more. */
  readonly alone?: string
  /** Inputs that gh has a usual value for. */
  readonly usual?: Readonly<Record<string, unknown>>
  /** Fetches all items unless a limit is given. */
  readonly all?: boolean
  /** The exit code if the command consists of this step alone. */
  readonly exitCode?: (data: unknown) => number
  /** It counts only with this flag. */
  readonly exitCodeWith?: string
  /** What is printed in a pipe, as gh prints it; JSON unless given. */
  readonly prints?: Printed
  /** Fields whose values gh has in lower case, where `--json` asks for them. */
  readonly lower?: readonly string[]
}

/** In place of a flag: an argument that names the subject. */
export const NAMED = "<name>"

const allLabels: Flag = {
  short: "l",
  input: "labels",
  says: "Only those with all of these labels.",
}

/** In place of a flag: several labels that must all match, where GitHub's lists accept any. */
export const LABELS = "<labels>"

/** A placeholder in a search: `{label}`, or with a default `{state=open}`. */
export const PLACE = /\{(\w+)(?:=(\w+))?\}/

/** The default repository, and the arguments of a command, as parts of a search. */
export const AROUND = "repo:{repository}"
export const WORDS = "{words}"

export type GhCommand = readonly Step[]

const on = { value: true }

/** What gh prints of a change: nothing, or the address. */
const nothing: Printed = []
const address: Printed = ["url"]

/** The first columns of gh's lists. */
const issueColumns: Printed = ["number", "state", "title", "labels"]
const pullColumns: Printed = [
  "number",
  "title",
  "head_ref",
  ({ draft, state }) => (draft && state === "OPEN" ? "DRAFT" : state),
]

const states = ["status", "conclusion"]

const exitStatus: Pick<Step, "exitCode" | "exitCodeWith"> = {
  exitCode: exitCodeOfRun,
  exitCodeWith: "exit-status",
}

const exitFlag: Readonly<Record<string, Flag>> = {
  "exit-status": { value: true, says: "Exit with 1 where the run did not succeed." },
}

const merging: Readonly<Record<string, Flag>> = {
  merge: { short: "m", input: "method", value: "MERGE" },
  squash: { short: "s", input: "method", value: "SQUASH" },
  rebase: { short: "r", input: "method", value: "REBASE" },
  subject: { short: "t", input: "commit_title" },
  body: { short: "b", input: "commit_message" },
  "match-head-commit": { input: "head_sha" },
}

type Domain = "issue" | "pr"

const viewing = (domain: Domain): GhCommand => [
  { id: `${domain}.view`, without: ["comments"] },
  { id: `${domain}.context`, given: ["comments"], flags: { comments: { short: "c", ...on } } },
]

/** A change with an optional comment. */
const withComment = (domain: Domain, verb: "close" | "reopen"): GhCommand => [
  {
    id: `${domain}.comments.create`,
    given: ["comment"],
    flags: { comment: { short: "c", input: "body" } },
  },
  { id: `${domain}.${verb}`, prints: nothing },
]

/** The common part of `gh issue edit` and `gh pr edit`. */
const editing = (domain: Domain): GhCommand =>
  [
    {
      id: `${domain}.labels.remove`,
      given: ["remove-label"],
      flags: { "remove-label": { input: "labels" } },
    },
    {
      id: `${domain}.labels.add`,
      given: ["add-label"],
      flags: { "add-label": { input: "labels" } },
    },
    {
      id: `${domain}.assignees.add`,
      given: ["add-assignee"],
      flags: { "add-assignee": { input: "assignees" } },
    },
    {
      id: `${domain}.assignees.remove`,
      given: ["remove-assignee"],
      flags: { "remove-assignee": { input: "assignees" } },
    },
    { id: `${domain}.milestone.set`, given: ["milestone"] },
    {
      id: `${domain}.milestone.clear`,
      given: ["remove-milestone"],
      flags: { "remove-milestone": on },
    },
  ].map((step: Step) => ({ ...step, prints: address }))

const qualifiers = ['label:"{label}"', "author:{author}", "assignee:{assignee}"]

const search = [AROUND, "is:{state=open}", ...qualifiers, "author:app/{app}", "{search}"]

const pullSearch = [...search, "base:{base}", "head:{head}", "draft:{draft}"]

const searchText: Flag = { short: "S", says: "Text as in GitHub's search, with its qualifiers." }

/** `gh search issues`, which knows no repository around it. */
const everywhere = [
  WORDS,
  "repo:{repo}",
  "is:{state}",
  ...qualifiers,
  "user:{owner}",
  'milestone:"{milestone}"',
  "mentions:{mentions}",
  "involves:{involves}",
]

const ONE_RELEASE = "Make the release, then ghx run release.assets.upload for its files"

/** By the words after `gh`: the steps of a command, in order. Several steps are one chain. */
export const commands: Readonly<Record<string, GhCommand>> = {
  "issue list": [
    {
      id: "issue.list",
      without: ["search", "app", LABELS],
      flags: { label: allLabels },
      prints: issueColumns,
    },
    {
      id: "issue.search",
      given: ["search", "app", LABELS],
      query: [...search, "mentions:{mention}"],
      prints: issueColumns,
      flags: { search: searchText },
    },
  ],
  "issue view": viewing("issue"),
  "issue close": withComment("issue", "close"),
  "issue reopen": withComment("issue", "reopen"),
  "issue create": [{ id: "issue.create", prints: address }],
  "issue delete": [{ id: "issue.delete", prints: nothing }],
  "issue comment": [{ id: "issue.comments.create", prints: address }],
  "issue edit": [
    { id: "issue.update", given: ["title", "body", "body-file"], prints: address },
    ...editing("issue"),
    {
      id: "project.item.add",
      given: ["add-project"],
      about: "issue_number",
      flags: {
        "add-project": {
          input: "project_number",
          says: "Title or number of a project of the owner.",
        },
      },
      prints: address,
    },
  ],
  "issue develop": [
    {
      id: "issue.branches.create",
      without: ["list"],
      flags: { name: { short: "n", input: "branch" }, base: { short: "b", input: "from" } },
    },
    { id: "issue.branches.list", given: ["list"], flags: { list: { short: "l", ...on } } },
  ],
  "issue transfer": [{ id: "issue.transfer", last: "to_repo", prints: address }],
  "issue lock": [
    {
      id: "issue.lock",
      flags: { reason: { short: "r", input: "lock_reason" } },
      prints: nothing,
    },
  ],
  "issue unlock": [{ id: "issue.unlock", prints: nothing }],
  "issue pin": [{ id: "issue.pin", prints: nothing }],
  "issue unpin": [{ id: "issue.unpin", prints: nothing }],

  "pr list": [
    {
      id: "pr.list",
      without: ["search", "author", "assignee", "app", "draft", LABELS],
      flags: {
        head: { short: "H", input: "head_ref" },
        base: { short: "B", input: "base_ref" },
        state: {
          short: "s",
          input: "states",
          means: { closed: ["CLOSED", "MERGED"] },
          says: "Merged ones are closed ones too.",
        },
        label: allLabels,
      },
      prints: pullColumns,
    },
    {
      id: "pr.search",
      given: ["search", "author", "assignee", "app", "draft", LABELS],
      query: pullSearch,
      prints: pullColumns,
      flags: {
        draft: { short: "d", value: true, says: "Only drafts." },
        search: searchText,
      },
    },
  ],
  "pr view": viewing("pr"),
  "pr close": withComment("pr", "close"),
  "pr reopen": withComment("pr", "reopen"),
  "pr create": [
    {
      id: "pr.create",
      usual: { head: CURRENT_BRANCH, base: DEFAULT_BRANCH },
      prints: address,
    },
  ],
  "pr comment": [{ id: "pr.comments.create", prints: address }],
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
  "pr merge": [
    { id: "pr.merge", without: ["auto", "disable-auto"], flags: merging, prints: nothing },
    {
      id: "pr.automerge.enable",
      given: ["auto"],
      flags: { auto: on, ...merging },
      prints: nothing,
    },
    {
      id: "pr.automerge.disable",
      given: ["disable-auto"],
      flags: { "disable-auto": on },
      prints: nothing,
    },
  ],
  "pr ready": [
    { id: "pr.ready", without: ["undo"], prints: nothing },
    { id: "pr.draft", given: ["undo"], flags: { undo: on }, prints: nothing },
  ],
  "pr review": [
    {
      id: "pr.review.submit",
      flags: {
        approve: { short: "a", input: "event", value: "APPROVE" },
        comment: { short: "c", input: "event", value: "COMMENT" },
        "request-changes": { short: "r", input: "event", value: "REQUEST_CHANGES" },
        inline: {
          input: "comments",
          as: "lines",
          says: "A comment on a line of the diff: src/start.js:2='Why?'",
        },
      },
      prints: nothing,
    },
  ],
  "pr checks": [
    {
      id: "pr.checks.list",
      without: ["watch"],
      all: true,
      exitCode: exitCodeOfChecks,
      prints: ["name", bucketOfCheck],
    },
    {
      id: "pr.checks.wait",
      given: ["watch"],
      flags: { watch: on },
      exitCode: exitCodeOfChecks,
    },
  ],
  "pr diff": [
    { id: "pr.diff.view", without: ["name-only"], prints: "diff" },
    {
      id: "pr.files.list",
      given: ["name-only"],
      flags: { "name-only": on },
      all: true,
      prints: ["path"],
    },
  ],
  "pr thread reply": [
    { id: "pr.thread.reply", prints: address },
    {
      id: "pr.thread.resolve",
      given: ["resolve"],
      flags: { resolve: { ...on, says: "Resolve the thread as well." } },
      prints: nothing,
    },
  ],
  "pr update-branch": [
    { id: "pr.branch.update", flags: { rebase: { input: "method", value: "REBASE" } } },
  ],
  "pr revert": [{ id: "pr.revert" }],

  "run list": [
    {
      id: "workflow.runs.list",
      flags: {
        workflow: { short: "w", input: "workflow_id" },
        user: { short: "u", input: "actor" },
        commit: { short: "c", input: "head_sha" },
      },
      lower: states,
      prints: [
        lower("status"),
        lower("conclusion"),
        "title",
        "workflow",
        "branch",
        "event",
        "run_id",
      ],
    },
  ],
  "run view": [
    {
      id: "workflow.run.view",
      without: ["log-failed", "job"],
      lower: states,
      flags: exitFlag,
      ...exitStatus,
    },
    { id: "workflow.run.failure", given: ["log-failed"], flags: { "log-failed": on } },
    {
      id: "workflow.job.logs.view",
      given: ["job"],
      flags: {
        job: { short: "j", input: "job_id" },
        log: { value: true, says: "With --job: its log." },
      },
    },
  ],
  "run watch": [{ id: "workflow.run.wait", flags: exitFlag, ...exitStatus }],
  "run cancel": [{ id: "workflow.run.cancel", prints: nothing }],
  "run rerun": [
    { id: "workflow.run.rerun", without: ["failed", "job"], prints: nothing },
    {
      id: "workflow.run.rerun_failed",
      given: ["failed"],
      flags: { failed: on },
      prints: nothing,
    },
    {
      id: "workflow.job.rerun",
      given: ["job"],
      flags: { job: { short: "j", input: "job_id" } },
      prints: nothing,
    },
  ],
  "workflow run": [
    {
      id: "workflow.dispatch",
      alone: "Give the branch as --ref",
      usual: { ref: DEFAULT_BRANCH },
      prints: nothing,
      flags: {
        ref: { short: "r", input: "ref" },
        field: { short: "F", input: "inputs", as: "pairs" },
        "raw-field": { short: "f", input: "inputs", as: "pairs" },
      },
    },
  ],

  "label list": [
    {
      id: "repo.labels.list",
      flags: {
        search: { short: "S", input: "query" },
        order: { input: "direction" },
      },
    },
  ],
  "label create": [
    {
      id: "repo.label.create",
      alone: "A label is made at a time",
      flags: {
        color: { short: "c", input: "color" },
        description: { short: "d", input: "description" },
      },
    },
  ],
  "label edit": [
    {
      id: "repo.label.update",
      flags: {
        name: { short: "n", input: "new_name" },
        color: { short: "c", input: "color" },
        description: { short: "d", input: "description" },
      },
    },
  ],
  "label delete": [{ id: "repo.label.delete" }],

  "release view": [
    { id: "release.view", given: [NAMED] },
    { id: "release.latest", without: [NAMED] },
  ],
  "release create": [
    {
      id: "release.create",
      alone: ONE_RELEASE,
      flags: {
        title: { short: "t", input: "name" },
        notes: { short: "n", input: "body" },
        "notes-file": { short: "F", input: "body", as: "file" },
        target: { input: "target_commitish" },
        "generate-notes": { input: "generate_release_notes", value: true },
      },
      prints: address,
    },
  ],
  "release delete": [{ id: "release.delete", prints: nothing }],
  "release edit": [
    {
      id: "release.publish",
      given: ["draft"],
      prints: address,
      flags: {
        draft: {
          ...on,
          onlyOff: "Only --draft=false publishes a draft; nothing makes a release a draft again",
          says: "=false publishes the draft.",
        },
      },
    },
    {
      id: "release.update",
      given: ["title", "notes", "notes-file", "prerelease"],
      prints: address,
      flags: {
        title: { short: "t", input: "name" },
        notes: { short: "n", input: "body" },
        "notes-file": { short: "F", input: "body", as: "file" },
      },
    },
  ],

  "repo create": [
    {
      id: "repo.create",
      alone: "A repository is made at a time",
      flags: {
        public: { input: "visibility", value: "PUBLIC" },
        private: { input: "visibility", value: "PRIVATE" },
        internal: { input: "visibility", value: "INTERNAL" },
        description: { short: "d", input: "description" },
      },
    },
  ],
  "repo fork": [
    {
      id: "repo.fork",
      flags: { org: { input: "organization" }, "fork-name": { input: "name" } },
    },
  ],
  "milestone list": [{ id: "repo.milestones.list" }],
  "milestone create": [{ id: "repo.milestone.create" }],
  "milestone edit": [{ id: "repo.milestone.update" }],
  "milestone delete": [{ id: "repo.milestone.delete" }],
  "project list": [
    {
      id: "project.list",
      usual: { owner: "@me" },
      flags: { owner: { input: "owner" } },
      prints: ["number", "title", ({ closed }) => (closed ? "closed" : "open"), "id"],
    },
  ],
  "project item add": [{ id: "project.item.add", about: "issue_number" }],
  "search issues": [{ id: "issue.search", query: everywhere }],
  "search prs": [{ id: "pr.search", query: everywhere }],
  "search repos": [{ id: "repo.search" }],
}

/** The web pages of lists. */
export const pagesOfLists: Readonly<Record<string, string>> = {
  "issue list": "issues",
  "label list": "labels",
  "milestone list": "milestones",
  "pr list": "pulls",
  "release list": "releases",
  "run list": "actions",
  "workflow list": "actions",
}

/** gh's aliases for the last word of a command. */
export const aliases: Readonly<Record<string, string>> = { ls: "list", new: "create" }

/** gh's letters for flags of these names, in every command. */
export const letters: Readonly<Record<string, string>> = {
  assignee: "a",
  author: "A",
  base: "B",
  body: "b",
  branch: "b",
  draft: "d",
  event: "e",
  head: "H",
  label: "l",
  milestone: "m",
  prerelease: "p",
  reason: "r",
  reviewer: "r",
  state: "s",
  status: "s",
  title: "t",
}

/** Flags of gh's for inputs that have a longer name here. */
export const shorter: Readonly<Record<string, string>> = {
  mentioned: "mention",
  milestone_number: "milestone",
  project_number: "project",
  state_reason: "reason",
}

/** Fields as `gh --json` names them, where it is not the same name in camel case. */
export const fields: Readonly<Record<string, string>> = {
  databaseId: "run_id",
  displayTitle: "title",
  headBranch: "branch",
  headRefName: "head_ref",
  headRefOid: "head_sha",
  baseRefName: "base_ref",
  isDraft: "draft",
  isPrerelease: "prerelease",
  mergeStateStatus: "merge_state",
  stargazerCount: "stargazers_count",
  workflowName: "workflow",
}

/** Fields of gh's that a command's result has not, and where they are. */
export const fieldsElsewhere: Readonly<Record<string, string>> = {
  closingIssuesReferences:
    "The body says which issues are closed; ghx issue prs list has the other way round",
  commits: "Use ghx pr commits list",
  comments: "Use --comments",
  defaultBranchRef: "Use default_branch",
  files: "Use ghx pr files list",
  latestReviews: "Use ghx pr reviews list",
  nameWithOwner: "Use owner,repo",
  reviewRequests: "Use ghx pr context",
  reviews: "Use ghx pr reviews list",
  statusCheckRollup: "Use ghx pr checks",
}

const LATER =
  "ghx pr edit NUMBER takes it as --add-label, --add-assignee, --add-reviewer, --milestone"

/** Options of gh's that ghx has not: which, of which commands unless of all, and what to do in their place. */
export const absentOptions: readonly (readonly [
  names: readonly string[],
  where: readonly string[] | undefined,
  advice: string,
])[] = [
  [["--web"], undefined, "The result has its url"],
  [["--template"], undefined, "Use --jq"],
  [["--confirm"], undefined, "Use --yes"],
  [
    ["-l", "--label", "-a", "--assignee", "-r", "--reviewer", "-m", "--milestone"],
    ["pr create", "pr new"],
    `Make it, then ${LATER}`,
  ],
  [["--fill"], ["pr create", "pr new"], "Give --title, --body, --head and --base"],
  [
    ["-d", "--delete-branch"],
    ["pr merge", "pr close"],
    "Leave it out, then ghx repo branch delete BRANCH --yes",
  ],
  [["--edit-last"], ["issue comment", "pr comment"], "Use ghx issue comment update"],
  [["--required"], ["pr checks"], "ghx tells all checks"],
  [["--admin"], ["pr merge"], "Use gh for it"],
  [["-p", "--project"], undefined, "Make it, then ghx issue edit NUMBER --add-project TITLE"],
  [["--checkout"], ["issue develop"], "Make the branch, then check it out by git"],
  [["--source"], ["repo create"], "Make it, then push to it by git"],
  [["-f", "--force"], ["label create"], "Use ghx label edit for one that is there"],
  [["--cleanup-tag"], ["release delete"], "Delete the tag by git"],
]

const LOCAL = "it works on this machine: use gh for it"
const ACCOUNT = "ghx takes the token of gh or of GH_TOKEN: use gh for it"

/** Commands of gh's that ghx has not, and what to do in their place. */
export const absent: Readonly<Record<string, string>> = {
  alias: LOCAL,
  auth: ACCOUNT,
  browse: LOCAL,
  "cache delete": "use ghx workflow cache delete",
  "cache list": "use ghx workflow caches list",
  cache: "use ghx workflow caches list",
  codespace: "use gh for it",
  config: LOCAL,
  extension: LOCAL,
  "gist clone": LOCAL,
  gist: "use gh for it; ghx has ghx gist create",
  "gpg-key": ACCOUNT,
  "issue status": "use ghx issue search 'involves:@me is:open'",
  "label clone": "list the labels of the one, and create them in the other",
  "pr lock": "use gh for it",
  "pr status": "use ghx pr search 'involves:@me is:open'",
  "pr unlock": "use gh for it",
  "release download": "use gh for it",
  "release upload": "use ghx run release.assets.upload release_id=1 name=a.zip content@=a.zip",
  "release delete-asset": "use gh for it",
  ruleset: "use ghx repo rulesets list",
  repo: "use gh for it",
  "run download": "use ghx run workflow.artifact.download",
  secret: "use gh for it",
  "ssh-key": ACCOUNT,
  status: "use ghx issue search 'involves:@me is:open'",
  variable: "use gh for it",
}
