import type { CommitStatus } from "../../state/automation-rows.js"
import { combinedState, latestStatusesOn } from "../../state/checks.js"
import { nodeId } from "../../state/node-id.js"
import type { Repository } from "../../state/rows.js"
import { get } from "../../state/world.js"
import type { View } from "../request.js"
import { repositoryShape } from "./repository.js"
import { repositoryUrl } from "./repository-url.js"
import { userById } from "./user.js"

export const statusShape = (view: View, status: CommitStatus) => ({
  ...simpleStatus(view, status),
  creator: userById(view, status.creatorId),
})

const simpleStatus = (view: View, status: CommitStatus) => ({
  url: `${repositoryUrl(view, get(view.world, "repositories", status.repositoryId))}/statuses/${status.oid}`,
  avatar_url: `https://avatars.githubusercontent.com/u/${status.creatorId}?v=4`,
  id: status.id,
  node_id: nodeId(status),
  state: status.state.toLowerCase(),
  description: status.description,
  target_url: status.targetUrl,
  context: status.context,
  created_at: status.createdAt,
  updated_at: status.updatedAt,
})

/** The last word of each context, and what they come to together. */
export function combinedStatus(view: View, repository: Repository, oid: string) {
  const statuses = latestStatusesOn(view.world, { repositoryId: repository.id, oid })
  const url = repositoryUrl(view, repository)
  return {
    state: combinedState(statuses).toLowerCase(),
    sha: oid,
    total_count: statuses.length,
    statuses: statuses.map((status) => simpleStatus(view, status)),
    repository: repositoryShape(view, repository),
    commit_url: `${url}/commits/${oid}`,
    url: `${url}/commits/${oid}/status`,
  }
}
