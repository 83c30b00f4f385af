/** The side effects of a run, one port each. */
import type { Verdict } from "../machine/index.js"

interface GitStatus {
  /** The branch that is checked out; null for a detached HEAD. */
  readonly branch: string | null
  /** Uncommitted changes, one path per line; empty if the tree is clean. */
  readonly changes: string
}

/** The repository on this machine. */
export interface GitPort {
  /** The top folder of the repository. */
  readonly root: string
  /** The commit that is checked out. */
  head(): Promise<string>
  status(): Promise<GitStatus>
  /** Whether the branch exists, here or on the remote. */
  hasBranch(name: string): Promise<boolean>
  /** Whether the branch exists here. */
  hasLocalBranch(name: string): Promise<boolean>
  /** Creates a branch at a commit, without checking it out. */
  createBranch(name: string, commit: string): Promise<void>
  switchTo(branch: string): Promise<void>
  /** Whether one commit is an ancestor of the other. */
  isAncestor(earlier: string, later: string): Promise<boolean>
  /** Stashes changes under a message by which they can be found. */
  stash(message: string): Promise<void>
  /** Ends an unfinished merge, rebase or the like; its changes stay. */
  quit(): Promise<void>
  push(branch: string): Promise<void>
  /** Throws if a path may come from somebody else: git tracks it, or a link or a repository leads to it. */
  requireOwn(path: string): Promise<void>
  /** Keeps a path out of commits, in this clone only. */
  exclude(path: string): Promise<void>
}

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

/** The repository on GitHub. */
export interface GitHubPort {
  /** `owner/repo`. */
  readonly repository: string
  /** The account of the token. */
  viewer(): Promise<string>
  defaultBranch(): Promise<string>
  /** An issue; null if there is none with that number. Pull requests do not count. */
  issue(number: number): Promise<IssueOnGitHub | null>
  /** All comments of an issue. */
  comments(number: number): Promise<readonly CommentOnGitHub[]>
  updateBody(number: number, body: string): Promise<void>
  /** The viewer's open pull request from a branch; null if there is none. */
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
