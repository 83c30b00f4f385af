import type { Printed } from "../print/index.js"
import { account } from "./conversations.js"
import { fullName, listFields, repositoryColumns } from "./repositories.js"
import {
  atMostOne,
  type Commands,
  type ComputedFields,
  type Flags,
  filling,
  qualifiers,
  refusing,
  type Step,
} from "./step.js"

const found: Printed = [
  fullName,
  "number",
  ({ state }) => (state === "OPEN" ? "open" : "closed"),
  "title",
  "labels",
  "updated_at",
]

const repository: ComputedFields = {
  repository: (item) => ({ name: item.repo, nameWithOwner: fullName(item) }),
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

const commitFields: ComputedFields = {
  parents: ({ parents }) => [parents].flat().map((sha) => ({ sha })),
  repository: (item) => ({ name: item.repo, fullName: fullName(item), owner: item.owner }),
  commit: ({ message, author_name, author_email, authored_at, committed_at }) => ({
    message,
    author: { name: author_name, email: author_email, date: authored_at },
    committer: { date: committed_at },
  }),
}

/** `gh search issues`, which ignores the surrounding repository. */
const everywhere =
  `({words}) repo is:{state} ${qualifiers} user:{owner} milestone:"{milestone}" mentions involves ` +
  "commenter comments language created updated closed archived is:{locked} is:{visibility} " +
  "in:{match} no:{no-assignee} no:{no-label} no:{no-milestone} no:{no-project} interactions " +
  "reactions team:{team-mentions} project author:app/{app} sort"

const everyPull =
  `${everywhere} review-requested reviewed-by review status:{checks} base head ` +
  "merged:{merged-at} draft is:{merged}"

const order = { "order=": "asc or desc; only with --sort." }

/** The switches of `gh search issues` and `gh search prs`. */
const searchSwitches: Flags = {
  ...filling(order, {
    "archived=:true|false": "Only in archived repositories.",
    "locked=:locked|unlocked": "Only with a locked conversation.",
  }),
  ...Object.fromEntries(
    ["assignee", "label", "milestone", "project"].map((name) => [
      `no-${name}`,
      { value: name, off: "", help: `Only without ${name === "assignee" ? "an" : "a"} ${name}.` },
    ]),
  ),
}

const around = "{words} repo user:{owner}"

export const searches: Commands = {
  "search issues": {
    ...searching,
    id: "issue.search",
    whole: "is:issue",
    query: everywhere,
    flags: searchSwitches,
    computed: isPullRequest(false),
  },
  "search prs": {
    ...searching,
    id: "pr.search",
    whole: "is:pr",
    computed: isPullRequest(true),
    query: everyPull,
    flags: {
      ...searchSwitches,
      ...filling({
        "draft=:true|false": "Only drafts.",
        "merged=:merged|unmerged": "Only merged ones.",
      }),
    },
  },
  // gh has no searches for people.
  "search users": { id: "user.search", prints: ["login", "name"] },
  "search orgs": { id: "org.search", prints: ["login", "name"] },
  "search code": {
    id: "search.code",
    refuses: searchable,
    query: `${around} language extension filename in:{match} size`,
    computed: repository,
    prints: [(item) => `${fullName(item)}:${item.path}`],
  },
  "search commits": {
    id: "search.commits",
    refuses: searchable,
    query:
      `${around} author author-date author-email author-name committer committer-date ` +
      "committer-email committer-name hash parent tree merge is:{visibility} sort",
    flags: filling(order, { "merge=:true|false": "Only merge commits." }),
    prints: [fullName, "sha", "title", "author", "authored_at"],
    computed: commitFields,
  },
  "search repos": {
    id: "repo.search",
    refuses: searchable,
    query:
      "{words} user:{owner} language topic license is:{visibility} stars forks created " +
      "pushed:{updated} archived followers good-first-issues help-wanted-issues " +
      "fork:{include-forks} in:{match} topics:{number-topics} size sort",
    flags: filling(order, { "archived=:true|false": "Only archived repositories." }),
    prints: repositoryColumns,
    lower: ["visibility"],
    computed: {
      ...listFields,
      fullName,
      // In GitHub's results of searches, the number of stars.
      watchersCount: "stargazers_count",
    },
  },
}
