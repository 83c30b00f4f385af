/** The lines of a manifest: JSON objects, appended and never changed. */
import type { Spawn, Traversal, Verdict } from "../machine/index.js"

/** A file of another version is refused, never rewritten. Version 1 did not record the roots of spawned issues. */
export const SCHEMA_VERSION = 2

type Is<T> = (value: unknown) => value is T

const isText: Is<string> = (value) => typeof value === "string"
const isFlag: Is<boolean> = (value) => typeof value === "boolean"
const isNumber: Is<number> = (value): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0
const listOf =
  <T>(isItem: Is<T>): Is<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every((item) => isItem(item))
const oneOf =
  <const T extends string | number>(...values: readonly T[]): Is<T> =>
  (value): value is T =>
    values.some((one) => one === value)

const isTraversal: Is<Traversal> = oneOf("dfs", "bfs")
const isVerdict: Is<Verdict> = oneOf("verified", "failed")
const isSpawn: Is<Spawn> = (value): value is Spawn => {
  const { issue, kind, same_file_as_root, same_skill_as_root, found } = Object(value)
  return (
    isNumber(issue) &&
    isText(kind) &&
    isFlag(same_file_as_root) &&
    isFlag(same_skill_as_root) &&
    oneOf("open", "closed", "missing")(found)
  )
}

/** The first line, which identifies the run. */
const chain = {
  schema_version: oneOf(SCHEMA_VERSION),
  /** `owner/repo`. */
  repository: isText,
  /** In ascending order. */
  roots: listOf(isNumber),
  traversal: isTraversal,
  branch: isText,
  /** The base branch of the pull request. */
  base: isText,
  /** The commit at which the branch begins. */
  begins_at: isText,
  /** Roots without a diagnosis that the user chose to process. */
  bypassed: listOf(isNumber),
}

/** An issue that was filed while another one was processed: the nine values of `ghx issue-chain spawned`. */
const spawned = {
  issue_number: isNumber,
  /** The issue that was being processed. */
  parent_number: isNumber,
  /** The source of the issue, such as the name of a skill. */
  source: isText,
  /** The step in which it was filed. */
  step: isText,
  /** `sister-bug` makes it eligible by itself. */
  spawn_kind: isText,
  same_file_as_root: isFlag,
  same_skill_as_root: isFlag,
  /** Why it was filed, in one line. */
  reason: isText,
  root_id: isNumber,
}

/** The SHA-256 of the file before the run wrote this line, which reveals later changes. */
const sealed = { before: isText, bytes: isNumber }

/** Lines that the run appends. */
const progress = {
  /** A worker is about to begin, for the first time or again after an interruption. */
  working: { ...sealed, issue: isNumber, attempt: isNumber, head: isText },
  /** The process id of the worker. */
  worker: { ...sealed, pid: isNumber },
  /** An issue is finished. `because` is its problem, `spawned` the spawned issues that the rules accept. */
  worked: {
    ...sealed,
    issue: isNumber,
    verdict: isVerdict,
    because: isText,
    head: isText,
    spawned: listOf(isSpawn),
  },
  pushed: { ...sealed, head: isText },
  pull_request: { ...sealed, number: isNumber, url: isText },
  /** The run has ended. */
  ended: sealed,
}

const kinds = { chain, spawned, ...progress }

type Members<Checks> = {
  readonly [Name in keyof Checks]: Checks[Name] extends Is<infer T> ? T : never
}
type LineOf<Kind extends keyof typeof kinds> = { readonly type: Kind } & Members<
  (typeof kinds)[Kind]
>

export type Header = LineOf<"chain">
export type SpawnedLine = LineOf<"spawned">
export type WorkedLine = LineOf<"worked">
type ProgressLine = { [Kind in keyof typeof progress]: LineOf<Kind> }[keyof typeof progress]
export type Line = Header | SpawnedLine | ProgressLine

/** A progress line before the manifest seals it. */
export type Progress = ProgressLine extends infer L
  ? L extends ProgressLine
    ? Omit<L, "before" | "bytes">
    : never
  : never

export const isProgress = (line: Line): line is ProgressLine => line.type in progress

/** Parses a line; undefined if the text is not a valid one. */
export function parseLine(text: string): Line | undefined {
  let line: { readonly type?: unknown }
  try {
    line = Object(JSON.parse(text))
  } catch {
    return undefined
  }
  const checks = Object.entries(kinds).find(([kind]) => kind === line.type)?.[1]
  if (checks === undefined) return undefined
  const members = line as Readonly<Record<string, unknown>>
  return Object.entries(checks).every(([name, is]) => is(members[name]))
    ? (line as Line)
    : undefined
}
