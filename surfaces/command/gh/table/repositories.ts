/** `gh repo`. */
import {
  type Column,
  fileText,
  type Item,
  itemsOf,
  linesOf,
  repositoryView,
} from "../print/index.js"
import { listing } from "./listed.js"
import { apiOf } from "./releases.js"
import {
  address,
  type Commands,
  type ComputedFields,
  changes,
  chosenBy,
  type Flags,
  fieldsNamed,
  filling,
  type GhCommand,
  membersNamed,
  NAMED,
  nothing,
  ofFields,
  printing,
  renamed,
  type Step,
  TEXT,
} from "./step.js"
import { DEFAULT_BRANCH } from "./symbols.js"

const NO_CLONE = "only the fork is created here"

export const fullName = ({ owner, repo }: Item) => `${owner}/${repo}`

export const whole = { from: ["owner", "repo"], value: fullName }

/** GitHub's key for a license: its SPDX identifier in lower case, or `other` without one. */
const licenseKey = (spdx: string) => (spdx === "NOASSERTION" ? "other" : spdx.toLowerCase())

export const listFields: ComputedFields = {
  name: renamed("repo"),
  nameWithOwner: whole,
  isPrivate: { from: ["visibility"], value: ({ visibility }) => visibility !== "PUBLIC" },
  primaryLanguage: { from: ["language"], value: ({ language }) => language && { name: language } },
  sshUrl: {
    from: ["owner", "repo", "url"],
    value: (one) => `git@${new URL(String(one.url)).host}:${fullName(one)}.git`,
  },
}

function countIn(name: string): ComputedFields[string] {
  return { from: [name], members: ["totalCount"], value: (one) => ({ totalCount: one[name] }) }
}

const repositoryFields: ComputedFields = {
  ...listFields,
  watchers: countIn("watchers_count"),
  size: renamed("disk_usage"),
  viewerCanAdminister: { from: ["permission"], value: ({ permission }) => permission === "ADMIN" },
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
  homepageUrl: renamed("homepage", ""),
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
  ...fieldsNamed("archived_at"),
  isDisabled: renamed("disabled"),
  issues: countIn("open_issues_count"),
  pullRequests: countIn("open_pull_requests_count"),
  // GitHub's count for searches includes pull requests.
  openIssuesCount: {
    from: ["open_issues_count", "open_pull_requests_count"],
    value: (one) => Number(one.open_issues_count) + Number(one.open_pull_requests_count),
  },
}

/** Fields of gh's view that repo.viewer.view has. */
const viewerFields: ComputedFields = {
  viewerHasStarred: renamed("starred"),
  viewerSubscription: renamed("subscription", ""),
  viewerDefaultMergeMethod: renamed("default_merge_method"),
  viewerDefaultCommitEmail: renamed("default_commit_email", ""),
  viewerPossibleCommitEmails: renamed("commit_emails"),
}

/** Fields of gh's view that repo.profile.view has. */
const profileFields: ComputedFields = {
  ...fieldsNamed("code_of_conduct contact_links funding_links"),
  isBlankIssuesEnabled: renamed("blank_issues_allowed"),
  isInOrganization: renamed("in_organization"),
  isMirror: { from: ["mirror_url"], value: ({ mirror_url }) => mirror_url !== null },
  isSecurityPolicyEnabled: renamed("has_security_policy"),
  isUserConfigurationRepository: renamed("user_configuration"),
  mirrorUrl: renamed("mirror_url", ""),
  openGraphImageUrl: renamed("social_image_url"),
  securityPolicyUrl: renamed("security_policy_url", ""),
  templateRepository: {
    from: ["template_repository"],
    value: ({ template_repository: template }) =>
      template && { name: Object(template).repo, owner: Object(template).owner },
  },
  usesCustomOpenGraphImage: renamed("custom_social_image"),
}

/** Fields of gh's view that repo.templates.list has. */
const templateFields: ComputedFields = {
  issueTemplates: {
    from: ["issue_templates"],
    value: ({ issue_templates }) =>
      itemsOf(issue_templates).map(({ filename, ...template }) => template),
  },
  ...fieldsNamed("pull_request_templates"),
}

export const repositoryColumns: readonly Column[] = [
  fullName,
  "description",
  ({ visibility, archived }) =>
    [String(visibility).toLowerCase(), ...(archived ? ["archived"] : [])].join(", "),
]

/** Settings whose options have other names than their inputs. */
const settings: Flags = {
  ...filling("-d description", "-h homepage"),
  ...filling("enable-auto-merge=allow_auto_merge", "enable-merge-commit=allow_merge_commit"),
  ...filling("enable-rebase-merge=allow_rebase_merge", "enable-squash-merge=allow_squash_merge"),
  ...filling("enable-issues=has_issues", "enable-projects=has_projects", "enable-wiki=has_wiki"),
}

const topics = ["repo.view", "topics"] as const

const onlyArchived = "Only archived ones."
const noneArchived = "Only repositories that are not archived."

/** gh's fields of a file or an entry that repo.contents.view has. */
const fileFields: ComputedFields = {
  content: renamed("content", ""),
  encoding: renamed("encoding", ""),
  gitSHA: renamed("sha"),
  gitUrl: { from: ["url", "sha"], value: ({ url, sha }) => `${apiOf(url)}/git/blobs/${sha}` },
  htmlUrl: renamed("url"),
  ...fieldsNamed("name path type"),
  url: {
    from: ["url", "path"],
    value: ({ url, path }) => {
      const [, page = ""] = String(url).split("/blob/")
      const ref = page.slice(0, -encodeURI(String(path)).length - 1)
      return `${apiOf(url)}/contents/${encodeURI(String(path))}?ref=${ref}`
    },
  },
}

const readFile: GhCommand = [
  { id: "repo.file.view", prints: fileText },
  ofFields("repo.contents.view", fileFields),
]

const typesOfEntries = { blob: "file", tree: "dir", commit: "submodule" }
const LINK = 0o120000

const inBase64 = (field: string): ComputedFields[string] => ({
  from: [field],
  value: (entry) => Buffer.from(String(entry[field])).toString("base64"),
})

const kindOf = ({ type, mode }: Item): unknown =>
  mode === LINK ? "symlink" : Reflect.get(typesOfEntries, String(type))

const octal = ({ mode }: Item): string => Number(mode).toString(8).padStart(6, "0")

const folder: Pick<Step, "id" | "items" | "computed" | "prints"> = {
  id: "repo.tree.list",
  items: "entries",
  computed: {
    gitSHA: renamed("oid"),
    gitType: renamed("type"),
    modeOctal: { from: ["mode"], value: octal },
    nameRaw: inBase64("name"),
    pathRaw: inBase64("path"),
    type: { from: ["type", "mode"], value: kindOf },
  },
  prints: ({ entries }) => linesOf([kindOf, "name", octal, "size"], { items: entries }),
}

const readFolder: GhCommand = [
  { ...folder, without: [NAMED], flags: filling("ref"), fixed: {} },
  { ...folder, given: [NAMED], about: "path" },
]

/** gh returns an empty text instead of null. */
const description = (item: Item) => item.description ?? ""

const person = membersNamed("id login name")

const lists: readonly Step[] = [
  listing("repo.languages.list", {
    languages: { members: { size: "size", node: ({ name }) => ({ name }) } },
  }),
  {
    ...listing("repo.labels.list", {
      labels: { members: { ...membersNamed("id name"), description, ...membersNamed("color") } },
    }),
    usual: { first: 100, sort: "CREATED_AT" },
  },
  listing("repo.milestones.list", {
    milestones: {
      members: { ...membersNamed("number title"), description, ...membersNamed("due_on") },
    },
  }),
  listing("repo.assignables.list", { assignableUsers: { members: person } }),
  listing("repo.mentionables.list", { mentionableUsers: { members: person } }),
  {
    ...listing("release.latest", {
      latestRelease: {
        isOne: true,
        members: membersNamed("name tag_name url published_at"),
      },
    }),
    usual: {},
    mayMiss: true,
  },
]

export const repositories: Commands = {
  "repo list": chosenBy(
    ["language", "topic"],
    {
      id: "repo.list",
      alone: "Pass one owner",
      usual: { owner: "@me" },
      flags: {
        public: { input: "visibility", value: "PUBLIC" },
        private: { input: "visibility", value: "PRIVATE" },
        fork: { input: "is_fork", value: true, help: "Only forks." },
        source: { input: "is_fork", value: false, help: "Only repositories that are not forks." },
        archived: { input: "is_archived", value: true, off: false, help: onlyArchived },
        "no-archived": { input: "is_archived", value: false, help: noneArchived },
      },
      prints: [...repositoryColumns, "pushed_at"],
      computed: listFields,
    },
    {
      id: "repo.search",
      alone: "Pass one owner",
      // As in gh, which searches as well.
      query:
        "user:{words=@me} fork:true language topic is:{visibility} archived " +
        "archived:{no-archived} sort:updated-desc",
      flags: {
        language: { short: "l", help: "Only repositories with this main language." },
        topic: { help: "Only repositories with this topic." },
        archived: { value: "true", off: "false", help: onlyArchived },
        "no-archived": { value: "false", help: noneArchived },
      },
      prints: [...repositoryColumns, "pushed_at"],
      computed: listFields,
    },
  ),
  "repo view": [
    ...lists,
    ofFields("repo.context", contextFields),
    ofFields("repo.viewer.view", viewerFields),
    ofFields("repo.profile.view", profileFields),
    ofFields("repo.templates.list", templateFields),
    { id: "repo.view", prints: nothing, computed: repositoryFields },
    {
      id: "repo.file.view",
      and: [TEXT],
      fixed: { path: "README.md" },
      flags: filling({ "-b branch=ref": "Branch of the README." }),
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
      refuses: (names, _, [name = ""]) =>
        names.has("organization") && name.includes("/")
          ? "Use OWNER/NAME or --organization, not both"
          : undefined,
      flags: {
        public: { input: "visibility", value: "PUBLIC" },
        private: { input: "visibility", value: "PRIVATE" },
        internal: { input: "visibility", value: "INTERNAL" },
        "disable-issues": { input: "has_issues", value: false, help: "Create it without issues." },
        "disable-wiki": { input: "has_wiki", value: false, help: "Create it without a wiki." },
        ...filling("-d description", "-h homepage"),
      },
      prints: address,
    },
  ],
  "repo edit": printing(
    nothing,
    {
      id: "repo.update",
      unlessOnly: ["add-topic", "remove-topic", "topics"],
      flags: settings,
    },
    {
      id: "repo.topics.set",
      given: ["add-topic", "remove-topic", "topics"],
      refuses: (names) =>
        names.has("topics") && (names.has("add-topic") || names.has("remove-topic"))
          ? "--topics replaces all topics, and cannot be combined with --add-topic and --remove-topic"
          : undefined,
      flags: {
        "add-topic": { input: "topics", as: "plus", of: topics, help: "Add a topic." },
        "remove-topic": { input: "topics", as: "minus", of: topics, help: "Remove a topic." },
        ...filling({ topics: "Replace all topics." }),
      },
    },
  ),
  ...changes(nothing, {
    "repo rename": {
      id: "repo.update",
      about: "name",
      alone: "Pass one new name",
      // With -R, gh takes it for granted.
      asks: ({ repo }) => (repo === undefined ? "Rename the repository?" : undefined),
      refuses: (_names, _given, [name = ""]) =>
        name.includes("/")
          ? "New repository name cannot contain '/' character - to transfer a repository to a new owner, see <https://docs.github.com/en/repositories/creating-and-managing-repositories/transferring-a-repository>. Use -R for the repository to rename"
          : undefined,
    },
    "repo archive": { id: "repo.archive", asks: () => "Archive the repository?" },
    "repo unarchive": { id: "repo.unarchive", asks: () => "Unarchive the repository?" },
    "repo delete": { id: "repo.delete", isNamed: true },
    // Without an argument, gh updates the clone, not the repository on GitHub.
    "repo sync": {
      id: "repo.fork_sync",
      given: [NAMED],
      usual: { branch: DEFAULT_BRANCH },
      flags: filling({ "-b branch": "Branch to update (default: the default branch)." }),
    },
    "repo fork": {
      id: "repo.fork",
      flags: {
        ...filling("org=organization", "fork-name=name"),
        clone: { value: true, onlyOff: NO_CLONE, help: "Clone the fork." },
        remote: { value: true, onlyOff: NO_CLONE, help: "Make the fork a remote of the clone." },
      },
    },
  }),
}
