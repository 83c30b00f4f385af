/** The state of a run as a value. Issues are identified by number. */

/** Maximum depth of spawned issues below their root, which is at depth 0. */
export const MAX_DEPTH = 3

/** Maximum number of issues that a run processes. */
export const MAX_ISSUES = 10

export type Traversal = "dfs" | "bfs"

export type Verdict = "verified" | "failed"

/** An issue spawned while another one was processed, as recorded in the manifest. */
export interface Spawn {
  readonly issue: number
  readonly kind: string
  readonly same_file_as_root: boolean
  readonly same_skill_as_root: boolean
  /** Its state on GitHub. */
  readonly found: "open" | "closed" | "missing"
}

/** The reason why an issue is only filed. */
export type FiledOnly =
  | "known"
  | "missing"
  | "closed"
  | "ineligible"
  | "depth_cap"
  | "issues_cap"
  | "root_failed"
  | "parent_failed"

export interface ChainState {
  /** In ascending order. */
  readonly roots: readonly number[]
  readonly traversal: Traversal
  readonly queue: readonly number[]
  /** The depth of every queued issue below its root. */
  readonly depths: Readonly<Record<number, number>>
  /** The root of every queued issue. */
  readonly root_ids: Readonly<Record<number, number>>
  readonly processed: Readonly<Record<number, Verdict>>
  /** The verified issues, in the order of processing. */
  readonly chained: readonly number[]
  readonly failed_roots: readonly number[]
  /** The failed issues, in the order of processing. */
  readonly failed_at: readonly number[]
  /** Issues that the run does not process, with the reason. */
  readonly filed_only: readonly { readonly issue: number; readonly because: FiledOnly }[]
  /** The current issue; null before the run begins and after it ends. */
  readonly current: number | null
  readonly ended: boolean
}

export type ChainEvent =
  | { readonly type: "begun" }
  | {
      readonly type: "worked"
      readonly verdict: Verdict
      /** In the order of the manifest. */
      readonly spawned: readonly Spawn[]
    }

/** The next action, and notifications. */
export type ChainEffect =
  | {
      readonly type: "work"
      readonly issue: number
      readonly root_id: number
      readonly depth: number
    }
  | { readonly type: "filed_only"; readonly issue: number; readonly because: FiledOnly }
  | { readonly type: "halted"; readonly root_id: number; readonly failed_at: number }
  | { readonly type: "ended" }
