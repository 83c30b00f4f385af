/** `gh search`. */
import type { Printed } from "../print/index.js"
import { account } from "./conversations.js"
import { fullName, listFields, repositoryColumns, whole } from "./repositories.js"
import {
  atMostOne,
  type Commands,
  type ComputedFields,
  type Flag,
  qualifiers,
  refusing,
  renamed,
  type Step,
  WORDS,
} from "./step.js"

/** The first columns in the output of `gh search`. */
const found: Printed = [
  fullName,
  "number",
  ({ state }) => (state === "OPEN" ? "open" : "closed"),
  "title",
  "labels",
  "updated_at",
]

const repository: ComputedFields = {
  repository: {
    from: ["owner", "repo"],
    members: ["nameWithOwner"],
    value: (item) => ({ name: item.repo, nameWithOwner: fullName(item) }),
  },
}

/** As in gh: GitHub's search returns at most 1000 results, and ignores another order. */
const searchable: NonNullable<Step["refuses"]> = (_, { limit, order }) => {
  const [way = "desc"] = [order].flat().reverse()
  if (!/^(?:asc|desc)$/.test(String(way))) return `--order is asc or desc, not ${way}`
  return Number(limit) > 1000 ? "--limit is at most 1000" : undefined
}

const searching: Pick<Step, "prints" | "lower" | "refuses"> = {
  prints: found,
  lower: ["state"],
  refuses: refusing(searchable, atMostOne("author", "app")),
}

const isPullRequest = (value: boolean): ComputedFields => ({
  author: account("author", (bot) => `${bot}[bot]`),
  ...repository,
  isPullRequest: { from: ["number"], value: () => value },
})

/** A commit as Git has it. */
const commitFields: ComputedFields = {
  parents: { from: ["parents"], value: ({ parents }) => [parents].flat().map((sha) => ({ sha })) },
  repository: {
    from: ["owner", "repo"],
    members: ["fullName"],
    value: (item) => ({ name: item.repo, fullName: fullName(item), owner: item.owner }),
  },
  commit: {
    from: ["message", "author_name", "author_email", "authored_at", "committed_at"],
    members: ["message", "author", "committer", "date"],
    value: ({ message, author_name, author_email, authored_at, committed_at }) => ({
      message,
      author: { name: author_name, email: author_email, date: authored_at },
      committer: { date: committed_at },
    }),
  },
}

/** `gh search issues`, which ignores the surrounding repository. */
const everywhere = [
  `(${WORDS})`,
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

const order: Readonly<Record<string, Flag>> = { order: { help: "asc or desc; only with --sort." } }

/** The switches of `gh search issues` and `gh search prs`. */
const searchSwitches: Readonly<Record<string, Flag>> = {
  ...order,
  archived: { value: "true", off: "false", help: "Only in archived repositories." },
  locked: { value: "locked", off: "unlocked", help: "Only with a locked conversation." },
  ...Object.fromEntries(
    ["assignee", "label", "milestone", "project"].map((name) => [
      `no-${name}`,
      { value: name, off: "", help: `Only without ${name === "assignee" ? "an" : "a"} ${name}.` },
    ]),
  ),
}

/** `gh search prs`. */
const everyPull = [
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

const around = [WORDS, "repo:{repo}", "user:{owner}"]
const codeSearch = [
  ...around,
  "language:{language}",
  "extension:{extension}",
  "filename:{filename}",
  "in:{match}",
  "size:{size}",
]
const repositorySearch = [
  WORDS,
  "user:{owner}",
  "language:{language}",
  "topic:{topic}",
  "license:{license}",
  "is:{visibility}",
  "stars:{stars}",
  "forks:{forks}",
  "created:{created}",
  "pushed:{updated}",
  "archived:{archived}",
  "followers:{followers}",
  "good-first-issues:{good-first-issues}",
  "help-wanted-issues:{help-wanted-issues}",
  "fork:{include-forks}",
  "in:{match}",
  "topics:{number-topics}",
  "size:{size}",
  "sort:{sort}",
]
const commitSearch = [
  ...around,
  "author:{author}",
  "author-date:{author-date}",
  "author-email:{author-email}",
  "author-name:{author-name}",
  "committer:{committer}",
  "committer-date:{committer-date}",
  "committer-email:{committer-email}",
  "committer-name:{committer-name}",
  "hash:{hash}",
  "parent:{parent}",
  "tree:{tree}",
  "merge:{merge}",
  "is:{visibility}",
  "sort:{sort}",
]

export const searches: Commands = {
  "search issues": [
    {
      ...searching,
      id: "issue.search",
      whole: "is:issue",
      query: everywhere,
      flags: searchSwitches,
      computed: isPullRequest(false),
    },
  ],
  "search prs": [
    {
      ...searching,
      id: "pr.search",
      whole: "is:pr",
      computed: isPullRequest(true),
      query: everyPull,
      flags: {
        ...searchSwitches,
        draft: { value: "true", off: "false", help: "Only drafts." },
        merged: { value: "merged", off: "unmerged", help: "Only merged ones." },
      },
    },
  ],
  // gh has no searches for people.
  "search users": [{ id: "user.search", prints: ["login", "name"] }],
  "search orgs": [{ id: "org.search", prints: ["login", "name"] }],
  "search code": [
    {
      id: "search.code",
      refuses: searchable,
      query: codeSearch,
      computed: repository,
      prints: [(item) => `${fullName(item)}:${item.path}`],
    },
  ],
  "search commits": [
    {
      id: "search.commits",
      refuses: searchable,
      query: commitSearch,
      flags: { ...order, merge: { value: "true", off: "false", help: "Only merge commits." } },
      prints: [fullName, "sha", "title", "author", "authored_at"],
      computed: commitFields,
    },
  ],
  "search repos": [
    {
      id: "repo.search",
      refuses: searchable,
      query: repositorySearch,
      flags: {
        ...order,
        archived: { value: "true", off: "false", help: "Only archived repositories." },
      },
      prints: repositoryColumns,
      lower: ["visibility"],
      computed: {
        ...listFields,
        fullName: whole,
        // In GitHub's results of searches, the number of stars.
        watchersCount: renamed("stargazers_count"),
      },
    },
  ],
}
