/** The worker of a run, and what it gets. */
import type { Verdict } from "../machine/index.js"

export interface IssueOnGitHub {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly is_open: boolean
}

export interface CommentOnGitHub {
  readonly body: string
  readonly url: string
}

export interface PullRequestOnGitHub {
  readonly number: number
  readonly url: string
}

export interface Job {
  readonly issue: number
  readonly title: string
  readonly root_id: number
  readonly depth: number
  readonly branch: string
  /** 1, or more if a run was interrupted and the worker may have done a part of the work. */
  readonly attempt: number
  /** The repository's folder. */
  readonly cwd: string
  readonly signal: AbortSignal
  /** Called with the worker's process id, so that a resumed run does not start another worker beside it. */
  readonly onStarted: (pid: number) => void
}

export interface Outcome {
  readonly verdict: Verdict
  /** The problem, if it failed. */
  readonly because?: string
}

/** Processes one issue on the current branch. */
export type Worker = (job: Job) => Promise<Outcome>

/** How to treat roots without a diagnosis. */
export type Choice = "diagnose" | "proceed" | "cancel"

/** Asks the user. Must not resolve if nobody can be asked. */
export type Gate = (undiagnosed: readonly number[]) => Promise<Choice>
