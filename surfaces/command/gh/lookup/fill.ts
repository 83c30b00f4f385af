/** `gh pr create --fill`: title and body of a pull request from its commits. */

export interface Commit {
  /** The first line of its message. */
  readonly title: string
  readonly message: string
}

const restOf = ({ message }: Commit) => message.split("\n").slice(1).join("\n").trim()

/** Each title with the rest of its message. */
export function wholeBodyOf(commits: readonly Commit[]): string {
  const [first, second] = commits
  if (first && !second) return restOf(first)
  const indented = (text: string) => text.replaceAll(/^(?=.)/gm, "  ")
  return commits
    .map((one) => [`- **${one.title}**`, indented(restOf(one))].filter(Boolean).join("\n"))
    .join("\n\n")
}

/** The commit's title if there is only one commit, else the branch name as words. */
export function titleOf([first, second]: readonly Commit[], head: string): string {
  const [branch = ""] = head.split(":").reverse()
  return first && !second ? first.title : branch.replaceAll(/[-_]/g, " ")
}

/** The rest of the commit's message if there is one commit, else a list of the titles. */
export function bodyOf(commits: readonly Commit[]): string {
  const [first, second] = commits
  if (first && !second) return restOf(first)
  return commits.map(({ title }) => `- ${title}\n`).join("")
}
