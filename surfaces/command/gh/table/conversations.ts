/** The common parts of gh's commands for issues and for pull requests. */
import { commentsView, type Printed } from "../print/index.js"
import { listsOfIssues, listsOfPulls } from "./listed.js"
import {
  AROUND,
  address,
  type ComputedFields,
  type Flag,
  type GhCommand,
  nothing,
  on,
  ResultOf,
  type Step,
  WORDS,
} from "./step.js"

export const allLabels: Flag = {
  short: "l",
  input: "labels",
  help: "Only items with all of these labels.",
}

const closed: ComputedFields = {
  closed: { from: ["state"], value: ({ state }) => state !== "OPEN" },
}

// gh returns an empty text instead of null.
export const issueFields: ComputedFields = {
  ...closed,
  stateReason: { from: ["state_reason"], value: ({ state_reason }) => state_reason ?? "" },
}

export const pullFields: ComputedFields = {
  ...closed,
  reviewDecision: { from: ["review_decision"], value: (pull) => pull.review_decision ?? "" },
  headRepository: {
    from: ["head_repo"],
    value: ({ head_repo }) => (head_repo ? { name: head_repo } : null),
  },
  mergeCommit: {
    from: ["merge_sha"],
    value: ({ merge_sha }) => (merge_sha ? { oid: merge_sha } : null),
  },
}

type Domain = "issue" | "pr"

const commentsFlag: Readonly<Record<string, Flag>> = {
  comments: {
    short: "c",
    ...on,
    help: "Print the comments; JSON output has the other fields as well.",
  },
}

/** Combines the pages of comments and of reviews into one list. */
function oneList(pages: readonly unknown[]): unknown {
  const [first] = pages
  return { ...Object(first), items: pages.flatMap((page) => Object(page).items) }
}

export const viewing = (domain: Domain, prints: Printed): GhCommand => {
  const listed: Pick<Step, "given" | "isLines" | "prints"> = {
    given: ["comments"],
    isLines: true,
    prints: commentsView,
  }
  const comments: Step = { id: `${domain}.comments.list`, ...listed, flags: commentsFlag }
  return [
    ...(domain === "issue" ? listsOfIssues : listsOfPulls),
    {
      id: `${domain}.view`,
      without: ["comments"],
      prints,
      computed: domain === "issue" ? issueFields : pullFields,
    },
    { id: `${domain}.context`, given: ["comments"], isLines: false, flags: commentsFlag },
    ...(domain === "issue"
      ? [{ ...comments, all: true }]
      : [
          { ...comments, usual: { first: 100 } },
          { id: "pr.reviews.list", ...listed, usual: { first: 100 }, combines: oneList },
        ]),
  ]
}

/** A change with an optional comment. */
export const withComment = (domain: Domain, verb: "close" | "reopen"): GhCommand => [
  {
    id: `${domain}.comments.create`,
    given: ["comment"],
    flags: { comment: { short: "c", input: "body" } },
  },
  { id: `${domain}.${verb}`, prints: nothing },
  ...(domain === "pr" && verb === "close" ? [deletingBranch("pr.close")] : []),
]

/** Deletes the branch of a pull request, unless it is missing or in a fork. */
export const deletingBranch = (after: string): Step => ({
  id: "pr.branch.delete",
  given: ["delete-branch"],
  flags: {
    "delete-branch": {
      short: "d",
      ...on,
      help: "Delete the branch on GitHub, unless it is in a fork.",
    },
  },
  after,
  isConfirmed: true,
  mayMiss: true,
  prints: nothing,
})

/** A change to a created object, as a part of the step that creates it. */
export const settingOf =
  (created: string, number: string) =>
  (id: string, name: string, flag: Flag): Step => ({
    id,
    given: [name],
    flags: { [name]: flag },
    fixed: { [number]: new ResultOf(created, "number") },
    prints: address,
  })

export const inProject: Flag = {
  input: "project_number",
  help: "Title or number of a project of the owner.",
}

/** Puts the created issue or pull request on a project. */
export const planning = (created: string): Step => ({
  id: "project.item.add",
  given: ["project"],
  flags: { project: { short: "p", ...inProject } },
  fixed: { content_id: new ResultOf(created, "id") },
  isAside: true,
  prints: address,
})

/** The common part of `gh issue edit` and `gh pr edit`. */
export const editing = (domain: Domain): GhCommand =>
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
    {
      id: "project.item.add",
      given: ["add-project"],
      ...inProjectBy(domain),
      flags: { "add-project": inProject },
    },
    {
      id: "project.item.delete",
      given: ["remove-project"],
      ...inProjectBy(domain),
      flags: { "remove-project": inProject },
      isConfirmed: true,
      prints: nothing,
    },
  ].map((step: Step) => ({ prints: address, ...step }))

const inProjectBy = (domain: Domain): Omit<Step, "id"> => ({
  about: domain === "issue" ? "issue_number" : "pull_number",
  isBare: true,
  isAside: true,
})

const qualifiers = ['label:"{label}"', "author:{author}", "assignee:{assignee}"]

export const search = [AROUND, "is:{state=open}", ...qualifiers, "author:app/{app}", "{search}"]

/** gh's polling interval in seconds. */
export const interval: Flag = { short: "i", help: "Ignored: ghx chooses the interval." }

/** Newer versions of gh have it. */
export const bodyTemplate: Flag = {
  short: "T",
  input: "body",
  as: "template",
  help: "Start with this template of the repository.",
}

export const searchText: Flag = {
  short: "S",
  help: "Search query, with qualifiers of GitHub search.",
}

/** `gh search issues`, which ignores the surrounding repository. */
export const everywhere = [
  WORDS,
  "repo:{repo}",
  "is:{state}",
  ...qualifiers,
  "user:{owner}",
  'milestone:"{milestone}"',
  "mentions:{mentions}",
  "involves:{involves}",
  "commenter:{commenter}",
  "comments:{comments}",
  "language:{language}",
  "created:{created}",
  "updated:{updated}",
  "closed:{closed}",
  "archived:{archived}",
  "is:{locked}",
  "is:{visibility}",
  "in:{match}",
  "no:{no-assignee}",
  "no:{no-label}",
  "no:{no-milestone}",
  "no:{no-project}",
  "interactions:{interactions}",
  "reactions:{reactions}",
  "team:{team-mentions}",
  "project:{project}",
  "author:app/{app}",
  "sort:{sort}",
]

export const order: Readonly<Record<string, Flag>> = {
  order: { help: "asc or desc; only with --sort." },
}

/** The switches of `gh search issues` and `gh search prs`. */
export const searchSwitches: Readonly<Record<string, Flag>> = {
  ...order,
  archived: { value: "true", off: "false", help: "Only in archived repositories." },
  locked: { value: "locked", off: "unlocked", help: "Only with a locked conversation." },
  ...Object.fromEntries(
    ["assignee", "label", "milestone", "project"].map((name) => [
      `no-${name}`,
      { value: name, help: `Only without ${name === "assignee" ? "an" : "a"} ${name}.` },
    ]),
  ),
}

/** `gh search prs`. */
export const everyPull = [
  ...everywhere,
  "review-requested:{review-requested}",
  "reviewed-by:{reviewed-by}",
  "review:{review}",
  "status:{checks}",
  "base:{base}",
  "head:{head}",
  "merged:{merged-at}",
  "draft:{draft}",
  "is:{merged}",
]
