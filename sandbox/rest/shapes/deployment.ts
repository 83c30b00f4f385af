import { webUrl } from "../../state/index.js"
import type { Deployment, DeploymentStatus, Environment } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids, repositoryUrl, times } from "./common.js"
import { userById } from "./user.js"

const homeOf = ({ store }: View, { repositoryId }: { repositoryId: number }) =>
  store.get("repositories", repositoryId)

export function deploymentShape(view: View, row: Deployment) {
  const repository_url = repositoryUrl(view, homeOf(view, row))
  const url = `${repository_url}/deployments/${row.id}`
  return {
    url,
    ...ids(row),
    task: row.task,
    original_environment: row.originalEnvironment,
    environment: row.environment,
    description: row.description,
    ...times(row),
    statuses_url: `${url}/statuses`,
    repository_url,
    creator: userById(view, row.creatorId),
    sha: row.oid,
    ref: row.ref,
    payload: JSON.parse(row.payload),
    transient_environment: row.isTransient,
    production_environment: row.isProduction,
    performed_via_github_app: null,
  }
}

export function deploymentStatusShape(view: View, row: DeploymentStatus) {
  const deployment = view.store.get("deployments", row.deploymentId)
  const repository_url = repositoryUrl(view, homeOf(view, deployment))
  const deployment_url = `${repository_url}/deployments/${deployment.id}`
  return {
    url: `${deployment_url}/statuses/${row.id}`,
    ...ids(row),
    state: row.state.toLowerCase(),
    creator: userById(view, row.creatorId),
    description: row.description,
    environment: row.environment,
    target_url: row.logUrl,
    ...times(row),
    deployment_url,
    repository_url,
    environment_url: row.environmentUrl,
    log_url: row.logUrl,
    performed_via_github_app: null,
  }
}

export function environmentShape(view: View, row: Environment) {
  const repository = homeOf(view, row)
  const name = encodeURIComponent(row.name)
  return {
    ...ids(row),
    name: row.name,
    url: `${repositoryUrl(view, repository)}/environments/${name}`,
    html_url: `${webUrl(view.store, repository)}/deployments/activity_log?environments_filter=${name}`,
    ...times(row),
    can_admins_bypass: true,
    protection_rules: [],
    deployment_branch_policy: null,
  }
}
