/** Commands and options that gh has and ghx lacks, with the alternative. */

/** Options that gh has and ghx lacks: the option, the commands (all unless given), and the alternative. */
export const absentOptions: readonly (readonly [
  names: readonly string[],
  where: readonly string[] | undefined,
  advice: string,
])[] = [
  [["--web", "-w"], undefined, "Use the url in the result"],
  [["--template", "-t"], undefined, "Use --jq"],
  [["--confirm"], ["repo create"], "Leave it out: nothing is asked"],
  [["--recover"], undefined, "Repeat the command: no drafts are kept"],
  [
    ["--force"],
    ["run cancel"],
    "Use ghx api -X POST repos/{owner}/{repo}/actions/runs/ID/force-cancel --allow-write",
  ],
  [["--compact"], ["run watch"], "Leave it out: it prints little"],
  [["--delete-last"], ["issue comment", "pr comment"], "Use ghx issue comment delete COMMENT_ID"],
  [["--exclude", "-e"], ["pr diff"], "Use git diff with a pathspec, after ghx pr checkout"],
  [["--numeric", "-n"], ["repo autolink create"], "Use --is-alphanumeric=false"],
  [
    ["--enable-issues", "--enable-wiki"],
    ["repo create"],
    "They are enabled; --disable-issues and --disable-wiki turn them off",
  ],
  [["--team", "-t"], ["repo create"], "Create it, then add the team in its settings"],
  [
    ["--allow-forking", "--enable-advanced-security", "--enable-secret-scanning"],
    ["repo edit"],
    "Use ghx api -X PATCH repos/{owner}/{repo} --allow-write",
  ],
  [
    ["--enable-secret-scanning-push-protection", "--squash-merge-commit-message"],
    ["repo edit"],
    "Use ghx api -X PATCH repos/{owner}/{repo} --allow-write",
  ],
  [
    ["--enable-discussions"],
    ["repo edit"],
    "Use ghx api -X PATCH repos/{owner}/{repo} -F has_discussions=true --allow-write",
  ],
  [
    ["--accept-visibility-change-consequences"],
    ["repo edit"],
    "Leave it out: ghx asks before it changes the visibility",
  ],
  [["--allow-escape-sequences"], ["repo read-file"], "Leave it out: pipes get the file unchanged"],
  [
    ["--output", "-o", "--clobber"],
    ["repo read-file"],
    "Redirect stdout: ghx repo read-file PATH > FILE",
  ],
  [["--default"], ["ruleset check"], "Pass the name of the default branch"],
  [
    ["--org", "-o", "--parents", "-p"],
    ["ruleset list", "ruleset view"],
    "Use ghx api orgs/ORG/rulesets",
  ],
  [["--include-content"], ["gist list"], "Use ghx gist view with each"],
  [["--fail-on-no-commits"], ["release create"], "Use git log LAST..HEAD, which prints them"],
  [["--format"], ["project delete", "project field-delete", "project item-delete"], "Use --json"],
  [
    ["--delete", "--edit"],
    ["discussion comment"],
    "Use ghx discussion comment delete or update with its id",
  ],
  [
    ["--author", "-A", "--label", "-l", "--order", "--search", "-S"],
    ["discussion list"],
    "Use --json with --jq, or ghx discussion search",
  ],
  [
    ["--order", "--limit", "-L", "--after"],
    ["discussion view"],
    "Use --comments, or ghx discussion comments list",
  ],
  [["--author-email", "-A"], ["pr merge"], "Use gh"],
  [["-A", "--archive"], ["release download"], "Use git archive, or gh"],
  [["-c", "--conflict-status"], ["pr status"], "Use --json number,mergeable"],
  [["--patch"], ["pr diff"], "Use ghx pr diff, which git apply reads, or gh for emails"],
  [["--order", "-O"], ["release list"], "Use --json tagName,createdAt --jq 'sort_by(.createdAt)'"],
  [["--include-prs"], ["search issues"], "Use ghx search prs as well"],
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

const GH = "install gh, which then runs it"
const LOGIN = "use ghx login, or install gh, whose logins ghx uses"

/** Commands that gh has and ghx lacks, with the alternative. gh itself runs them if it is installed. */
export const absent: Readonly<Record<string, string>> = {
  "agent-task": "assign an issue to the agent: ghx issue copilot assign NUMBER",
  alias: GH,
  attestation: GH,
  "auth login": LOGIN,
  "auth refresh": "a token keeps its scopes: make another one, or install gh",
  codespace: GH,
  config: GH,
  copilot: GH,
  extension: GH,
  "gist clone": "use git clone with the URL of the gist",
  "gpg-key": GH,
  "label clone":
    "use ghx label list -R SOURCE -L 1000 --json name,color,description, then ghx label create NAME --color COLOR --force for each",
  licenses: GH,
  preview: GH,
  "release verify": GH,
  "release verify-asset": GH,
  "repo autolink": GH,
  "repo deploy-key": GH,
  "repo gitignore": "use ghx api gitignore/templates/NAME --jq .source",
  "repo license": "use ghx api licenses/KEY --jq .body",
  skill: "install gh, which then runs it; ghx setup installs the skill of ghx",
  "ssh-key": GH,
  status: "use ghx issue status and ghx pr status",
}
