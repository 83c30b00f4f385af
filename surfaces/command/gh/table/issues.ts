import { PARENT } from "../lookup/index.js"
import { type Item, issueStatus, issueStatusLines, issueView, itemsOf } from "../print/index.js"
import {
  allLabels,
  commenting,
  editing,
  issueColumns,
  issueFields,
  planning,
  projectItems,
  search,
  searchText,
  textFlags,
  viewing,
  withComment,
} from "./conversations.js"
import { connection, listing } from "./listed.js"
import {
  address,
  atMostOne,
  by,
  type Commands,
  type ComputedFields,
  camelCase,
  changes,
  chosenBy,
  filling,
  type Id,
  LABELS,
  type Members,
  named,
  nothing,
  notOnPage,
  ofFields,
  printing,
  ResultOf,
  type Step,
  switches,
} from "./step.js"

const mine = (input: object, rest: object = {}): Step => ({
  id: "issue.list",
  fixed: { ...input, states: ["OPEN"] },
  computed: issueFields,
  ...rest,
})

/** An issue or pull request in a list of another one, as gh has it. */
const reference: Members = {
  ...named("id number title state url"),
  repository: ({ owner, repo }) => ({
    name: repo,
    owner: { login: owner },
    nameWithOwner: `${owner}/${repo}`,
  }),
}

const percentOf = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.floor((100 * part) / whole)

const isClosed = ({ state }: Item) => state === "CLOSED"

const connected: readonly Step[] = [
  listing("issue.blockers.list", { blockedBy: connection(reference) }),
  listing("issue.blocking.list", { blocking: connection(reference) }),
  listing("issue.subissues.list", {
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
  }),
  listing("issue.prs.list", { closedByPullRequestsReferences: reference }),
]

const contextFields: ComputedFields = {
  ...named("isLocked=locked author_association isPinned=pinned parent"),
  issueType: ({ type }) => (type ? { name: type } : null),
}

/** Steps whose flag takes one number, since a chain has one step for each. */
const related = (usage: string, help: string, id: Id, rest: Partial<Step>): Step => {
  const flags = filling({ [usage]: help })
  const [name = ""] = Object.keys(flags)
  return by(flags, id, {
    refuses: (_, given) => {
      const value = given[camelCase(name)]
      return [value].flat().length > 1 || /,/.test(String(value))
        ? `--${name} takes one issue; ghx issue blockers and ghx issue subissues change others`
        : undefined
    },
    isBare: true,
    isAside: true,
    ...rest,
  })
}

const blockers = "issue.blockers"
const subissues = "issue.subissues"
const parent = "parent=issue_number"
const ofParent = "Number of the parent."

const created = (own: string) => ({ fixed: { [own]: new ResultOf("issue.create", "number") } })

const type = filling({ type: "Type of the issue." })

const relations: readonly Step[] = [
  by(type, "issue.type.set", { ...created("issue_number"), isAside: true }),
  related(parent, ofParent, `${subissues}.add`, created("sub_issue_number")),
  related(
    "blocked-by=blocker_number",
    "Number of an issue that blocks it.",
    `${blockers}.add`,
    created("issue_number"),
  ),
  related(
    "blocking=issue_number",
    "Number of an issue that it blocks.",
    `${blockers}.add`,
    created("blocker_number"),
  ),
]

/** A change of another issue: its flag, the help of that, and the input that the command's issue fills. */
const other = (usage: string, help: string, id: Id, about: string): Step =>
  related(usage, help, id, { about })

const subIssue = "Number of a sub-issue."
const blocker = "Issue that blocks it."
const blocked = "Issue that it blocks."
const adopting = { usual: { replace_parent: true } }

/** Changes of what an existing issue is related to. */
const changedRelations: readonly Step[] = [
  by(type, "issue.type.set", { without: ["remove-type"] }),
  by(switches({ "remove-type": "" }), "issue.type.clear"),
  related(parent, ofParent, `${subissues}.add`, { about: "sub_issue_number", ...adopting }),
  by(switches({ "remove-parent": "Remove it from its parent." }), `${subissues}.remove`, {
    without: ["parent"],
    isBare: true,
    about: "sub_issue_number",
    usual: { issue_number: PARENT },
    isAside: true,
  }),
  {
    ...other("add-sub-issue=sub_issue_number", subIssue, `${subissues}.add`, "issue_number"),
    ...adopting,
  },
  other("remove-sub-issue=sub_issue_number", subIssue, `${subissues}.remove`, "issue_number"),
  other("add-blocked-by=blocker_number", blocker, `${blockers}.add`, "issue_number"),
  other("remove-blocked-by=blocker_number", blocker, `${blockers}.remove`, "issue_number"),
  other("add-blocking=issue_number", blocked, `${blockers}.add`, "blocker_number"),
  other("remove-blocking=issue_number", blocked, `${blockers}.remove`, "blocker_number"),
  // The results of the changes are about the other issue.
  {
    id: "issue.view",
    given: ["parent", "remove-parent", "add-blocking", "remove-blocking"],
    isBare: true,
  },
]

export const issues: Commands = {
  "issue list": chosenBy(
    ["search", "app", "type", LABELS],
    { id: "issue.list", flags: allLabels, prints: issueColumns, computed: issueFields },
    {
      id: "issue.search",
      refuses: atMostOne("author", "app"),
      query: `${search} mentions:{mention} milestone:"{milestone}" type:"{type}"`,
      prints: issueColumns,
      computed: issueFields,
      flags: searchText,
    },
  ),
  "issue status": [
    mine({ assignee: "@me" }),
    mine({ mentioned: "@me" }),
    mine({ author: "@me" }, { combines: issueStatus, prints: issueStatusLines }),
  ],
  "issue view": viewing("issue", issueView, [
    listing("issue.projects.list", { projectItems }),
    ...connected,
    ofFields("issue.context", contextFields),
  ]),
  "issue close": withComment("issue", "close"),
  "issue reopen": withComment("issue", "reopen"),
  "issue create": printing(
    address,
    {
      id: "issue.create",
      refuses: notOnPage("editor", "project", "type", "parent", "blocked-by", "blocking"),
      flags: textFlags,
      requires: ["body"],
    },
    planning("issue.create"),
    ...relations,
  ),
  "issue comment": commenting("issue"),
  "issue edit": printing(
    address,
    { id: "issue.update", given: ["title", "body", "body-file"] },
    ...editing("issue"),
    ...changedRelations,
  ),
  "issue develop": chosenBy(
    ["list"],
    { id: "issue.branches.create", flags: filling("-n name=branch", "-b base=from") },
    { id: "issue.branches.list", flags: switches({ "-l list": "" }), prints: ["name"] },
  ),
  "issue transfer": { id: "issue.transfer", last: "to_repo", prints: address, isConfirmed: true },
  ...changes(nothing, {
    "issue delete": "issue.delete",
    "issue lock": { id: "issue.lock", flags: filling("-r reason=lock_reason") },
    "issue unlock": "issue.unlock",
    "issue pin": "issue.pin",
    "issue unpin": "issue.unpin",
  }),
}
