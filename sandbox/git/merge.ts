import { mergeBase } from "./history.js"
import { type Change, diffLines, splitLines } from "./lines.js"
import { type Files, filesOf, type GitObjects, isBinary, textOf, writeBlob } from "./objects.js"

export type MergeResult = { files: Map<string, string> } | { conflicts: string[] }

/** The three-way merge of two commits, as files or as the paths that conflict. */
export function mergeCommits(git: GitObjects, ours: string, theirs: string): MergeResult {
  const base = mergeBase(git, ours, theirs)
  // Git refuses to merge unrelated histories.
  if (base === undefined) return { conflicts: [] }
  return mergeFiles(git, filesOf(git, base), filesOf(git, ours), filesOf(git, theirs))
}

export function mergeFiles(git: GitObjects, base: Files, ours: Files, theirs: Files): MergeResult {
  const files = new Map<string, string>()
  const conflicts: string[] = []
  for (const path of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const merged = mergeFile(git, base.get(path), ours.get(path), theirs.get(path))
    if (merged === "conflict") conflicts.push(path)
    else if (merged !== undefined) files.set(path, merged)
  }
  return conflicts.length > 0 ? { conflicts: conflicts.sort() } : { files }
}

function mergeFile(
  git: GitObjects,
  base: string | undefined,
  ours: string | undefined,
  theirs: string | undefined,
): string | undefined | "conflict" {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  if (base === undefined || ours === undefined || theirs === undefined) return "conflict"
  if ([base, ours, theirs].some((oid) => isBinary(git, oid))) return "conflict"
  const baseText = textOf(git, base)
  const merged = mergeLines(
    splitLines(baseText),
    splitLines(textOf(git, ours)),
    splitLines(textOf(git, theirs)),
  )
  if (!merged) return "conflict"
  return writeBlob(git, merged.length === 0 ? "" : `${merged.join("\n")}\n`)
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
        replacement.join("\n") ===
          previous.lines.slice(previous.newStart, previous.newEnd).join("\n")
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
