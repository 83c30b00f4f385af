import { mergeBase } from "./history.js"
import { diffLines, type PatchLine, patchLines, splitLines } from "./lines.js"
import {
  type File,
  type Files,
  filesOf,
  type GitObjects,
  isBinary,
  isLink,
  isSameFile,
  textOf,
} from "./objects.js"

export interface FileChange {
  path: string
  previousPath: string | null
  /** CHANGED if a file became a link, or a link a file. */
  changeType: "ADDED" | "DELETED" | "MODIFIED" | "RENAMED" | "CHANGED"
  additions: number
  deletions: number
  before: File | undefined
  after: File | undefined
}

type Ends = Pick<FileChange, "before" | "after">

/** Whether Git compares the file as a whole instead of by line. */
export const isBinaryChange = (git: GitObjects, { before, after }: Ends): boolean =>
  isBinary(git, before?.oid) || isBinary(git, after?.oid)

/** The changes between two sets of files, by path. */
export function diffFiles(git: GitObjects, before: Files, after: Files): FileChange[] {
  const removed = new Map(inOrder(before).filter(([path]) => !after.has(path)))
  const changes: FileChange[] = []
  const add = (path: string, ends: Ends, previousPath: string | null = null) =>
    changes.push({
      path,
      previousPath,
      changeType: previousPath === null ? changeType(ends) : "RENAMED",
      ...counts(git, ends),
      ...ends,
    })
  for (const [path, file] of inOrder(after)) {
    const old = before.get(path)
    if (isSameFile(old, file)) continue
    const source = old ? undefined : sourceOf(removed, path, file)
    if (source) removed.delete(source[0])
    add(path, { before: source?.[1] ?? old, after: file }, source?.[0])
  }
  for (const [path, old] of removed) add(path, { before: old, after: undefined })
  return changes.sort((a, b) => inBytes(a.path, b.path))
}

/** Git compares the bytes of paths. */
const inBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const inOrder = (files: Files): [string, File][] => [...files].sort(([a], [b]) => inBytes(a, b))

/** The removed file that a new one was renamed from: the same content, and preferably the same name. */
function sourceOf(removed: Files, path: string, file: File): [string, File] | undefined {
  const same = [...removed].filter(
    ([, one]) => one.oid === file.oid && isLink(one) === isLink(file),
  )
  return same.find(([from]) => nameOf(from) === nameOf(path)) ?? same[0]
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

function changeType({ before, after }: Ends): FileChange["changeType"] {
  if (!before) return "ADDED"
  if (!after) return "DELETED"
  return isLink(before) === isLink(after) ? "MODIFIED" : "CHANGED"
}

/** The changes of `head` since its merge base with `base` (three dots). */
export function diffFromMergeBase(git: GitObjects, base: string, head: string): FileChange[] {
  const start = mergeBase(git, base, head)
  return diffFiles(git, start === undefined ? new Map() : filesOf(git, start), filesOf(git, head))
}

export function patchOf(git: GitObjects, change: FileChange): PatchLine[] {
  if (isBinaryChange(git, change)) return []
  return patchLines(linesOf(git, change.before), linesOf(git, change.after))
}

const linesOf = (git: GitObjects, file: File | undefined): string[] =>
  splitLines(textOf(git, file?.oid))

function counts(git: GitObjects, ends: Ends) {
  let [additions, deletions] = [0, 0]
  if (isBinaryChange(git, ends)) return { additions, deletions }
  for (const change of diffLines(linesOf(git, ends.before), linesOf(git, ends.after))) {
    additions += change.newEnd - change.newStart
    deletions += change.oldEnd - change.oldStart
  }
  return { additions, deletions }
}
