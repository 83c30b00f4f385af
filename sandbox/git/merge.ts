import { mergeBase } from "./history.js"
import { type Change, diffLines, splitLines } from "./lines.js"
import {
  type File,
  type Files,
  filesOf,
  foldersOf,
  type GitObjects,
  isBinary,
  isLink,
  isSameFile,
  textOf,
  writeFile,
} from "./objects.js"

export type MergeResult = { files: Map<string, File> } | { conflicts: string[] }

/** The three-way merge of two commits, as files or as the paths that conflict. */
export function mergeCommits(git: GitObjects, ours: string, theirs: string): MergeResult {
  const base = mergeBase(git, ours, theirs)
  // Git refuses to merge unrelated histories.
  if (base === undefined) return { conflicts: [] }
  return mergeFiles(git, filesOf(git, base), filesOf(git, ours), filesOf(git, theirs))
}

export function mergeFiles(git: GitObjects, base: Files, ours: Files, theirs: Files): MergeResult {
  const files = new Map<string, File>()
  const conflicts: string[] = []
  for (const path of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const merged = mergeFile(git, base.get(path), ours.get(path), theirs.get(path))
    if (merged === "conflict") conflicts.push(path)
    else if (merged) files.set(path, merged)
  }
  // One side has a file where the other side has a folder.
  for (const path of files.keys()) {
    conflicts.push(...foldersOf(path).filter((folder) => files.has(folder)))
  }
  return conflicts.length > 0 ? { conflicts: [...new Set(conflicts)].sort() } : { files }
}

function mergeFile(
  git: GitObjects,
  base: File | undefined,
  ours: File | undefined,
  theirs: File | undefined,
): File | undefined | "conflict" {
  if (isSameFile(ours, theirs) || isSameFile(theirs, base)) return ours
  if (isSameFile(ours, base)) return theirs
  if (
    !base ||
    !ours ||
    !theirs ||
    isLink(base) !== isLink(ours) ||
    isLink(base) !== isLink(theirs)
  ) {
    return "conflict"
  }
  const mode = ours.mode === base.mode ? theirs.mode : ours.mode
  if (ours.oid === theirs.oid || theirs.oid === base.oid) return { mode, oid: ours.oid }
  if (ours.oid === base.oid) return { mode, oid: theirs.oid }
  if ([base, ours, theirs].some((file) => isLink(file) || isBinary(git, file.oid))) {
    return "conflict"
  }
  const merged = mergeLines(
    splitLines(textOf(git, base.oid)),
    splitLines(textOf(git, ours.oid)),
    splitLines(textOf(git, theirs.oid)),
  )
  if (!merged) return "conflict"
  return writeFile(git, merged.join(""), mode)
}

function mergeLines(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): string[] | undefined {
  const changes = [
    ...diffLines(base, ours).map((change) => ({ ...change, lines: ours })),
    ...diffLines(base, theirs).map((change) => ({ ...change, lines: theirs })),
  ].sort((a, b) => a.oldStart - b.oldStart || a.oldEnd - b.oldEnd)
  const merged: string[] = []
  let done = 0
  let previous: (Change & { lines: readonly string[] }) | undefined
  for (const change of changes) {
    const replacement = change.lines.slice(change.newStart, change.newEnd)
    if (previous && change.oldStart <= previous.oldEnd) {
      const same =
        change.oldStart === previous.oldStart &&
        change.oldEnd === previous.oldEnd &&
        replacement.join("") === previous.lines.slice(previous.newStart, previous.newEnd).join("")
      // Git too treats changes of neighbouring lines as a conflict.
      if (!same) return undefined
      continue
    }
    merged.push(...base.slice(done, change.oldStart), ...replacement)
    done = change.oldEnd
    previous = change
  }
  merged.push(...base.slice(done))
  return merged
}
