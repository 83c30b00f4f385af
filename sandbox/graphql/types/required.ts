import { isRequiredCheck } from "../../state/index.js"
import type { Store } from "../../tables/index.js"

/** The pull request for which `isRequired` asks. */
export interface RequiredArgs {
  pullRequestId?: string | null
  pullRequestNumber?: number | null
}

/** Whether a check or a status must succeed before the pull request is merged. */
export function isRequired(
  store: Store,
  { repositoryId, name }: { repositoryId: number; name: string },
  { pullRequestId, pullRequestNumber }: RequiredArgs,
): boolean {
  const repository = store.get("repositories", repositoryId)
  const pull = pullRequestId
    ? store.rowOfNodeId(pullRequestId)
    : store.pullRequestByNumber(repository, pullRequestNumber ?? 0)
  return pull?.kind === "PullRequest" && isRequiredCheck(store, pull, name)
}
