import { diffFiles } from "./diff.js"
import { history } from "./history.js"
import { diffLines, splitLines } from "./lines.js"
import { filesOf, type GitObjects, textOf } from "./objects.js"

/** Lines `[start, end]` of a file, counted from one, that a commit changed last. */
export interface BlamedRange {
  readonly start: number
  readonly end: number
  readonly oid: string
}

/** The positions of a line in the blamed file and in the file of an older commit, both from zero. */
interface Line {
  readonly line: number
  readonly at: number
}

/** The lines of a commit's file whose last commit is still unknown. */
interface Pending {
  readonly path: string
  readonly lines: readonly Line[]
}

/** Finds who changed each line last, following renamed files. Undefined if there is no such file. */
export function blame(git: GitObjects, oid: string, path: string): BlamedRange[] | undefined {
  const file = filesOf(git, oid).get(path)
  if (!file) return undefined
  const all = splitLines(textOf(git, file.oid)).map((_, line) => ({ line, at: line }))
  const blamed: string[] = []
  const pending = new Map<string, Pending[]>([[oid, [{ path, lines: all }]]])
  for (const commit of history(git, oid)) {
    for (const { path, lines } of pending.get(commit.oid) ?? []) {
      let left = lines
      for (const parent of commit.parents) {
        const older = unchanged(git, { oid: commit.oid, parent }, path, left)
        if (!older) continue
        pending.set(parent, [...(pending.get(parent) ?? []), older])
        const passed = new Set(older.lines.map(({ line }) => line))
        left = left.filter(({ line }) => !passed.has(line))
      }
      for (const { line } of left) blamed[line] = commit.oid
    }
  }
  return rangesOf(blamed)
}

/** The lines that a parent commit also has. */
function unchanged(
  git: GitObjects,
  { oid, parent }: { oid: string; parent: string },
  path: string,
  lines: readonly Line[],
): Pending | undefined {
  const [files, before] = [filesOf(git, oid), filesOf(git, parent)]
  const change = diffFiles(git, before, files).find((one) => one.path === path)
  const olderPath = change ? (change.previousPath ?? path) : path
  const olderFile = before.get(olderPath)
  if (!olderFile) return undefined
  const changes = diffLines(
    splitLines(textOf(git, olderFile.oid)),
    splitLines(textOf(git, files.get(path)?.oid)),
  )
  const older = lines.flatMap(({ line, at }): Line[] => {
    let shift = 0
    for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
      if (at < newStart) break
      if (at < newEnd) return []
      shift += oldEnd - oldStart - (newEnd - newStart)
    }
    return [{ line, at: at + shift }]
  })
  return { path: olderPath, lines: older }
}

function rangesOf(blamed: readonly string[]): BlamedRange[] {
  const ranges: BlamedRange[] = []
  for (const [index, oid] of blamed.entries()) {
    const last = ranges.at(-1)
    const line = index + 1
    if (last?.oid === oid) ranges[ranges.length - 1] = { ...last, end: line }
    else ranges.push({ start: line, end: line, oid })
  }
  return ranges
}
