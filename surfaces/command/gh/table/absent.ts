/** Commands and options that gh has and ghx lacks, with the alternative. */

/** Options that gh has and ghx lacks: the option, the commands (all unless given), and the alternative. */
export const absentOptions: readonly (readonly [
  names: readonly string[],
  where: readonly string[] | undefined,
  advice: string,
])[] = [
  [["--web", "-w"], undefined, "Use the url in the result"],
  [["--template", "-t"], undefined, "Use --jq"],
  [["--confirm"], undefined, "Use --yes"],
  [
    ["--fill-first", "--fill-verbose"],
    ["pr create", "pr new"],
    "Use --fill: the commit's title and body, or the titles of all commits",
  ],
  [["--recover"], undefined, "Repeat the command: no drafts are kept"],
  [
    ["--web", "-w", "--clipboard", "-c", "--scopes", "-s", "--secure-storage"],
    ["auth login"],
    "Pipe a token into ghx auth login --with-token, or use gh auth login",
  ],
  [
    ["--force"],
    ["run cancel"],
    "Use ghx api -X POST repos/{owner}/{repo}/actions/runs/ID/force-cancel --allow-write",
  ],
  [["--compact"], ["run watch"], "Leave it out: it prints little"],
  [["--sort", "-S", "--order", "-O"], ["cache list"], "Use --json with --jq 'sort_by(.createdAt)'"],
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
    ["--template", "-p", "--include-all-branches"],
    ["repo create"],
    "Use ghx api repos/OWNER/TEMPLATE/generate -f name=NAME --allow-write",
  ],
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
    "Use ghx api -X PATCH repos/{owner}/{repo} -F has_discussions=true --unchecked --allow-write",
  ],
  [
    ["--accept-visibility-change-consequences"],
    ["repo edit"],
    "Leave it out: ghx asks before it changes the visibility",
  ],
  [["--branch", "-b"], ["repo view"], "Use ghx repo read-file README.md --ref BRANCH"],
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
  [["--match", "--size"], ["search code"], "Use a qualifier: in:path, size:>100"],
  [["--filter", "--include-content"], ["gist list"], "Use --json with --jq, or ghx gist view"],
  [["--fail-on-no-commits", "--notes-from-tag"], ["release create"], "Use git, and --notes"],
  [["--verify-tag"], ["release edit"], "Use ghx release view TAG first"],
  [["--format"], ["project delete", "project field-delete", "project item-delete"], "Use --json"],
  [
    ["--delete", "--edit"],
    ["discussion comment"],
    "Use ghx discussion comment delete or update with its id",
  ],
  [["--label", "-l"], ["discussion create"], "Use ghx discussion edit --add-label afterwards"],
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
  [["--discussion-category"], ["release create", "release edit"], "Use gh"],
  [["-A", "--archive"], ["release download"], "Use git archive, or gh"],
  [["-c", "--conflict-status"], ["pr status"], "Use --json number,mergeable"],
  [["--patch"], ["pr diff"], "Use ghx pr diff, which git apply reads, or gh for emails"],
  [["--order", "-O"], ["release list"], "Use --json tagName,createdAt --jq 'sort_by(.createdAt)'"],
  [["--include-prs"], ["search issues"], "Use ghx search prs as well"],
  [
    ["--add-readme", "--license", "-l", "--gitignore", "-g"],
    ["repo create"],
    "Create it, then push to it with git; or use gh",
  ],
  [["--force", "--source", "-s"], ["repo sync"], "Only the parent is merged: use gh"],
  [["--team", "-T"], ["project link", "project unlink"], "Only repositories can be linked: use gh"],
]

const LOCAL = "it is a local command: use gh"
const ACCOUNT = "ghx uses the token of gh or GH_TOKEN: use gh"

/** Commands that gh has and ghx lacks, with the alternative. */
export const absent: Readonly<Record<string, string>> = {
  "agent-task": "assign an issue to the agent: ghx issue copilot assign NUMBER",
  alias: LOCAL,
  attestation: "use gh",
  "auth refresh": "a token keeps its scopes: make another one, or use gh auth refresh",
  codespace: "use gh",
  config: LOCAL,
  copilot: "use gh",
  extension: LOCAL,
  "gist clone": LOCAL,
  "gpg-key": ACCOUNT,
  "label clone":
    "use ghx label list -R SOURCE -L 1000 --json name,color,description, then ghx label create NAME --color COLOR --force for each",
  licenses: "use gh",
  preview: "use gh",
  repo: "use gh",
  skill: "use gh; ghx setup installs the skill of ghx",
  "ssh-key": ACCOUNT,
  status: "use ghx issue status and ghx pr status",
}
