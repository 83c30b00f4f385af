import { diffFiles, type FileChange, isBinaryChange } from "./diff.js"
import { patchLines } from "./lines.js"
import { type Commit, type File, type Files, filesOf, type GitObjects, textOf } from "./objects.js"

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
  changes
    .flatMap(withoutTypeChange)
    .map((change) => fileDiff(git, change))
    .join("")

/** Git prints a file that became a link, or a link that became a file, as deleted and added. */
function withoutTypeChange(change: FileChange): FileChange[] {
  if (change.changeType !== "CHANGED") return [change]
  return [
    { ...change, changeType: "DELETED", after: undefined },
    { ...change, changeType: "ADDED", before: undefined },
  ]
}

function fileDiff(git: GitObjects, change: FileChange): string {
  const { path, before, after } = change
  const oldPath = change.previousPath ?? path
  const header = [`diff --git a/${oldPath} b/${path}`, ...modeLines(change)]
  if (change.changeType === "RENAMED") {
    header.push("similarity index 100%", `rename from ${oldPath}`, `rename to ${path}`)
  }
  if (before?.oid === after?.oid) return `${header.join("\n")}\n`
  const short = (file: File | undefined) => (file?.oid ?? "0".repeat(40)).slice(0, 7)
  const mode = before?.mode === after?.mode ? ` ${after?.mode}` : ""
  header.push(`index ${short(before)}..${short(after)}${mode}`)
  const source = before ? `a/${oldPath}` : "/dev/null"
  const target = after ? `b/${path}` : "/dev/null"
  if (isBinaryChange(git, change)) {
    return `${[...header, `Binary files ${source} and ${target} differ`].join("\n")}\n`
  }
  const hunks = patchLines(linesOf(textOf(git, before?.oid)), linesOf(textOf(git, after?.oid)))
  if (hunks.length > 0) header.push(`--- ${source}`, `+++ ${target}`)
  return `${[...header, ...hunks.map((line) => line.text)].join("\n")}\n`
}

function modeLines({ before, after }: FileChange): string[] {
  if (!before) return [`new file mode ${after?.mode}`]
  if (!after) return [`deleted file mode ${before.mode}`]
  return before.mode === after.mode ? [] : [`old mode ${before.mode}`, `new mode ${after.mode}`]
}

/** The changes of a commit relative to its first parent. */
export function commitChanges(git: GitObjects, commit: Commit): FileChange[] {
  const [parent] = commit.parents
  const before: Files = parent === undefined ? new Map() : filesOf(git, parent)
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
