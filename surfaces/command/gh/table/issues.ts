/** `gh issue`. */

import { issueStatus, issueStatusLines, issueView } from "../print/index.js"
import {
  allLabels,
  bodyTemplate,
  commenting,
  editing,
  isLocked,
  issueColumns,
  issueFields,
  planning,
  projectItems,
  search,
  searchText,
  viewing,
  withComment,
} from "./conversations.js"
import { listing } from "./listed.js"
import {
  address,
  type Commands,
  type ComputedFields,
  LABELS,
  notBoth,
  nothing,
  ofFields,
  on,
  renamed,
  type Step,
} from "./step.js"

const mine = (input: object, rest: object = {}): Step => ({
  id: "issue.list",
  fixed: { ...input, states: ["OPEN"] },
  computed: issueFields,
  ...rest,
})

/** Fields of gh's that `issue.context` has. */
const contextFields: ComputedFields = {
  isLocked,
  authorAssociation: renamed("author_association"),
  isPinned: renamed("pinned"),
}

export const issues: Commands = {
  "issue list": [
    {
      id: "issue.list",
      without: ["search", "app", LABELS],
      flags: { label: allLabels },
      prints: issueColumns,
      computed: issueFields,
    },
    {
      id: "issue.search",
      given: ["search", "app", LABELS],
      refuses: notBoth("author", "app"),
      query: [...search, "mentions:{mention}", 'milestone:"{milestone}"'],
      prints: issueColumns,
      computed: issueFields,
      flags: { search: searchText },
    },
  ],
  "issue status": [
    mine({ assignee: "@me" }),
    mine({ mentioned: "@me" }),
    mine({ author: "@me" }, { combines: issueStatus, prints: issueStatusLines }),
  ],
  "issue view": viewing("issue", issueView, [
    listing("issue.projects.list", projectItems),
    ofFields("issue.context", contextFields),
  ]),
  "issue close": withComment("issue", "close"),
  "issue reopen": withComment("issue", "reopen"),
  "issue create": [
    {
      id: "issue.create",
      flags: { template: bodyTemplate },
      requires: ["body"],
      prints: address,
    },
    planning("issue.create"),
  ],
  "issue delete": [{ id: "issue.delete", prints: nothing }],
  "issue comment": commenting("issue"),
  "issue edit": [
    { id: "issue.update", given: ["title", "body", "body-file"], prints: address },
    ...editing("issue"),
  ],
  "issue develop": [
    {
      id: "issue.branches.create",
      without: ["list"],
      flags: { name: { short: "n", input: "branch" }, base: { short: "b", input: "from" } },
    },
    { id: "issue.branches.list", given: ["list"], flags: { list: { short: "l", ...on } } },
  ],
  "issue transfer": [{ id: "issue.transfer", last: "to_repo", prints: address, isConfirmed: true }],
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
}
