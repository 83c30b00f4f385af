/** What a run does to the world, each by one port. */
import type { Verdict } from "../machine/index.js"

/** The repository on this machine. */
export interface GitPort {
  /** The top folder. */
  readonly root: string
  /** The commit that is checked out. */
  head(): Promise<string>
  /** The branch that is checked out, or null where none is. */
  branch(): Promise<string | null>
  /** What is changed and not committed, one path a line; empty where the tree is clean. */
  changes(): Promise<string>
  /** Whether there is such a branch, here or on the remote. */
  hasBranch(name: string): Promise<boolean>
  /** Whether there is such a branch here. */
  hasLocalBranch(name: string): Promise<boolean>
  /** Makes a branch at a commit, without going there. */
  createBranch(name: string, commit: string): Promise<void>
  switchTo(branch: string): Promise<void>
  /** Whether one commit leads to the other. */
  isAncestor(earlier: string, later: string): Promise<boolean>
  /** Puts changes away where they can be found again. */
  stash(message: string): Promise<void>
  /** Ends a merge, a rebase or the like that is half done; what it did stays. */
  quit(): Promise<void>
  push(branch: string): Promise<void>
  /** Whether a path is in the repository's commits, and so may be somebody else's. */
  isTracked(path: string): Promise<boolean>
  /** Keeps a path out of commits, in this clone alone. */
  exclude(path: string): Promise<void>
}

export interface IssueOnGitHub {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly is_open: boolean
}

export interface PullRequestOnGitHub {
  readonly number: number
  readonly url: string
}

/** The repository on GitHub. */
export interface GitHubPort {
  /** `owner/repo`. */
  readonly repository: string
  /** Who the token is of. */
  viewer(): Promise<string>
  defaultBranch(): Promise<string>
  /** An issue, or null where there is none of that number; a pull request is none. */
  issue(number: number): Promise<IssueOnGitHub | null>
  /** The bodies of all comments of an issue. */
  comments(number: number): Promise<readonly string[]>
  updateBody(number: number, body: string): Promise<void>
  /** The open pull request of the viewer's from a branch, or null where there is none. */
  pullRequestFrom(branch: string): Promise<PullRequestOnGitHub | null>
  createPullRequest(pull: {
    readonly head: string
    readonly base: string
    readonly title: string
    readonly body: string
  }): Promise<PullRequestOnGitHub>
}

export interface Job {
  readonly issue: number
  readonly title: string
  readonly root_id: number
  readonly depth: number
  readonly branch: string
  /** 1, or more where a run was interrupted and the worker may have done a part of it. */
  readonly attempt: number
  /** The repository's folder. */
  readonly cwd: string
  readonly signal: AbortSignal
  /** To be called with the process that works, so that a run that is resumed does not begin beside it. */
  readonly onStarted: (pid: number) => void
}

export interface Outcome {
  readonly verdict: Verdict
  /** What was wrong, where it failed. */
  readonly because?: string
}

/** Works on one issue, on the branch that is checked out. */
export type Worker = (job: Job) => Promise<Outcome>

/** What to do about roots without a diagnosis. */
export type Choice = "diagnose" | "proceed" | "cancel"

/** Asks a person. Where nobody can be asked it must not answer. */
export type Gate = (undiagnosed: readonly number[]) => Promise<Choice>
