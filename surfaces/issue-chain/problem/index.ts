/** A problem that stops a run; its message says what to do. */
export class ChainProblem extends Error {
  override readonly name = "ChainProblem"

  constructor(
    readonly code: ChainProblemCode,
    message: string,
  ) {
    super(message)
  }
}

export type ChainProblemCode =
  | "usage"
  | "not_a_repository"
  | "not_authenticated"
  | "issue_not_found"
  | "issue_not_open"
  | "not_diagnosed"
  | "not_clean"
  | "branch_exists"
  | "under_way"
  | "no_manifest"
  | "bad_manifest"
  | "worker_running"
  | "git_failed"
  | "github_failed"
