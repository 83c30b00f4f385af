/** A run of lines that differ: `[oldStart, oldEnd)` became `[newStart, newEnd)`, from zero. */
export interface Change {
  oldStart: number
  oldEnd: number
  newStart: number
  newEnd: number
}

/** Lines with their line ends, which the last one may lack. */
export const splitLines = (text: string): string[] => (text === "" ? [] : text.split(/(?<=\n)/))

/** The shortest list of changes between two files, by longest common subsequence. */
export function diffLines(before: readonly string[], after: readonly string[]): Change[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let oldEnd = before.length
  let newEnd = after.length
  while (oldEnd > start && newEnd > start && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd--
    newEnd--
  }
  const common = commonLengths(before.slice(start, oldEnd), after.slice(start, newEnd))
  const changes: Change[] = []
  let open: Change | undefined
  let i = start
  let j = start
  while (i < oldEnd || j < newEnd) {
    if (i < oldEnd && j < newEnd && before[i] === after[j]) {
      open = undefined
      i++
      j++
      continue
    }
    if (!open) {
      open = { oldStart: i, oldEnd: i, newStart: j, newEnd: j }
      changes.push(open)
    }
    const dropOld =
      i < oldEnd &&
      (j >= newEnd || common(i + 1 - start, j - start) >= common(i - start, j + 1 - start))
    if (dropOld) open.oldEnd = ++i
    else open.newEnd = ++j
  }
  return changes
}

function commonLengths(
  a: readonly string[],
  b: readonly string[],
): (i: number, j: number) => number {
  const width = b.length + 1
  const table = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j
      table[at] =
        a[i] === b[j]
          ? (table[at + width + 1] ?? 0) + 1
          : Math.max(table[at + width] ?? 0, table[at + 1] ?? 0)
    }
  }
  return (i, j) => table[i * width + j] ?? 0
}

/** One line of a unified diff, with Git's note about a missing line end. Line numbers count from one. */
export interface PatchLine {
  text: string
  oldLine: number | null
  newLine: number | null
}

const CONTEXT_LINES = 3

const printed = (sign: " " | "-" | "+", line = ""): string =>
  line.endsWith("\n")
    ? `${sign}${line.slice(0, -1)}`
    : `${sign}${line}\n\\ No newline at end of file`

/** The lines of a unified diff with three lines of context, hunk headers included. */
export function patchLines(before: readonly string[], after: readonly string[]): PatchLine[] {
  const lines: PatchLine[] = []
  for (const hunk of hunks(diffLines(before, after))) {
    const first = hunk[0]
    const last = hunk[hunk.length - 1]
    if (!first || !last) continue
    const lead = Math.min(CONTEXT_LINES, first.oldStart)
    const trail = Math.min(CONTEXT_LINES, before.length - last.oldEnd)
    const range = (from: number, to: number) =>
      `${to === from ? from : from + 1}${to - from === 1 ? "" : `,${to - from}`}`
    const oldRange = range(first.oldStart - lead, last.oldEnd + trail)
    const newRange = range(first.newStart - lead, last.newEnd + trail)
    lines.push({ text: `@@ -${oldRange} +${newRange} @@`, oldLine: null, newLine: null })
    let i = first.oldStart - lead
    let j = first.newStart - lead
    const context = (until: number) => {
      for (; i < until; i++, j++) {
        lines.push({ text: printed(" ", before[i]), oldLine: i + 1, newLine: j + 1 })
      }
    }
    for (const change of hunk) {
      context(change.oldStart)
      for (; i < change.oldEnd; i++) {
        lines.push({ text: printed("-", before[i]), oldLine: i + 1, newLine: null })
      }
      for (; j < change.newEnd; j++) {
        lines.push({ text: printed("+", after[j]), oldLine: null, newLine: j + 1 })
      }
    }
    context(last.oldEnd + trail)
  }
  return lines
}

/** Changes whose context touches share a hunk. */
function hunks(changes: readonly Change[]): Change[][] {
  const grouped: Change[][] = []
  for (const change of changes) {
    const current = grouped[grouped.length - 1]
    const previous = current?.[current.length - 1]
    if (current && previous && change.oldStart - previous.oldEnd <= 2 * CONTEXT_LINES) {
      current.push(change)
    } else grouped.push([change])
  }
  return grouped
}

/** The new number of an unchanged line (from one); null if it was changed or removed. */
export function followLine(
  before: readonly string[],
  after: readonly string[],
  line: number,
): number | null {
  let shift = 0
  for (const change of diffLines(before, after)) {
    if (line - 1 < change.oldStart) break
    if (line - 1 < change.oldEnd) return null
    shift += change.newEnd - change.newStart - (change.oldEnd - change.oldStart)
  }
  return line + shift
}
