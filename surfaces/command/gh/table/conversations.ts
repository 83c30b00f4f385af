/** The common parts of gh's commands for issues and for pull requests. */
import { commentsView, type Item, itemsOf, type Printed } from "../print/index.js"
import { listing } from "./listed.js"
import {
  AROUND,
  address,
  atMostOne,
  by,
  type ComputedFields,
  type Decision,
  type Flags,
  filling,
  type GhCommand,
  type Id,
  LINES,
  type ListedField,
  type Members,
  named,
  nothing,
  printing,
  qualifiers,
  ResultOf,
  type Step,
  switches,
  without,
} from "./step.js"

export const issueColumns: Printed = ["number", "state", "title", "labels", "updated_at"]

export const allLabels = filling({ "-l label=labels": "Only items with all of these labels." })

const closed: ComputedFields = {
  closed: ({ state }) => state !== "OPEN",
}

/**
 * A person or a bot as gh prints them, without the id and the name.
 *
 * @param loginOf - gh's login of a bot
 */
export const account =
  (field: string, loginOf = (bot: unknown): string => `app/${bot}`) =>
  ({ [field]: login = null, [`${field}_is_bot`]: is_bot }: Item) =>
    login === null ? null : { is_bot, login: is_bot ? loginOf(login) : login }

export const issueFields: ComputedFields = {
  ...closed,
  author: account("author"),
  ...named("state_reason?"),
}

export const pullFields: ComputedFields = {
  ...closed,
  author: account("author"),
  mergedBy: account("merged_by"),
  ...named("review_decision?"),
  mergeCommit: ({ merge_sha }) => (merge_sha ? { oid: merge_sha } : null),
}

type Domain = "issue" | "pr"

export const written: Members = {
  id: "id",
  // Unlike the author of an issue, gh's login has no `app/`; gh has no `is_bot` here.
  author: account("author", String),
  ...named("author_association body"),
}

/** gh has the status alone; the id and the number of the project are for further commands. */
export const projectItems: Members = {
  ...named("id number=project_number title=project_title"),
  status: ({ values }) => {
    const { Status: name = null } = Object(values)
    return name === null ? null : { name }
  },
}

const commentsFlag = switches({
  "-c comments": "Print the comments; JSON output has the other fields as well.",
})

/** Combines the pages of comments and of reviews into one list. */
function oneList(pages: readonly unknown[]): unknown {
  const [first] = pages
  return { ...Object(first), items: pages.flatMap((page) => Object(page).items) }
}

export const reactionGroup: Members = {
  content: "content",
  users: ({ count }) => ({ totalCount: count }),
}

/** The numbers of reactions, by their kind in gh's order. */
const reactionGroups: ListedField = {
  of: (items) =>
    kindsOfReactions
      .map((content) => ({
        content,
        count: items.filter((one) => one.content === content).length,
      }))
      .filter(({ count }) => count > 0),
  members: reactionGroup,
}

const kindsOfReactions = "THUMBS_UP THUMBS_DOWN LAUGH HOORAY CONFUSED HEART ROCKET EYES".split(" ")

/** @param lists - the lists that are fields of the view, besides comments and reactions */
export const viewing = (
  domain: Domain,
  prints: Printed,
  lists: readonly Step[] = [],
): GhCommand => {
  const listed = { given: ["comments"], and: [LINES], prints: commentsView }
  const computed = domain === "issue" ? issueFields : pullFields
  const comments: Step = { id: `${domain}.comments.list`, ...listed, flags: commentsFlag }
  const reviews: Step = { id: "pr.reviews.list", ...listed, usual: { first: 100 } }
  return [
    listing(`${domain}.comments.list`, {
      comments: { ...written, ...named("created_at is_minimized minimized_reason? url") },
    }),
    listing(`${domain}.reactions.list`, { reactionGroups }),
    ...lists,
    { id: `${domain}.view`, without: ["comments"], prints, computed },
    by(commentsFlag, `${domain}.context`, { without: [LINES], computed }),
    ...(domain === "issue"
      ? [{ ...comments, all: true }]
      : [
          { ...comments, usual: { first: 100 } },
          { ...reviews, combines: oneList },
        ]),
  ]
}

/** Adds a comment, or edits the last one of the token's user. */
export const commenting = (domain: Domain): GhCommand => [
  {
    id: `${domain}.comments.create`,
    without: ["edit-last"],
    refuses: oneText,
    flags: editor,
    prints: address,
  },
  {
    id: `${domain}.comments.list`,
    given: ["edit-last"],
    isBare: true,
    flags: switches({
      "edit-last": "Edit your last comment.",
      "create-if-none": "With --edit-last: add a comment if you have none.",
    }),
    decides: lastComment,
  },
  {
    id: "issue.comment.update",
    given: ["edit-last"],
    refuses: oneText,
    flags: editor,
    isDecided: true,
    prints: address,
  },
]

const oneText = atMostOne("body", "body-file", "editor", "web")

async function lastComment(
  { items }: Item,
  names: ReadonlySet<string>,
  me: () => Promise<unknown>,
): Promise<Decision> {
  const login = await me()
  const own = itemsOf(items).findLast(({ author }) => author === login)
  if (own) return { names: without(names, "create-if-none"), words: [String(own.id)] }
  if (names.has("create-if-none")) return { names: without(names, "create-if-none", "edit-last") }
  return {
    refused: `no comments found for current user (${login})`,
    fix: "Use --create-if-none to add one",
  }
}

/** As in gh, a command that is run again does not comment again. */
const unlessDone = (domain: Domain, verb: "close" | "reopen"): Step => ({
  id: `${domain}.view`,
  given: ["comment"],
  mayMiss: true,
  decides: ({ number, state }, names) => {
    const name = `${domain === "pr" ? "Pull request" : "Issue"} #${number}`
    if (state === "MERGED")
      return { refused: `${name} was already merged`, fix: `ghx pr comment ${number} comments` }
    const [done, word] = verb === "close" ? ["CLOSED", "closed"] : ["OPEN", "open"]
    return state === done ? { done: `${name} is already ${word}` } : { names }
  },
})

export const withComment = (domain: Domain, verb: "close" | "reopen"): GhCommand => [
  unlessDone(domain, verb),
  by(filling("-c comment=body"), `${domain}.comments.create`, { wantsArgument: true }),
  { id: `${domain}.${verb}`, prints: nothing, wantsArgument: true },
  ...(domain === "pr" && verb === "close" ? [deletingBranch("pr.close")] : []),
]

export const branchFlag = switches({
  "-d delete-branch": "Delete the branch on GitHub, unless it is in a fork.",
})

/** Deletes the branch of a pull request, unless it is missing or in a fork. */
export const deletingBranch = (after: Id): Step =>
  by(branchFlag, "pr.branch.delete", { after, isConfirmed: true, mayMiss: true, prints: nothing })

/** A change to a created object, as a part of the step that creates it. */
export const settingOf =
  (created: Id, number: string) =>
  (usage: string, id: Id): Step =>
    by(filling(usage), id, {
      fixed: { [number]: new ResultOf(created, "number") },
      prints: address,
    })

const inProject = (flag: string) =>
  filling({ [`${flag}=project_number`]: "Title or number of a project of the owner." })

/** Puts the created issue or pull request on a project. */
export const planning = (created: Id): Step =>
  by(inProject("-p project"), "project.item.add", {
    fixed: { content_id: new ResultOf(created, "id") },
    isAside: true,
    prints: address,
  })

/** The common part of `gh issue edit` and `gh pr edit`. */
export const editing = (domain: Domain): GhCommand => {
  const about = domain === "issue" ? "issue_number" : "pull_number"
  const ofProject = { about, isBare: true, isAside: true }
  return printing(
    address,
    by(filling("remove-label=labels"), `${domain}.labels.remove`),
    by(filling("add-label=labels"), `${domain}.labels.add`),
    by(filling("add-assignee=assignees"), `${domain}.assignees.add`),
    by(filling("remove-assignee=assignees"), `${domain}.assignees.remove`),
    {
      id: `${domain}.milestone.set`,
      given: ["milestone"],
      without: ["remove-milestone"],
      flags: { milestone: { short: "m", input: "milestone_number", emptied: "remove-milestone" } },
    },
    by(switches({ "remove-milestone": "" }), `${domain}.milestone.clear`),
    by(inProject("add-project"), "project.item.add", ofProject),
    by(inProject("remove-project"), "project.item.delete", {
      ...ofProject,
      isConfirmed: true,
      prints: nothing,
    }),
  )
}

export const search = `${AROUND} is:{state=open} ${qualifiers} author:app/{app} ({search})`

export const editor = switches({ "-e editor": "Write the text in an editor." })

/** The flags of a text that may start from a template. */
export const textFlags: Flags = {
  ...filling({
    "-T template=body@template": "Edit this template of the repository; needs a terminal.",
  }),
  ...editor,
}

export const searchText = filling({
  "-S search=": "Search query, with qualifiers of GitHub search.",
})
