import { diffFiles, type FileChange, isBinaryChange, patchOf } from "./diff.js"
import {
  type Commit,
  type File,
  type Files,
  filesOf,
  type GitObjects,
  localDate,
  type Signature,
} from "./objects.js"

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
  const [from, to] = [quoted(`a/${oldPath}`), quoted(`b/${path}`)]
  const header = [`diff --git ${from} ${to}`, ...modeLines(change)]
  if (change.changeType === "RENAMED") {
    const ends = [`rename from ${quoted(oldPath)}`, `rename to ${quoted(path)}`]
    header.push("similarity index 100%", ...ends)
  }
  if (before?.oid === after?.oid) return `${header.join("\n")}\n`
  const short = (file: File | undefined) => (file?.oid ?? "0".repeat(40)).slice(0, 7)
  const mode = before?.mode === after?.mode ? ` ${after?.mode}` : ""
  header.push(`index ${short(before)}..${short(after)}${mode}`)
  const source = before ? from : "/dev/null"
  const target = after ? to : "/dev/null"
  if (isBinaryChange(git, change)) {
    return `${[...header, `Binary files ${source} and ${target} differ`].join("\n")}\n`
  }
  const hunks = patchOf(git, change)
  if (hunks.length > 0) header.push(`--- ${ended(source)}`, `+++ ${ended(target)}`)
  return `${[...header, ...hunks.map((line) => line.text)].join("\n")}\n`
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\u0007": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
}

/** A path as Git prints it: in quotes if it contains other characters than the printable ones of ASCII. */
function quoted(path: string): string {
  const bytes = Buffer.from(path).toString("latin1")
  const escaped = bytes.replace(
    /[^ -~]|["\\]/g,
    (byte) => ESCAPES[byte] ?? `\\${byte.charCodeAt(0).toString(8).padStart(3, "0")}`,
  )
  return escaped === bytes ? path : `"${escaped}"`
}

/** A tab ends a path with spaces. */
const ended = (path: string): string => (path.includes(" ") ? `${path}\t` : path)

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

/** `Sat, 1 Mar 2025 12:00:00 +0100` */
function mailDate(person: Signature): string {
  const { offset = "+00:00" } = person
  const local = localDate(person).slice(0, "2025-03-01T12:00:00".length)
  return new Date(`${local}Z`)
    .toUTCString()
    .replace(", 0", ", ")
    .replace("GMT", offset.replace(":", ""))
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
        `Date: ${mailDate(commit.author)}`,
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
