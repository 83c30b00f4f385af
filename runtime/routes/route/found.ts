import type { Failure } from "../../errors/index.js"

export interface Missing {
  kind: "missing"
  name: string
  message: string
  /** The list has more items than were read. */
  isCut?: boolean
}

/** The result of looking up one value: found (or skipped), missing under a name, failed, or not sent in a dry run. */
export type Found =
  | { kind: "found"; value: unknown }
  | Missing
  | { kind: "failed"; failure: Failure }
  | { kind: "unsent"; standIn: NonNullable<Failure["standIn"]> }

/** The result of a lookup without an answer. */
export function unanswered(failure: Failure): Found {
  const { standIn } = failure
  return standIn ? { kind: "unsent", standIn } : { kind: "failed", failure }
}

export type FoundValues =
  | { ok: true; values: Record<string, unknown> }
  | { ok: false; failure: Failure }
