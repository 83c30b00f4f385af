import { mergeBase } from "./history.js"
import { diffLines, type PatchLine, patchLines, splitLines } from "./lines.js"
import { type Files, filesOf, type GitObjects, isBinary, textOf } from "./objects.js"

export interface FileChange {
  path: string
  previousPath: string | null
  changeType: "ADDED" | "DELETED" | "MODIFIED" | "RENAMED"
  additions: number
  deletions: number
  oldOid: string | undefined
  newOid: string | undefined
}

type Ends = Pick<FileChange, "oldOid" | "newOid">

/** Whether Git compares the file as a whole instead of by line. */
export const isBinaryChange = (git: GitObjects, { oldOid, newOid }: Ends): boolean =>
  isBinary(git, oldOid) || isBinary(git, newOid)

/** The changes between two sets of files, by path. */
export function diffFiles(git: GitObjects, before: Files, after: Files): FileChange[] {
  const removed = new Map([...before].filter(([path]) => !after.has(path)))
  const changes: FileChange[] = []
  for (const [path, newOid] of after) {
    const oldOid = before.get(path)
    if (oldOid === newOid) continue
    const source = oldOid === undefined ? [...removed].find(([, oid]) => oid === newOid)?.[0] : null
    if (source) {
      removed.delete(source)
      changes.push({
        path,
        previousPath: source,
        changeType: "RENAMED",
        additions: 0,
        deletions: 0,
        oldOid: newOid,
        newOid,
      })
      continue
    }
    const changeType = oldOid === undefined ? "ADDED" : "MODIFIED"
    changes.push({ path, previousPath: null, changeType, ...counts(git, oldOid, newOid) })
  }
  for (const [path, oldOid] of removed) {
    changes.push({
      path,
      previousPath: null,
      changeType: "DELETED",
      ...counts(git, oldOid, undefined),
    })
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The changes of `head` since its merge base with `base` (three dots). */
export function diffFromMergeBase(git: GitObjects, base: string, head: string): FileChange[] {
  const start = mergeBase(git, base, head)
  return diffFiles(git, start === undefined ? new Map() : filesOf(git, start), filesOf(git, head))
}

export function patchOf(git: GitObjects, change: FileChange): PatchLine[] {
  if (isBinaryChange(git, change)) return []
  return patchLines(splitLines(textOf(git, change.oldOid)), splitLines(textOf(git, change.newOid)))
}

function counts(git: GitObjects, oldOid: string | undefined, newOid: string | undefined) {
  if (isBinaryChange(git, { oldOid, newOid })) return { additions: 0, deletions: 0, oldOid, newOid }
  const changes = diffLines(splitLines(textOf(git, oldOid)), splitLines(textOf(git, newOid)))
  let additions = 0
  let deletions = 0
  for (const change of changes) {
    additions += change.newEnd - change.newStart
    deletions += change.oldEnd - change.oldStart
  }
  return { additions, deletions, oldOid, newOid }
}
