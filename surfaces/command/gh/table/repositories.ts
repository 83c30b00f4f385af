/** `gh repo`, and commands that belong to a repository or search all repositories. */
import { fileText, type Item, linesOf, type Printed, repositoryView } from "../print/index.js"
import { everyPull, everywhere, order, searchSwitches } from "./conversations.js"
import { listsOfRepositories } from "./listed.js"
import {
  address,
  type ComputedFields,
  type Flag,
  type GhCommand,
  jsonField,
  NAMED,
  nothing,
  on,
  type Step,
  WORDS,
} from "./step.js"

const NO_CLONE = "ghx only creates the fork; clone it with git"

const fullName = ({ owner, repo }: Item) => `${owner}/${repo}`

const whole = { from: ["owner", "repo"], value: fullName }

/** GitHub's key for a license: its SPDX identifier in lower case, or `other` without one. */
const licenseKey = (spdx: string) => (spdx === "NOASSERTION" ? "other" : spdx.toLowerCase())

const listFields: ComputedFields = {
  name: { from: ["repo"], value: ({ repo }) => repo },
  nameWithOwner: whole,
  isPrivate: { from: ["visibility"], value: ({ visibility }) => visibility !== "PUBLIC" },
  primaryLanguage: { from: ["language"], value: ({ language }) => language && { name: language } },
  sshUrl: {
    from: ["owner", "repo", "url"],
    value: (one) => `git@${new URL(String(one.url)).host}:${fullName(one)}.git`,
  },
}

function countIn(name: string): ComputedFields[string] {
  return {
    from: [name],
    members: ["totalCount"],
    value: (one) => ({ totalCount: one[name] }),
  }
}

const repositoryFields: ComputedFields = {
  ...listFields,
  watchers: countIn("watchers_count"),
  viewerCanAdminister: {
    from: ["permission"],
    value: ({ permission }) => permission === "ADMIN",
  },
  parent: {
    from: ["parent"],
    value: ({ parent }) => parent && { ...parent, name: Object(parent).repo },
  },
  licenseInfo: {
    from: ["license", "license_name"],
    value: ({ license, license_name }) =>
      license && { key: licenseKey(String(license)), name: license_name },
  },
  // gh returns an empty text instead of null.
  homepageUrl: { from: ["homepage"], value: ({ homepage }) => homepage ?? "" },
  defaultBranchRef: {
    from: ["default_branch"],
    value: ({ default_branch }) => ({ name: default_branch ?? "" }),
  },
  repositoryTopics: {
    from: ["topics"],
    // gh has null where there are none.
    value: ({ topics }) =>
      Array.isArray(topics) && topics.length > 0 ? topics.map((name) => ({ name })) : null,
  },
}

/** Fields of gh's view that repo.context has. */
const contextFields: ComputedFields = {
  issues: countIn("open_issues_count"),
  pullRequests: countIn("open_pull_requests_count"),
}

const repositoryColumns: Printed = [
  fullName,
  "description",
  ({ visibility, archived }) =>
    [String(visibility).toLowerCase(), ...(archived ? ["archived"] : [])].join(", "),
]

/** The first columns in the output of `gh search`. */
const found: Printed = [
  fullName,
  "number",
  ({ state }) => (state === "OPEN" ? "open" : "closed"),
  "title",
  "labels",
]

const searching = {
  prints: found,
  lower: ["state"],
  computed: {
    repository: {
      from: ["owner", "repo"],
      members: ["nameWithOwner"],
      value: (item: Item) => ({ name: item.repo, nameWithOwner: fullName(item) }),
    },
  },
}

const creatingLabel: Pick<Step, "alone" | "flags" | "prints"> = {
  alone: "Create one label at a time",
  prints: nothing,
  flags: {
    color: { short: "c", input: "color" },
    description: { short: "d", input: "description" },
  },
}

const secretText: Readonly<Record<string, Flag>> = {
  body: { short: "b", input: "value" },
  "body-file": { short: "F", input: "value", as: "file" },
}

/** Settings whose options have other names than their inputs. */
const settings: Readonly<Record<string, Flag>> = {
  description: { short: "d", input: "description" },
  ...Object.fromEntries(
    ["auto-merge", "merge-commit", "rebase-merge", "squash-merge"].map((name) => [
      `enable-${name}`,
      { input: `allow_${name.replace("-", "_")}` },
    ]),
  ),
  ...Object.fromEntries(
    ["issues", "projects", "wiki"].map((name) => [`enable-${name}`, { input: `has_${name}` }]),
  ),
}

const around = [WORDS, "repo:{repo}", "user:{owner}"]
const codeSearch = [
  ...around,
  "language:{language}",
  "extension:{extension}",
  "filename:{filename}",
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

const readFile: GhCommand = [{ id: "repo.file.view", prints: fileText }]

const folderLines: Printed = ({ entries }) => linesOf(["type", "size", "path"], { items: entries })

const readFolder: GhCommand = [
  {
    id: "repo.tree.list",
    without: [NAMED],
    flags: { ref: { input: "ref" } },
    fixed: {},
    prints: folderLines,
  },
  { id: "repo.tree.list", given: [NAMED], about: "path", prints: folderLines },
]

export const repositories: Readonly<Record<string, GhCommand>> = {
  "label list": [
    {
      id: "repo.labels.list",
      // As in gh, in the order of their creation.
      usual: { sort: "CREATED_AT" },
      flags: {
        search: { short: "S", input: "query" },
        order: { input: "direction" },
      },
      prints: ["name", "description", ({ color }) => `#${color}`],
      computed: {
        // gh returns an empty text instead of null.
        description: {
          from: ["description"],
          value: ({ description }) => description ?? "",
        },
      },
    },
  ],
  "label create": [
    { ...creatingLabel, id: "repo.label.create", without: ["force"] },
    {
      ...creatingLabel,
      id: "repo.label.upsert",
      given: ["force"],
      flags: { ...creatingLabel.flags, force: { short: "f", ...on } },
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
      prints: nothing,
    },
  ],
  "label delete": [{ id: "repo.label.delete", prints: nothing }],
  "repo list": [
    {
      id: "repo.list",
      usual: { owner: "@me" },
      flags: {
        fork: { input: "is_fork", value: true, help: "Only forks." },
        source: { input: "is_fork", value: false, help: "Only repositories that are not forks." },
        archived: { input: "is_archived", value: true, off: false, help: "Only archived ones." },
        "no-archived": {
          input: "is_archived",
          value: false,
          help: "Only repositories that are not archived.",
        },
      },
      prints: repositoryColumns,
      computed: listFields,
    },
  ],
  "repo view": [
    ...listsOfRepositories,
    {
      id: "repo.context",
      given: Object.keys(contextFields).map(jsonField),
      computed: contextFields,
    },
    { id: "repo.view", prints: nothing, computed: repositoryFields },
    {
      id: "repo.file.view",
      isLines: true,
      fixed: { path: "README.md" },
      mayMiss: true,
      combines: ([repository, readme]) => ({ ...Object(repository), text: Object(readme).text }),
      prints: repositoryView,
    },
  ],
  "repo file view": readFile,
  "repo read-file": readFile,
  "repo tree list": readFolder,
  "repo read-dir": readFolder,
  "repo create": [
    {
      id: "repo.create",
      alone: "Create one repository at a time",
      flags: {
        public: { input: "visibility", value: "PUBLIC" },
        private: { input: "visibility", value: "PRIVATE" },
        internal: { input: "visibility", value: "INTERNAL" },
        "disable-issues": { input: "has_issues", value: false, help: "Create it without issues." },
        "disable-wiki": { input: "has_wiki", value: false, help: "Create it without a wiki." },
        description: { short: "d", input: "description" },
      },
      prints: address,
    },
  ],
  "repo edit": [
    {
      id: "repo.update",
      flags: settings,
      prints: nothing,
    },
  ],
  "repo rename": [
    { id: "repo.update", about: "name", alone: "Pass one new name", prints: nothing },
  ],
  "repo archive": [{ id: "repo.archive", prints: nothing }],
  "repo unarchive": [{ id: "repo.unarchive", prints: nothing }],
  "repo delete": [{ id: "repo.delete", prints: nothing }],
  "repo fork": [
    {
      id: "repo.fork",
      flags: {
        org: { input: "organization" },
        "fork-name": { input: "name" },
        clone: {
          ...on,
          onlyOff: NO_CLONE,
          help: "Only =false is allowed: ghx does not clone repositories.",
        },
        remote: {
          ...on,
          onlyOff: NO_CLONE,
          help: "Only =false is allowed: ghx does not add remotes.",
        },
      },
    },
  ],
  "cache list": [
    {
      id: "workflow.caches.list",
      flags: { ref: { short: "r", input: "ref" }, key: { short: "k", input: "key" } },
      prints: ["cache_id", "key", "size", "created_at"],
      computed: {
        id: { from: ["cache_id"], value: ({ cache_id }) => cache_id },
        sizeInBytes: { from: ["size"], value: ({ size }) => size },
      },
    },
  ],
  "cache delete": [{ id: "workflow.cache.delete", about: "cache_id", prints: nothing }],
  "ruleset list": [
    { id: "repo.rulesets.list", prints: ["ruleset_id", "name", "source", "enforcement"] },
  ],
  "ruleset check": [{ id: "repo.branch.rules.list" }],
  "ruleset view": [{ id: "repo.ruleset.view", about: "ruleset_id" }],
  "variable list": [{ id: "repo.variables.list", prints: ["name", "value"] }],
  "variable set": [{ id: "repo.variable.set", flags: secretText, prints: nothing }],
  "variable delete": [{ id: "repo.variable.delete", prints: nothing }],
  "secret list": [{ id: "repo.secrets.list", prints: ["name"] }],
  "secret set": [{ id: "repo.secret.set", flags: secretText, prints: nothing }],
  "secret delete": [{ id: "repo.secret.delete", prints: nothing }],
  "milestone list": [{ id: "repo.milestones.list" }],
  "milestone create": [{ id: "repo.milestone.create" }],
  "milestone edit": [{ id: "repo.milestone.update" }],
  "milestone delete": [{ id: "repo.milestone.delete" }],
  "org list": [{ id: "user.orgs.list", usual: { login: "@me" }, prints: ["login"] }],
  "search issues": [{ ...searching, id: "issue.search", query: everywhere, flags: searchSwitches }],
  "search prs": [
    {
      ...searching,
      id: "pr.search",
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
    { id: "search.code", query: codeSearch, prints: [(item) => `${fullName(item)}:${item.path}`] },
  ],
  "search commits": [
    {
      id: "search.commits",
      query: commitSearch,
      flags: { ...order, merge: { value: "true", off: "false", help: "Only merge commits." } },
      prints: [fullName, "sha", "title", "author"],
    },
  ],
  "search repos": [
    {
      id: "repo.search",
      query: repositorySearch,
      flags: {
        ...order,
        archived: { value: "true", off: "false", help: "Only archived repositories." },
      },
      prints: repositoryColumns,
      computed: { ...listFields, fullName: whole },
    },
  ],
}
