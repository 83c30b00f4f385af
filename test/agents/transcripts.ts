/** The recorded runs of models, and the table of what they took. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Counts, type Door, doors, type Transcript } from "./session.js"

export const folder = join(import.meta.dirname, "transcripts")

/** File → transcript, by name: those of a set and a door follow each other. */
export const transcripts = (): ReadonlyMap<string, Transcript> =>
  new Map(
    readdirSync(folder)
      .sort()
      .map((file) => [file, JSON.parse(readFileSync(join(folder, file), "utf8"))]),
  )

const shown = { gh: "`gh`", shell: "`ghx` in a shell, with the skill", mcp: "`ghx mcp`" }

const columns: Readonly<Record<string, (of: Counts) => number>> = {
  turns: ({ turns }) => turns,
  commands: ({ calls }) => calls,
  requests: ({ requests }) => requests,
  points: ({ points }) => points,
  "known tokens": ({ known }) => known,
  written: ({ written }) => written,
  read: ({ read }) => read,
  "tokens in all": ({ known, written, read }) => known + written + read,
}

/** The medians of the models for each set of jobs and each door. */
export function table(): string {
  const rows = [1, 2].flatMap((set) =>
    doors.flatMap((door) => {
      const runs = [...transcripts().values()].filter((one) => one.set === set && one.door === door)
      if (runs.length === 0) return []
      const right = runs.reduce((all, one) => all + one.passed, 0)
      const medians = Object.values(columns).map((of) =>
        medianOf(runs.map(({ counts }) => of(counts))),
      )
      return [
        [
          set,
          shown[door],
          runs.length,
          `${right} of ${8 * runs.length}`,
          ...medians.map((one) => one.toLocaleString("en")),
        ],
      ]
    }),
  )
  const head = ["set", "", "models", "jobs right", ...Object.keys(columns)]
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`).join("")
}

/** What the first set of jobs took through a door: the medians of commands, requests and tokens. */
export const summary = (door: Door): string =>
  (["commands", "requests", "tokens in all"] as const)
    .map((name) =>
      medianOf(
        [...transcripts().values()]
          .filter((one) => one.set === 1 && one.door === door)
          .map(({ counts }) => columns[name]?.(counts) ?? 0),
      ).toLocaleString("en"),
    )
    .join(", ")

export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [lower = 0, upper = 0] = [
    Math.ceil(sorted.length / 2) - 1,
    Math.floor(sorted.length / 2),
  ].map((at) => sorted[at])
  return Math.round((lower + upper) / 2)
}
