import { pair, type WorkflowRun } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { repositoryUrl } from "./repository-url.js"

/** The open pull requests whose head the run is about. */
export function minimalPulls(view: View, run: WorkflowRun) {
  const { store } = view
  const end = (repositoryId: number, ref: string, sha: string) => {
    const repository = store.get("repositories", repositoryId)
    const { id, name } = repository
    return { ref, sha, repo: { id, name, url: repositoryUrl(view, repository) } }
  }
  const pulls = store.rowsBy("pullRequests", "head", pair(run.repositoryId, run.headBranch))
  const open = pulls.filter((pull) => pull.state === "OPEN")
  return open.map((pull) => ({
    id: pull.id,
    number: pull.number,
    url: `${repositoryUrl(view, store.get("repositories", pull.repositoryId))}/pulls/${pull.number}`,
    head: end(run.repositoryId, pull.headRefName, pull.headRefOid),
    base: end(pull.repositoryId, pull.baseRefName, pull.baseRefOid),
  }))
}
