import { DEFAULT_BRANCH } from "../lookup/index.js"
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
  filling,
  type GhCommand,
  NAMED,
  named,
  nothing,
  ofFields,
  printing,
  type Step,
  TEXT,
} from "./step.js"

const NO_CLONE = "only the fork is created here"

export const fullName = ({ owner, repo }: Item) => `${owner}/${repo}`

/** GitHub's key for a license: its SPDX identifier in lower case, or `other` without one. */
const licenseKey = (spdx: string) => (spdx === "NOASSERTION" ? "other" : spdx.toLowerCase())

export const listFields: ComputedFields = {
  name: "repo",
  nameWithOwner: fullName,
  isPrivate: ({ visibility }) => visibility !== "PUBLIC",
  primaryLanguage: ({ language }) => language && { name: language },
  sshUrl: ({ owner, repo, url }) => `git@${new URL(String(url)).host}:${owner}/${repo}.git`,
}

const countIn = (name: string) => (one: Item) => ({ totalCount: one[name] })

const repositoryFields: ComputedFields = {
  ...listFields,
  watchers: countIn("watchers_count"),
  size: "disk_usage",
  viewerCanAdminister: ({ permission }) => permission === "ADMIN",
  parent: ({ parent }) => parent && { ...parent, name: Object(parent).repo },
  licenseInfo: ({ license, license_name }) =>
    license && { key: licenseKey(String(license)), name: license_name },
  ...named("homepageUrl=homepage?"),
  defaultBranchRef: ({ default_branch }) => ({ name: default_branch ?? "" }),
  // gh has null where there are none.
  repositoryTopics: ({ topics }) =>
    Array.isArray(topics) && topics.length > 0 ? topics.map((name) => ({ name })) : null,
}

const contextFields: ComputedFields = {
  ...named("archived_at isDisabled=disabled"),
  issues: countIn("open_issues_count"),
  pullRequests: countIn("open_pull_requests_count"),
  // GitHub's count for searches includes pull requests.
  openIssuesCount: (one) => Number(one.open_issues_count) + Number(one.open_pull_requests_count),
}

const profileFields: ComputedFields = {
  ...named("code_of_conduct contact_links funding_links"),
  ...named("isBlankIssuesEnabled=blank_issues_allowed isInOrganization=in_organization"),
  isMirror: ({ mirror_url }) => mirror_url !== null,
  ...named("isSecurityPolicyEnabled=has_security_policy"),
  ...named("isUserConfigurationRepository=user_configuration mirror_url?"),
  ...named("openGraphImageUrl=social_image_url security_policy_url?"),
  templateRepository: ({ template_repository: template }) =>
    template && { name: Object(template).repo, owner: Object(template).owner },
  usesCustomOpenGraphImage: "custom_social_image",
}

const templateFields: ComputedFields = {
  issueTemplates: ({ issue_templates }) =>
    itemsOf(issue_templates).map(({ filename, ...template }) => template),
  ...named("pull_request_templates"),
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
  ...named("content? encoding? gitSHA=sha"),
  gitUrl: ({ url, sha }) => `${apiOf(url)}/git/blobs/${sha}`,
  ...named("htmlUrl=url name path type"),
  url: ({ url, path }) => {
    const [, page = ""] = String(url).split("/blob/")
    const ref = page.slice(0, -encodeURI(String(path)).length - 1)
    return `${apiOf(url)}/contents/${encodeURI(String(path))}?ref=${ref}`
  },
}

const readFile: GhCommand = [
  { id: "repo.file.view", prints: fileText },
  ofFields("repo.contents.view", fileFields),
]

const typesOfEntries = { blob: "file", tree: "dir", commit: "submodule" }
const LINK = 0o120000

const inBase64 = (field: string) => (entry: Item) =>
  Buffer.from(String(entry[field])).toString("base64")

const kindOf = ({ type, mode }: Item): unknown =>
  mode === LINK ? "symlink" : Reflect.get(typesOfEntries, String(type))

const octal = ({ mode }: Item): string => Number(mode).toString(8).padStart(6, "0")

const folder: Pick<Step, "id" | "items" | "computed" | "prints"> = {
  id: "repo.tree.list",
  items: "entries",
  computed: {
    ...named("gitSHA=oid gitType=type"),
    modeOctal: octal,
    nameRaw: inBase64("name"),
    pathRaw: inBase64("path"),
    type: kindOf,
  },
  prints: ({ entries }) => linesOf([kindOf, "name", octal, "size"], { items: entries }),
}

const readFolder: GhCommand = [
  { ...folder, without: [NAMED], flags: filling("ref"), fixed: {} },
  { ...folder, given: [NAMED], about: "path" },
]

const person = named("id login name")

const lists: readonly Step[] = [
  listing("repo.languages.list", {
    languages: { size: "size", node: ({ name }) => ({ name }) },
  }),
  listing(
    "repo.labels.list",
    { labels: named("id name description? color") },
    { usual: { first: 100, sort: "CREATED_AT" } },
  ),
  listing("repo.milestones.list", { milestones: named("number title description? due_on") }),
  listing("repo.assignables.list", { assignableUsers: person }),
  listing("repo.mentionables.list", { mentionableUsers: person }),
  listing(
    "release.latest",
    { latestRelease: { isOne: true, members: named("name tag_name url published_at") } },
    { usual: {}, mayMiss: true },
  ),
]

export const repositories: Commands = {
  "repo list": chosenBy(
    ["language", "topic"],
    {
      id: "repo.list",
      alone: "Pass one owner",
      usual: { owner: "@me" },
      flags: filling("public=visibility:PUBLIC", "private=visibility:PRIVATE", {
        "fork=is_fork:true": "Only forks.",
        "source=is_fork:false": "Only repositories that are not forks.",
        "archived=is_archived:true|false": onlyArchived,
        "no-archived=is_archived:false": noneArchived,
      }),
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
      flags: filling({
        "-l language=": "Only repositories with this main language.",
        "topic=": "Only repositories with this topic.",
        "archived=:true|false": onlyArchived,
        "no-archived=:false": noneArchived,
      }),
      prints: [...repositoryColumns, "pushed_at"],
      computed: listFields,
    },
  ),
  "repo view": [
    ...lists,
    ofFields("repo.context", contextFields),
    ofFields("repo.viewer.view", {
      ...named("viewerHasStarred=starred viewerSubscription=subscription?"),
      ...named("viewerDefaultMergeMethod=default_merge_method"),
      ...named("viewerDefaultCommitEmail=default_commit_email?"),
      ...named("viewerPossibleCommitEmails=commit_emails"),
    }),
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
  "repo create": {
    id: "repo.create",
    alone: "Create one repository at a time",
    refuses: (names, _, [name = ""]) =>
      names.has("organization") && name.includes("/")
        ? "Use OWNER/NAME or --organization, not both"
        : undefined,
    flags: filling(
      ...["public=visibility:PUBLIC", "private=visibility:PRIVATE", "internal=visibility:INTERNAL"],
      {
        "disable-issues=has_issues:false": "Create it without issues.",
        "disable-wiki=has_wiki:false": "Create it without a wiki.",
      },
      ...["-d description", "-h homepage"],
    ),
    prints: address,
  },
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
