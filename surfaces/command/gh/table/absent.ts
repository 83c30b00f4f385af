/** Commands and options that gh has and ghx lacks, with the alternative. */

/** Options that gh has and ghx lacks, the alternative, and the commands; all unless given. */
export const absentOptions: readonly (readonly [
  options: string,
  advice: string,
  commands?: string,
])[] = [
  ["--web -w", "Use the url in the result"],
  ["--template -t", "Use --jq"],
  ["--confirm", "Leave it out: nothing is asked", "repo create"],
  ["--recover", "Repeat the command: no drafts are kept"],
  [
    "--force",
    "Use ghx api -X POST repos/{owner}/{repo}/actions/runs/ID/force-cancel --allow-write",
    "run cancel",
  ],
  ["--compact", "Leave it out: it prints little", "run watch"],
  [
    "--attach",
    "Use gh: GitHub takes such files only from its own clients",
    "issue create, issue edit, issue comment, pr create, pr edit, pr comment",
  ],
  ["--delete-last", "Use ghx issue comment delete COMMENT_ID", "issue comment, pr comment"],
  ["--exclude -e", "Use git diff with a pathspec, after ghx pr checkout", "pr diff"],
  ["--numeric -n", "Use --is-alphanumeric=false", "repo autolink create"],
  [
    "--enable-issues --enable-wiki",
    "They are enabled; --disable-issues and --disable-wiki turn them off",
    "repo create",
  ],
  ["--team -t", "Create it, then add the team in its settings", "repo create"],
  [
    "--allow-forking --enable-advanced-security --enable-secret-scanning --enable-secret-scanning-push-protection --squash-merge-commit-message",
    "Use ghx api -X PATCH repos/{owner}/{repo} --allow-write",
    "repo edit",
  ],
  [
    "--enable-discussions",
    "Use ghx api -X PATCH repos/{owner}/{repo} -F has_discussions=true --allow-write",
    "repo edit",
  ],
  [
    "--accept-visibility-change-consequences",
    "Leave it out: ghx asks before it changes the visibility",
    "repo edit",
  ],
  ["--output -o --clobber", "Redirect stdout: ghx repo read-file PATH > FILE", "repo read-file"],
  ["--default", "Pass the name of the default branch", "ruleset check"],
  ["--org -o --parents -p", "Use ghx api orgs/ORG/rulesets", "ruleset list, ruleset view"],
  ["--include-content", "Use ghx gist view with each", "gist list"],
  ["--fail-on-no-commits", "Use git log LAST..HEAD, which prints them", "release create"],
  ["--format", "Use --json", "project delete, project field-delete, project item-delete"],
  [
    "--delete --edit",
    "Use ghx discussion comment delete or update with its id",
    "discussion comment",
  ],
  [
    "--author -A --label -l --order --search -S",
    "Use --json with --jq, or ghx discussion search",
    "discussion list",
  ],
  [
    "--order --limit -L --after",
    "Use --comments, or ghx discussion comments list",
    "discussion view",
  ],
  ["--author-email -A", "Use gh", "pr merge"],
  ["-A --archive", "Use git archive, or gh", "release download"],
  ["-c --conflict-status", "Use --json number,mergeable", "pr status"],
  ["--patch", "Use ghx pr diff, which git apply reads, or gh for emails", "pr diff"],
  ["--order -O", "Use --json tagName,createdAt --jq 'sort_by(.createdAt)'", "release list"],
  ["--source -s", "Leave it out: only the parent is merged into a fork", "repo sync"],
  ["--include-prs", "Use ghx search prs as well", "search issues"],
]

const REST = "Use ghx api repos/{owner}/{repo} --jq"

/** Fields of `--json` that gh has and ghx lacks, with the alternative. */
export const absentFields: Readonly<Record<string, string>> = {
  committer: "Use commit.committer, which has its date",
  downloadUrl: "Use ghx api repos/{owner}/{repo}/contents/PATH --jq .download_url",
  hasDownloads: `${REST} .has_downloads`,
  hasPages: `${REST} .has_pages`,
  isLatest: "Use ghx release list --json tagName,isLatest",
  projectCards: "GitHub has removed classic projects: use projectItems",
  projects: "GitHub has removed classic projects: use ghx project list",
  projectsV2: "Use ghx project list --owner OWNER",
  submodule: "Use ghx repo read-file .gitmodules",
  textMatches:
    "Use ghx api -X GET search/code -f q=WORDS -H 'Accept: application/vnd.github.text-match+json'",
}

/** Commands that gh has and ghx lacks, with the alternative. gh itself runs them if it is installed. */
export const absent: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ..."alias attestation codespace config copilot extension gpg-key licenses preview".split(" "),
      ...["release verify", "release verify-asset", "repo autolink", "repo deploy-key", "ssh-key"],
    ].map((command) => [command, "install gh, which then runs it"]),
  ),
  "agent-task": "assign an issue to the agent: ghx issue copilot assign NUMBER",
  "auth login": "use ghx login, or install gh, whose logins ghx uses",
  "auth refresh": "a token keeps its scopes: make another one, or install gh",
  "gist clone": "use git clone with the URL of the gist",
  "label clone":
    "use ghx label list -R SOURCE -L 1000 --json name,color,description, then ghx label create NAME --color COLOR --force for each",
  "repo gitignore": "use ghx api gitignore/templates/NAME --jq .source",
  "repo license": "use ghx api licenses/KEY --jq .body",
  skill: "install gh, which then runs it; ghx setup installs the skill of ghx",
  status: "use ghx issue status and ghx pr status",
}
