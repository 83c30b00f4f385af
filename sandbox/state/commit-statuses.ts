import type { CommitState, CommitStatus, Repository } from "../tables/index.js"
import { mergeWhatIsReady } from "./auto-merge.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"
import { checkLength } from "./text.js"

const MAX_DESCRIPTION_CHARS = 140

export interface StatusInput {
  oid: string
  state: CommitState
  context?: string | null
  description?: string | null
  targetUrl?: string | null
}

export function createCommitStatus(
  store: Session,
  repository: Repository,
  { oid, state, context, description, targetUrl }: StatusInput,
): CommitStatus {
  authorize(store, repository, "statuses", "WRITE")
  checkLength(description ?? "", "description", MAX_DESCRIPTION_CHARS, "Status")
  store.clock.tick()
  const status = store.insert("commitStatuses", {
    repositoryId: repository.id,
    oid,
    context: context ?? "default",
    state,
    description: description ?? null,
    targetUrl: targetUrl ?? null,
    creatorId: store.viewer.account.id,
  })
  store.recordApplied("createCommitStatus", status)
  mergeWhatIsReady(store, repository.id)
  return status
}
