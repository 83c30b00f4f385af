/** Commands and options that gh has and ghx lacks, with the alternative. */

/** Options that gh has and ghx lacks: the option, the commands (all unless given), and the alternative. */
export const absentOptions: readonly (readonly [
  names: readonly string[],
  where: readonly string[] | undefined,
  advice: string,
])[] = [
  [["--web"], undefined, "Use the url in the result"],
  [["--template"], undefined, "Use --jq"],
  [["--confirm"], undefined, "Use --yes"],
  [
    ["--fill-first", "--fill-verbose"],
    ["pr create", "pr new"],
    "Use --fill: the commit's title and body, or the titles of all commits",
  ],
  [["--recover"], undefined, "Repeat the command: no drafts are kept"],
  [["--author-email", "-A"], ["pr merge"], "Use gh"],
  [["--discussion-category"], ["release create", "release edit"], "Use gh"],
  [["-A", "--archive"], ["release download"], "Use git archive, or gh"],
  [["-c", "--conflict-status"], ["pr status"], "Use --json number,mergeable"],
  [["--patch"], ["pr diff"], "Use ghx pr diff, which git apply reads, or gh for emails"],
  [["--order", "-O"], ["release list"], "Use --json tagName,createdAt --jq 'sort_by(.createdAt)'"],
  [["--include-prs"], ["search issues"], "Use ghx search prs as well"],
  [["--editor", "-e"], ["issue comment", "pr comment"], "Use --body, or --body-file"],
  [["--env-file", "-f"], ["secret set"], "Set each secret with ghx secret set NAME --body VALUE"],
  [
    ["--env-file", "-f"],
    ["variable set"],
    "Set each variable with ghx variable set NAME --body VALUE",
  ],
  [
    ["--env", "-e", "--org", "-o", "--user", "-u", "--app", "-a", "--repos"],
    ["secret set", "secret list", "secret delete"],
    "ghx has only secrets of Actions in a repository: use gh",
  ],
  [
    ["--env", "-e", "--org", "-o", "--repos"],
    ["variable set", "variable list", "variable delete"],
    "ghx has only variables of a repository: use gh",
  ],
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
  alias: LOCAL,
  "auth refresh": "a token keeps its scopes: make another one, or use gh auth refresh",
  codespace: "use gh",
  config: LOCAL,
  extension: LOCAL,
  "gist clone": LOCAL,
  "gpg-key": ACCOUNT,
  "label clone":
    "use ghx label list -R SOURCE -L 1000 --json name,color,description, then ghx label create NAME --color COLOR --force for each",
  repo: "use gh",
  "ssh-key": ACCOUNT,
  status: "use ghx issue status and ghx pr status",
}
