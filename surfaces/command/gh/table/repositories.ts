/** `gh repo`, and commands that belong to a repository or search all repositories. */
import { type Item, type Printed, repositoryView } from "../print/index.js"
import { everywhere } from "./conversations.js"
import {
  address,
  type ComputedFields,
  type Flag,
  type GhCommand,
  nothing,
  on,
  type Step,
  WORDS,
} from "./step.js"

const fullName = ({ owner, repo }: Item) => `${owner}/${repo}`

const whole = { from: ["owner", "repo"], value: fullName }

const listFields: ComputedFields = {
  name: { from: ["repo"], value: ({ repo }) => repo },
  nameWithOwner: whole,
  isPrivate: { from: ["visibility"], value: ({ visibility }) => visibility !== "PUBLIC" },
  primaryLanguage: { from: ["language"], value: ({ language }) => language && { name: language } },
}

const repositoryFields: ComputedFields = {
  ...listFields,
  defaultBranchRef: {
    from: ["default_branch"],
    value: ({ default_branch }) => ({ name: default_branch ?? "" }),
  },
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

const around = [WORDS, "repo:{repo}", "user:{owner}"]
const codeSearch = [
  ...around,
  "language:{language}",
  "extension:{extension}",
  "filename:{filename}",
]
const commitSearch = [...around, "author:{author}", "committer:{committer}", "hash:{hash}"]

export const repositories: Readonly<Record<string, GhCommand>> = {
  "label list": [
    {
      id: "repo.labels.list",
      flags: {
        search: { short: "S", input: "query" },
        order: { input: "direction" },
      },
      prints: ["name", "description", ({ color }) => `#${color}`],
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
  "repo list": [{ id: "repo.list", prints: repositoryColumns, computed: listFields }],
  "repo view": [
    { id: "repo.view", prints: nothing, computed: repositoryFields },
    {
      id: "repo.file.view",
      isLines: true,
      fixed: { expression: "HEAD:README.md" },
      mayMiss: true,
      combines: ([repository, readme]) => ({ ...Object(repository), text: Object(readme).text }),
      prints: repositoryView,
    },
  ],
  "repo create": [
    {
      id: "repo.create",
      alone: "Create one repository at a time",
      flags: {
        public: { input: "visibility", value: "PUBLIC" },
        private: { input: "visibility", value: "PRIVATE" },
        internal: { input: "visibility", value: "INTERNAL" },
        description: { short: "d", input: "description" },
      },
      prints: address,
    },
  ],
  "repo edit": [
    {
      id: "repo.update",
      flags: {
        description: { short: "d", input: "description" },
        "enable-auto-merge": { input: "allow_auto_merge", value: true },
      },
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
      flags: { org: { input: "organization" }, "fork-name": { input: "name" } },
    },
  ],
  "gist create": [
    {
      id: "gist.create",
      gathers: "files",
      flags: {
        desc: { short: "d", input: "description" },
        public: { short: "p", input: "public", value: true },
        filename: { short: "f", says: "File name for the content of stdin." },
      },
      prints: address,
    },
  ],
  "cache list": [
    {
      id: "workflow.caches.list",
      flags: { ref: { short: "r", input: "ref" }, key: { short: "k", input: "key" } },
      prints: ["cache_id", "key", "size", "created_at"],
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
  "project list": [
    {
      id: "project.list",
      usual: { owner: "@me" },
      flags: { owner: { input: "owner" } },
      prints: ["number", "title", ({ closed }) => (closed ? "closed" : "open"), "id"],
    },
  ],
  "project item add": [{ id: "project.item.add", about: "issue_number" }],
  "search issues": [{ id: "issue.search", query: everywhere, prints: found, lower: ["state"] }],
  "search prs": [{ id: "pr.search", query: everywhere, prints: found, lower: ["state"] }],
  "search code": [
    { id: "search.code", query: codeSearch, prints: [(item) => `${fullName(item)}:${item.path}`] },
  ],
  "search commits": [
    { id: "search.commits", query: commitSearch, prints: [fullName, "sha", "title", "author"] },
  ],
  "search repos": [
    {
      id: "repo.search",
      prints: repositoryColumns,
      computed: { ...listFields, fullName: whole },
    },
  ],
}
