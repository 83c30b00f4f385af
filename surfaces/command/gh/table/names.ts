/** Names and letters of gh's that differ from those of the contracts. */

const repository = "{owner}/{repo}"
const texts = "title={title}&body={body}&labels={labels}&assignees={assignees}"
const opened = `${texts}&milestone={milestone_number}`

/**
 * The web pages that `--web` opens, with inputs in braces. Other commands open the page of their result. In the part
 * after `?`, a parameter without a value is left out.
 */
export const webPages: Readonly<Record<string, string>> = {
  "issue comment": `${repository}/issues/{issue_number}#issuecomment-new`,
  "issue create": `${repository}/issues/new?${opened}`,
  "issue list": `${repository}/issues`,
  "label list": `${repository}/labels`,
  "milestone list": `${repository}/milestones`,
  "pr comment": `${repository}/pull/{pull_number}#issuecomment-new`,
  "pr create": `${repository}/compare/{base}...{head}?expand=1&${opened}`,
  "pr diff": `${repository}/pull/{pull_number}/files`,
  "pr list": `${repository}/pulls`,
  "release list": `${repository}/releases`,
  "ruleset check": `${repository}/rules?ref=refs/heads/{branch}`,
  "ruleset list": `${repository}/rules`,
  "ruleset view": `${repository}/rules/{ruleset_id}`,
  "run list": `${repository}/actions`,
  "search code": "search?type=code&q={query}",
  "search commits": "search?type=commits&q={query}",
  "search issues": "search?type=issues&q={query}",
  "search prs": "search?type=pullrequests&q={query}",
  "search repos": "search?type=repositories&q={query}",
  "workflow list": `${repository}/actions`,
}

/** Fields that are strings in contracts and objects in gh, and the member of the object that has the string. */
export const textMembers: Readonly<Record<string, "login" | "name">> = {
  author: "login",
  assignees: "login",
  headRepositoryOwner: "login",
  labels: "name",
  mergedBy: "login",
  owner: "login",
}

/** gh's aliases for the last word of a command. */
export const aliases: Readonly<Record<string, string>> = { ls: "list", new: "create" }

/** gh's short flags by long name, for every command. */
export const letters: Readonly<Record<string, string>> = {
  assignee: "a",
  author: "A",
  base: "B",
  body: "b",
  branch: "b",
  draft: "d",
  event: "e",
  head: "H",
  label: "l",
  milestone: "m",
  prerelease: "p",
  reason: "r",
  reviewer: "r",
  state: "s",
  status: "s",
  title: "t",
}

/** gh's flags for inputs whose names are longer here. */
export const shorter: Readonly<Record<string, string>> = {
  attempt_number: "attempt",
  maintainer_can_modify: "maintainer-edit",
  mentioned: "mention",
  milestone_number: "milestone",
  project_number: "project",
  state_reason: "reason",
}

/** gh's names for fields, unless they are the same name in camelCase. */
export const fields: Readonly<Record<string, string>> = {
  attempt: "run_attempt",
  databaseId: "run_id",
  displayTitle: "title",
  headBranch: "branch",
  headRefName: "head_ref",
  headRefOid: "head_sha",
  baseRefName: "base_ref",
  forkCount: "forks_count",
  hasDiscussionsEnabled: "has_discussions",
  hasIssuesEnabled: "has_issues",
  hasProjectsEnabled: "has_projects",
  hasWikiEnabled: "has_wiki",
  homepageUrl: "homepage",
  headRepositoryOwner: "head_owner",
  isArchived: "archived",
  isCrossRepository: "from_fork",
  isDraft: "draft",
  isEmpty: "empty",
  isFork: "fork",
  isImmutable: "immutable",
  isPrerelease: "prerelease",
  isTemplate: "template",
  mergeCommitAllowed: "allow_merge_commit",
  mergeStateStatus: "merge_state",
  rebaseMergeAllowed: "allow_rebase_merge",
  squashMergeAllowed: "allow_squash_merge",
  stargazerCount: "stargazers_count",
  viewerPermission: "permission",
  workflowDatabaseId: "workflow_id",
  workflowName: "workflow",
}

/** The options whose values have these placeholders. */
const placeholders = {
  branch: ["base", "branch", "head", "ref"],
  folder: ["dir"],
  login: [
    ...["add-assignee", "remove-assignee", "assignee", "author", "mention", "user"],
    ...["add-reviewer", "remove-reviewer", "reviewer"],
  ],
  name: ["add-label", "label", "remove-label"],
  title: ["milestone", "project"],
}

export const valueNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(placeholders).flatMap(([value, names]) => names.map((name) => [name, value])),
)
