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
/** The rules of a run, as pure functions: no clock, no randomness, no input or output. */

export interface Transition {
  readonly state: ChainState
  readonly effects: readonly ChainEffect[]
}

/** A run that has not begun. */
export function initialState(roots: readonly number[], traversal: Traversal = "dfs"): ChainState {
  const sorted = [...new Set(roots)].sort((a, b) => a - b)
  return {
    roots: sorted,
    traversal,
    queue: sorted,
    depths: Object.fromEntries(sorted.map((root) => [root, 0])),
    root_ids: Object.fromEntries(sorted.map((root) => [root, root])),
    processed: {},
    chained: [],
    failed_roots: [],
    failed_at: [],
    filed_only: [],
    current: null,
    ended: false,
  }
}

/** @throws if the event is impossible in this state, which is a defect of the caller. */
export function transition(state: ChainState, event: ChainEvent): Transition {
  if (state.ended) throw new Error(`The chain has ended, so ${event.type} is not possible.`)
  if (event.type === "begun") {
    if (state.current !== null) throw new Error("The chain has already started.")
    return next(state, [])
  }
  if (state.current === null) throw new Error("No issue is in progress.")
  if (event.verdict === "failed") return halt(state, state.current, event.spawned)
  const verified: ChainState = {
    ...state,
    processed: { ...state.processed, [state.current]: "verified" },
    chained: [...state.chained, state.current],
  }
  return next(...enqueue(verified, state.current, event.spawned))
}

/** Takes the next issue, or ends the run. */
function next(state: ChainState, earlier: readonly ChainEffect[]): Transition {
  const [issue, ...queue] = state.queue
  const isFull = processedCount(state) >= MAX_ISSUES
  if (issue !== undefined && !isFull) {
    const work: ChainEffect = {
      type: "work",
      issue,
      root_id: rootOf(state, issue),
      depth: state.depths[issue] ?? 0,
    }
    return { state: { ...state, queue, current: issue }, effects: [...earlier, work] }
  }
  const left = state.queue.map((one) => filedOnly(one, "issues_cap"))
  return {
    state: leave({ ...state, queue: [], current: null, ended: true }, left),
    effects: [...earlier, ...left, { type: "ended" }],
  }
}

/**
 * Halts the subtree of the issue's root; the others continue. Issues that the failed worker filed are not processed.
 */
function halt(state: ChainState, issue: number, spawned: readonly Spawn[]): Transition {
  const root = rootOf(state, issue)
  const filed = spawned
    .filter((spawn) => state.depths[spawn.issue] === undefined)
    .map((spawn) => filedOnly(spawn.issue, spawn.found === "open" ? "parent_failed" : spawn.found))
  const isOwned = (one: number) => rootOf(state, one) === root
  const purged = state.queue.filter(isOwned).map((one) => filedOnly(one, "root_failed"))
  const halted: ChainState = {
    ...state,
    queue: state.queue.filter((one) => !isOwned(one)),
    processed: { ...state.processed, [issue]: "failed" },
    failed_roots: [...state.failed_roots, root],
    failed_at: [...state.failed_at, issue],
  }
  return next(leave(halted, [...purged, ...filed]), [
    { type: "halted", root_id: root, failed_at: issue },
    ...purged,
    ...filed,
  ])
}

/** Queues spawned issues in order, if the rules allow it. */
function enqueue(
  state: ChainState,
  parent: number,
  spawned: readonly Spawn[],
): [ChainState, readonly ChainEffect[]] {
  const depth = (state.depths[parent] ?? 0) + 1
  let queued = state
  const rejected: FiledOnlyEffect[] = []
  for (const spawn of spawned) {
    const because = reasonAgainst(queued, spawn, depth)
    if (because !== undefined) {
      const effect = filedOnly(spawn.issue, because)
      // An issue that is already in the run stays there.
      if (because !== "known") queued = leave(queued, [effect])
      rejected.push(effect)
      continue
    }
    queued = {
      ...queued,
      queue:
        state.traversal === "dfs" ? [spawn.issue, ...queued.queue] : [...queued.queue, spawn.issue],
      depths: { ...queued.depths, [spawn.issue]: depth },
      root_ids: { ...queued.root_ids, [spawn.issue]: rootOf(state, parent) },
      filed_only: queued.filed_only.filter(({ issue }) => issue !== spawn.issue),
    }
  }
  return [queued, rejected]
}

function reasonAgainst(state: ChainState, spawn: Spawn, depth: number): FiledOnly | undefined {
  if (state.depths[spawn.issue] !== undefined) return "known"
  if (spawn.found !== "open") return spawn.found
  if (!isEligible(spawn)) return "ineligible"
  if (depth > MAX_DEPTH) return "depth_cap"
  if (processedCount(state) + state.queue.length + 1 > MAX_ISSUES) return "issues_cap"
  return undefined
}

function isEligible({ kind, same_file_as_root, same_skill_as_root }: Spawn): boolean {
  return same_file_as_root || same_skill_as_root || kind === "sister-bug"
}

type FiledOnlyEffect = Extract<ChainEffect, { type: "filed_only" }>

const filedOnly = (issue: number, because: FiledOnly): FiledOnlyEffect => ({
  type: "filed_only",
  issue,
  because,
})

function leave(state: ChainState, left: readonly FiledOnlyEffect[]): ChainState {
  const known = new Set(state.filed_only.map(({ issue }) => issue))
  const fresh = left.filter(({ issue }) => !known.has(issue))
  const added = fresh.map(({ issue, because }) => ({ issue, because }))
  return { ...state, filed_only: [...state.filed_only, ...added] }
}

const processedCount = (state: ChainState): number => Object.keys(state.processed).length

/** Every queued issue has an owner. */
function rootOf({ root_ids }: ChainState, issue: number): number {
  const root = root_ids[issue]
  if (root === undefined) throw new Error(`#${issue} was never queued.`)
  return root
}
