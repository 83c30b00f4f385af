import { diffFiles, type FileChange, isBinaryChange } from "./diff.js"
import { patchLines } from "./lines.js"
import { type Commit, filesOf, type GitObjects, textOf } from "./objects.js"

const END = "\\ No newline at end of file"

/** Lines; a last line without a line end includes the diff's note about that. */
function linesOf(text: string): string[] {
  if (text === "") return []
  const lines = text.split("\n")
  const last = lines.pop()
  return last === "" || last === undefined ? lines : [...lines, `${last}\n${END}`]
}

/** The changes as `git diff` prints them; `git apply` takes the text. */
export const unifiedDiff = (git: GitObjects, changes: readonly FileChange[]): string =>
  changes.map((change) => fileDiff(git, change)).join("")

function fileDiff(git: GitObjects, change: FileChange): string {
  const { path, previousPath, oldOid, newOid, changeType } = change
  const before = previousPath ?? path
  const short = (oid: string | undefined) => (oid ?? "0".repeat(40)).slice(0, 7)
  const index = `index ${short(oldOid)}..${short(newOid)}`
  const header = [`diff --git a/${before} b/${path}`]
  if (changeType === "RENAMED") {
    header.push("similarity index 100%", `rename from ${before}`, `rename to ${path}`)
    return `${header.join("\n")}\n`
  }
  if (changeType === "ADDED") header.push("new file mode 100644", index)
  else if (changeType === "DELETED") header.push("deleted file mode 100644", index)
  else header.push(`${index} 100644`)
  const source = changeType === "ADDED" ? "/dev/null" : `a/${before}`
  const target = changeType === "DELETED" ? "/dev/null" : `b/${path}`
  if (isBinaryChange(git, change)) {
    return `${[...header, `Binary files ${source} and ${target} differ`].join("\n")}\n`
  }
  const hunks = patchLines(linesOf(textOf(git, oldOid)), linesOf(textOf(git, newOid)))
  if (hunks.length > 0) header.push(`--- ${source}`, `+++ ${target}`)
  return `${[...header, ...hunks.map((line) => line.text)].join("\n")}\n`
}

/** The changes of a commit relative to its first parent. */
export function commitChanges(git: GitObjects, commit: Commit): FileChange[] {
  const [parent] = commit.parents
  const before = parent === undefined ? new Map<string, string>() : filesOf(git, parent)
  return diffFiles(git, before, filesOf(git, commit.oid))
}

/** Commits as mail, the way `git format-patch` writes them and `git am` reads them. */
export function mailPatches(git: GitObjects, commits: readonly Commit[]): string {
  return commits
    .map((commit, index) => {
      const [subject = "", ...body] = commit.message.split("\n")
      const count = commits.length > 1 ? ` ${index + 1}/${commits.length}` : ""
      const text = body.join("\n").trim()
      return [
        `From ${commit.oid} Mon Sep 17 00:00:00 2001`,
        `From: ${commit.author.name} <${commit.author.email}>`,
        `Date: ${new Date(commit.author.date).toUTCString().replace("GMT", "+0000")}`,
        `Subject: [PATCH${count}] ${subject}`,
        "",
        ...(text === "" ? [] : [text, ""]),
        "---",
        "",
        unifiedDiff(git, commitChanges(git, commit)).trimEnd(),
      ].join("\n")
    })
    .map((mail) => `${mail}\n`)
    .join("\n")
}
