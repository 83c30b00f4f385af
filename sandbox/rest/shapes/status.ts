import type { Answer } from "../../http/index.js"
import { combinedState, latestStatusesOn } from "../../state/index.js"
import type { CommitStatus, Repository } from "../../tables/index.js"
import type { RestRequest, View } from "../route/index.js"
import { ids, times } from "./common.js"
import { simpleRepository } from "./repository.js"
import { repositoryUrl } from "./repository-url.js"
import { userById } from "./user.js"

export const statusShape = (view: View, status: CommitStatus) => ({
  ...simpleStatus(view, status),
  creator: userById(view, status.creatorId),
})

const simpleStatus = (view: View, status: CommitStatus) => ({
  url: `${repositoryUrl(view, view.store.get("repositories", status.repositoryId))}/statuses/${status.oid}`,
  avatar_url: `https://avatars.githubusercontent.com/u/${status.creatorId}?v=4`,
  ...ids(status),
  state: status.state.toLowerCase(),
  description: status.description,
  target_url: status.targetUrl,
  context: status.context,
  ...times(status),
})

/** The latest status of each context, paged, and their combined state. */
export function combinedStatus(request: RestRequest, repository: Repository, oid: string): Answer {
  const statuses = latestStatusesOn(request.store, { repositoryId: repository.id, oid })
  const url = repositoryUrl(request, repository)
  return request.page(statuses, simpleStatus, (shown, total_count) => ({
    state: combinedState(statuses).toLowerCase(),
    sha: oid,
    total_count,
    statuses: shown,
    repository: simpleRepository(request, repository),
    commit_url: `${url}/commits/${oid}`,
    url: `${url}/commits/${oid}/status`,
  }))
}
