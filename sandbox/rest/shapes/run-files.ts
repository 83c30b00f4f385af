import { isExpired } from "../../state/index.js"
import type { ActionsCache, Artifact } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids } from "./common.js"
import { repositoryUrl } from "./repository-url.js"

export function artifactShape(view: View, artifact: Artifact) {
  const run = view.store.get("workflowRuns", artifact.runId)
  const home = view.store.get("repositories", run.repositoryId)
  const url = `${repositoryUrl(view, home)}/actions/artifacts/${artifact.id}`
  return {
    ...ids(artifact),
    name: artifact.name,
    size_in_bytes: artifact.size,
    url,
    archive_download_url: `${url}/zip`,
    expired: isExpired(view.store, artifact),
    digest: artifact.digest,
    created_at: artifact.createdAt,
    updated_at: artifact.createdAt,
    expires_at: artifact.expiresAt,
    workflow_run: {
      id: run.id,
      repository_id: run.repositoryId,
      head_repository_id: run.repositoryId,
      head_branch: run.headBranch,
      head_sha: run.headOid,
    },
  }
}

export const cacheShape = (cache: ActionsCache) => ({
  id: cache.id,
  ref: cache.ref,
  key: cache.key,
  version: cache.version,
  last_accessed_at: cache.lastAccessedAt,
  created_at: cache.createdAt,
  size_in_bytes: cache.size,
})
