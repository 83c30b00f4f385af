/** Help texts for commands where those of the contracts do not fit. */

/** Descriptions of commands, where that of the main capability is too short. */
export const commandTexts: Readonly<Record<string, string>> = {
  "gist create": "Create a gist from files.",
  "issue edit": "Change the title, body, labels, assignees, milestone or projects of issues.",
  "issue status":
    "Show open issues that you opened, that are assigned to you, or that mention you.",
  "issue view": "Show an issue, or its comments.",
  "label delete": "Delete a label.",
  "pr checks": "List the checks of a pull request, or wait until they have completed.",
  "pr diff": "Show the diff of a pull request, or the names of its files.",
  "pr edit": "Change the title, body, base, labels, reviewers or milestone of pull requests.",
  "pr merge": "Merge a pull request, now or once its requirements are met.",
  "pr ready": "Mark a draft as ready for review, or turn it into a draft again.",
  "pr status": "Show open pull requests that you opened, or that wait for your review.",
  "pr thread reply": "Reply to review threads, and resolve them.",
  "pr view": "Show a pull request, or its comments and reviews.",
  "project close": "Close or reopen a project.",
  "project edit": "Change the title, description, README or visibility of a project.",
  "project field-delete": "Delete a field of a project, by its id or name.",
  "project item-add": "Add an issue or a pull request to a project.",
  "project item-archive": "Archive an item of a project, or take it out of the archive.",
  "project item-edit": "Set or clear a field of an item, or change a draft.",
  "project list": "List open projects of a person or an organization, last changed first.",
  "project mark-template": "Make a project of an organization a template, or end that.",
  "release create": "Create a release, with files.",
  "release download": "Download the files of a release (default: the latest).",
  "release edit": "Change or publish a release.",
  "release upload": "Add files to a release.",
  "release view": "Show a release (default: the latest).",
  "repo view": "Show a repository and its README.",
  "run download": "Download the artifacts of a run.",
  "run rerun": "Rerun a workflow run, its failed jobs, or one job.",
  "run view": "Show a run with its jobs, why it failed, or the log of a job.",
}

/** Arguments for examples, by the words of the command. */
export const examples: Readonly<Record<string, readonly string[]>> = {
  "gist create": ["greet.sh --desc Greets --public"],
  "issue close": ["7 10 15 --reason 'not planned' --comment 'Duplicate of #1'"],
  "issue create": ["--title 'It crashes' --body 'On start.' --label bug --assignee @me"],
  "issue edit": ["7 9 --add-label bug --milestone v2.0"],
  "issue list": ["--label bug --state all", "--json number,title --jq '.[].title'"],
  "issue view": ["7 --comments"],
  "pr checks": ["7 --watch && ghx pr merge 7 --squash"],
  "pr create": ["--fill --label bug --reviewer monalisa"],
  "pr list": ["--author @me --json number,headRefName"],
  "pr merge": ["7 --squash --delete-branch"],
  "pr review": ["7 --request-changes --body Nearly --inline src/greet.js:1='Why?'"],
  "pr thread reply": ["PRRT_kwDOAAAAAQ --body Done --resolve"],
  "pr view": ["7 --json title,headRefName,isDraft"],
  "project item-edit": [
    "--id PVTI_kgDOAAAAAQ --project-id PVT_kgDOAAAAAQ --field-id Status --single-select-option-id Done",
  ],
  "project item-list": ["1 --owner octocat --query 'status:Todo' --format json"],
  "release create": ["v1.0.0 dist/*.zip --generate-notes"],
  "release download": ["v1.0.0 --pattern '*.zip' --dir out"],
  "run download": ["2 --name coverage --dir out"],
  "run list": ["--workflow ci.yml --branch main --limit 5"],
  "run view": ["2 --log-failed"],
  "workflow run": ["deploy.yml --ref main -f environment=test"],
}

/** Descriptions of options, by name, for all commands. */
export const optionTexts: Readonly<Record<string, string>> = {
  app: "Only issues or pull requests created by this GitHub App.",
  assignee: "Login (@me for your own); to filter a list, also * for any assignee.",
  author: "Login (@me for your own).",
  direction: "Sort order.",
  draft: "Create it as a draft.",
  label: "Name of a label; repeat it, or separate names by commas.",
  "maintainer-edit": "Do not let maintainers push to the head branch in a fork.",
  mention: "Only issues or pull requests that mention this login (@me for your own).",
  milestone: "Title or number of a milestone.",
  reviewer: "Login; repeat it, or separate logins by commas.",
  sort: "Field to sort by.",
  state: "Only items in this state.",
  title: "The title.",
}

/** Placeholders for the values of options, by name. */
export const valueNames: Readonly<Record<string, string>> = {
  "add-assignee": "login",
  "add-label": "name",
  "add-reviewer": "login",
  assignee: "login",
  author: "login",
  base: "branch",
  branch: "branch",
  dir: "folder",
  head: "branch",
  label: "name",
  mention: "login",
  milestone: "title",
  project: "title",
  ref: "branch",
  "remove-assignee": "login",
  "remove-label": "name",
  "remove-reviewer": "login",
  reviewer: "login",
  user: "login",
}

/** The name of a command's arguments, and their forms, by the input that they fill. */
export const argumentsOf: Readonly<Record<string, readonly [name: string, forms: string]>> = {
  issue_number: ["number", "7, #7, octocat/hello-world#7 or a URL"],
  item_id: ["item-id", "id as in ghx project item-list"],
  project_number: ["project", "number, title or URL of a project"],
  pull_number: [
    "number",
    "7, #7, a branch or a URL (default: the pull request of the current branch)",
  ],
  release_id: ["tag", "tag of the release"],
  run_id: ["run-id", "id as in ghx run list, or a URL"],
  tag_name: ["tag", "tag of the release, or latest"],
  thread_id: ["thread-id", "id as in ghx pr threads list"],
  workflow_id: ["workflow", "name, file or id"],
}
