/** `gh issue`. */

import { type Item, issueStatus, issueStatusLines, issueView, itemsOf } from "../print/index.js"
import {
  allLabels,
  bodyTemplate,
  commenting,
  editing,
  editor,
  isLocked,
  issueColumns,
  issueFields,
  planning,
  projectItems,
  search,
  searchText,
  settingOf,
  viewing,
  withComment,
} from "./conversations.js"
import { connection, listing } from "./listed.js"
import {
  address,
  atMostOne,
  type Commands,
  type ComputedFields,
  chosenBy,
  type Flag,
  type Id,
  LABELS,
  type ListedFields,
  type Members,
  nothing,
  notOnPage,
  ofFields,
  on,
  ResultOf,
  renamed,
  type Step,
} from "./step.js"
import { PARENT } from "./symbols.js"

const mine = (input: object, rest: object = {}): Step => ({
  id: "issue.list",
  fixed: { ...input, states: ["OPEN"] },
  computed: issueFields,
  ...rest,
})

/** An issue or pull request in a list of another one, as gh has it. */
const reference: Members = {
  id: "id",
  number: "number",
  title: "title",
  state: "state",
  url: "url",
  repository: ({ owner, repo }) => ({
    name: repo,
    owner: { login: owner },
    nameWithOwner: `${owner}/${repo}`,
  }),
}

const percentOf = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.floor((100 * part) / whole)

const summary: ListedFields = {
  subIssues: connection(reference),
  subIssuesSummary: {
    isOne: true,
    members: {
      total: ({ items }) => itemsOf(items).length,
      completed: ({ items }) => itemsOf(items).filter(isClosed).length,
      percentCompleted: ({ items }) =>
        percentOf(itemsOf(items).filter(isClosed).length, itemsOf(items).length),
    },
  },
}

const isClosed = ({ state }: Item) => state === "CLOSED"

const connected: readonly Step[] = [
  listing("issue.blockers.list", { blockedBy: connection(reference) }),
  listing("issue.blocking.list", { blocking: connection(reference) }),
  listing("issue.subissues.list", summary),
  listing("issue.prs.list", { closedByPullRequestsReferences: { members: reference } }),
]

/** Fields of gh's that `issue.context` has. */
const contextFields: ComputedFields = {
  isLocked,
  authorAssociation: renamed("author_association"),
  isPinned: renamed("pinned"),
  parent: renamed("parent"),
  issueType: {
    from: ["type"],
    members: ["name"],
    value: ({ type }) => (type ? { name: type } : null),
  },
}

/** Flags that take one number, since a chain has one step for each. */
const one = (name: string, key: string): Pick<Step, "given" | "refuses"> => ({
  given: [name],
  refuses: (_, given) =>
    [given[key]].flat().length > 1 || /,/.test(String(given[key]))
      ? `--${name} takes one issue; ghx issue blockers and ghx issue subissues change others`
      : undefined,
})

const blockers = "issue.blockers"
const subissues = "issue.subissues"

const number = (input: string, help: string): Flag => ({ input, help })

/** A dependency or sub-issue of the created issue. */
const related = (id: Id, name: string, key: string, flag: Flag, own: string): Step => ({
  id,
  ...one(name, key),
  isBare: true,
  flags: { [name]: flag },
  fixed: { [own]: new ResultOf("issue.create", "number") },
  isAside: true,
  prints: address,
})

const typed = settingOf("issue.create", "issue_number")

const relations: readonly Step[] = [
  {
    ...typed("issue.type.set", "type", { input: "type", help: "Type of the issue." }),
    isAside: true,
  },
  related(
    `${subissues}.add`,
    "parent",
    "parent",
    number("issue_number", "Number of the parent."),
    "sub_issue_number",
  ),
  related(
    `${blockers}.add`,
    "blocked-by",
    "blockedBy",
    number("blocker_number", "Number of an issue that blocks it."),
    "issue_number",
  ),
  related(
    `${blockers}.add`,
    "blocking",
    "blocking",
    number("issue_number", "Number of an issue that it blocks."),
    "blocker_number",
  ),
]

/** A change of what an existing issue is related to. */
const relating = (
  id: Id,
  name: string,
  key: string,
  [input, about]: readonly [input: string, about: string],
  help: string,
): Step => ({
  id,
  ...one(name, key),
  isBare: true,
  about,
  ...(id === `${subissues}.add` && { usual: { replace_parent: true } }),
  flags: { [name]: number(input, help) },
  isAside: true,
  prints: address,
})

const subIssue = ["sub_issue_number", "issue_number"] as const
const blocker = ["blocker_number", "issue_number"] as const
const blocked = ["issue_number", "blocker_number"] as const

const changedRelations: readonly Step[] = [
  {
    id: "issue.type.set",
    given: ["type"],
    without: ["remove-type"],
    flags: { type: { input: "type", help: "Type of the issue." } },
    prints: address,
  },
  { id: "issue.type.clear", given: ["remove-type"], flags: { "remove-type": on }, prints: address },
  relating(
    `${subissues}.add`,
    "parent",
    "parent",
    ["issue_number", "sub_issue_number"],
    "Number of the parent.",
  ),
  {
    id: `${subissues}.remove`,
    given: ["remove-parent"],
    without: ["parent"],
    isBare: true,
    about: "sub_issue_number",
    usual: { issue_number: PARENT },
    flags: { "remove-parent": { ...on, help: "Remove it from its parent." } },
    isAside: true,
    prints: address,
  },
  relating(`${subissues}.add`, "add-sub-issue", "addSubIssue", subIssue, "Number of a sub-issue."),
  relating(
    `${subissues}.remove`,
    "remove-sub-issue",
    "removeSubIssue",
    subIssue,
    "Number of a sub-issue.",
  ),
  relating(`${blockers}.add`, "add-blocked-by", "addBlockedBy", blocker, "Issue that blocks it."),
  relating(
    `${blockers}.remove`,
    "remove-blocked-by",
    "removeBlockedBy",
    blocker,
    "Issue that blocks it.",
  ),
  relating(`${blockers}.add`, "add-blocking", "addBlocking", blocked, "Issue that it blocks."),
  relating(
    `${blockers}.remove`,
    "remove-blocking",
    "removeBlocking",
    blocked,
    "Issue that it blocks.",
  ),
  // The results of the changes are about the other issue.
  {
    id: "issue.view",
    given: ["parent", "remove-parent", "add-blocking", "remove-blocking"],
    isBare: true,
    prints: address,
  },
]

export const issues: Commands = {
  "issue list": chosenBy(
    ["search", "app", "type", LABELS],
    { id: "issue.list", flags: { label: allLabels }, prints: issueColumns, computed: issueFields },
    {
      id: "issue.search",
      refuses: atMostOne("author", "app"),
      query: [...search, "mentions:{mention}", 'milestone:"{milestone}"', 'type:"{type}"'],
      prints: issueColumns,
      computed: issueFields,
      flags: { search: searchText },
    },
  ),
  "issue status": [
    mine({ assignee: "@me" }),
    mine({ mentioned: "@me" }),
    mine({ author: "@me" }, { combines: issueStatus, prints: issueStatusLines }),
  ],
  "issue view": viewing("issue", issueView, [
    listing("issue.projects.list", projectItems),
    ...connected,
    ofFields("issue.context", contextFields),
  ]),
  "issue close": withComment("issue", "close"),
  "issue reopen": withComment("issue", "reopen"),
  "issue create": [
    {
      id: "issue.create",
      refuses: notOnPage("editor", "project", "type", "parent", "blocked-by", "blocking"),
      flags: { template: bodyTemplate, editor },
      requires: ["body"],
      prints: address,
    },
    planning("issue.create"),
    ...relations,
  ],
  "issue delete": [{ id: "issue.delete", prints: nothing }],
  "issue comment": commenting("issue"),
  "issue edit": [
    { id: "issue.update", given: ["title", "body", "body-file"], prints: address },
    ...editing("issue"),
    ...changedRelations,
  ],
  "issue develop": chosenBy(
    ["list"],
    {
      id: "issue.branches.create",
      flags: { name: { short: "n", input: "branch" }, base: { short: "b", input: "from" } },
    },
    { id: "issue.branches.list", flags: { list: { short: "l", ...on } }, prints: ["name"] },
  ),
  "issue transfer": [{ id: "issue.transfer", last: "to_repo", prints: address, isConfirmed: true }],
  "issue lock": [
    { id: "issue.lock", flags: { reason: { short: "r", input: "lock_reason" } }, prints: nothing },
  ],
  "issue unlock": [{ id: "issue.unlock", prints: nothing }],
  "issue pin": [{ id: "issue.pin", prints: nothing }],
  "issue unpin": [{ id: "issue.unpin", prints: nothing }],
}
