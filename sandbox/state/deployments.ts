/** Deployments: https://docs.github.com/rest/deployments */

import { isAncestor } from "../git/index.js"
import type {
  Deployment,
  DeploymentStatus,
  DeploymentStatusState,
  Environment,
  Repository,
  Store,
} from "../tables/index.js"
import { checkRunsOn, latestStatusesOn } from "./checks.js"
import { mergeIntoBranch } from "./commits.js"
import { notFound, unprocessable } from "./errors.js"
import { commitBy } from "./git-nodes.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"
import { checkLength } from "./text.js"

export const environmentsOf = (store: Store, { id }: Pick<Repository, "id">): Environment[] =>
  store.rowsBy("environments", "repository", id).sort((a, b) => (a.name < b.name ? -1 : 1))

export const environmentNamed = (
  store: Store,
  repository: Pick<Repository, "id">,
  name: string,
): Environment | undefined => environmentsOf(store, repository).find((one) => one.name === name)

/** The environment with the name, which is made if there is none. */
export function setEnvironment(store: Session, repository: Repository, name: string): Environment {
  authorize(store, repository, "administration", "ADMIN")
  store.clock.tick()
  return store.recordApplied("createEnvironment", environmentFor(store, repository, name))
}

const environmentFor = (store: Store, repository: Repository, name: string): Environment =>
  environmentNamed(store, repository, name) ??
  store.insert("environments", { repositoryId: repository.id, name })

export function deleteEnvironment(store: Session, row: Environment): void {
  authorize(store, row, "administration", "ADMIN")
  store.drop("deleteEnvironment", row)
}

/** Newest first. */
export const deploymentsOf = (store: Store, repositoryId: number): Deployment[] =>
  store.rowsBy("deployments", "repository", repositoryId).reverse()

/** Newest first. */
export const statusesOfDeployment = (store: Store, { id }: Deployment): DeploymentStatus[] =>
  store.rowsBy("deploymentStatuses", "deployment", id).reverse()

export interface DeploymentInput {
  ref: string
  task?: string
  environment?: string
  description?: string | null
  payload?: string
  isTransient?: boolean
  isProduction?: boolean
  autoMerge?: boolean
  /** All of the commit unless given. */
  requiredContexts?: readonly string[] | null
}

/** Why a deployment was not made: GitHub merges first, and waits for checks. */
export type Undeployed = { merged: string } | { conflict: string; contexts?: readonly object[] }

/** @throws Refusal */
export function createDeployment(
  store: Session,
  repository: Repository,
  input: DeploymentInput,
): Deployment | Undeployed {
  authorize(store, repository, "deployments", "WRITE")
  const { ref, task = "deploy", environment = "production", autoMerge = true } = input
  const oid = commitBy(store, repository, ref)
  if (oid === undefined) throw unprocessable(`No ref found for: ${ref}`)
  const main = repository.defaultBranch
  const tip = repository.refs.get(`refs/heads/${main}`)
  const isBehind = tip !== undefined && !isAncestor(store.git, tip, oid)
  if (autoMerge && isBehind && repository.refs.has(`refs/heads/${ref}`)) {
    mergeIntoBranch(store, repository, { base: ref, head: main, message: null })
    return { merged: `Auto-merged ${main} into ${ref} on deployment.` }
  }
  const contexts = contextsOn(store, { repositoryId: repository.id, oid }, input.requiredContexts)
  if (contexts.some(({ state }) => state !== "success")) {
    return { conflict: `Conflict: Commit status checks failed for ${ref}.`, contexts }
  }
  store.clock.tick()
  environmentFor(store, repository, environment)
  const row = store.insert("deployments", {
    ...{ repositoryId: repository.id, oid, ref, task, payload: input.payload ?? "{}" },
    ...{ environment, originalEnvironment: environment, description: input.description ?? null },
    isTransient: input.isTransient ?? false,
    isProduction: input.isProduction ?? environment === "production",
    creatorId: store.viewer.account.id,
  })
  return store.recordApplied("createDeployment", row)
}

function contextsOn(
  store: Store,
  commit: { repositoryId: number; oid: string },
  required: readonly string[] | null | undefined,
): { context: string; state: string }[] {
  const known = new Map([
    ...latestStatusesOn(store, commit).map(({ context, state }) => [context, state] as const),
    ...checkRunsOn(store, commit).map(
      ({ name, conclusion }) => [name, conclusion ?? "PENDING"] as const,
    ),
  ])
  const isPassed = (state: string | undefined) => /^(?:NEUTRAL|SKIPPED|SUCCESS)$/.test(state ?? "")
  return (required ?? [...known.keys()]).map((context) => {
    const state = known.get(context)
    return { context, state: isPassed(state) ? "success" : (state ?? "PENDING").toLowerCase() }
  })
}

export function deleteDeployment(store: Session, row: Deployment): void {
  const repository = authorize(store, row, "deployments", "WRITE")
  const others = deploymentsOf(store, repository.id).filter(
    (one) => one.environment === row.environment,
  )
  const [last] = statusesOfDeployment(store, row)
  if (others.length > 1 && last?.state !== "INACTIVE") {
    throw unprocessable(
      "We cannot delete an active deployment unless it is the only deployment in a given environment.",
    )
  }
  store.drop("deleteDeployment", row, statusesOfDeployment(store, row))
}

export interface DeploymentStatusInput {
  state: DeploymentStatusState
  environment?: string | null
  description?: string | null
  environmentUrl?: string | null
  logUrl?: string | null
  autoInactive?: boolean | null
}

const MAX_DESCRIPTION_CHARS = 140

export function createDeploymentStatus(
  store: Session,
  row: Deployment,
  input: DeploymentStatusInput,
): DeploymentStatus {
  const repository = authorize(store, row, "deployments", "WRITE")
  const { state, environment = row.environment, description, autoInactive } = input
  checkLength(description ?? "", "description", MAX_DESCRIPTION_CHARS, "DeploymentStatus")
  const now = store.clock.tick()
  const status = insertStatus(store, row, { ...input, environment })
  store.update(row, { environment: status.environment, updatedAt: now })
  environmentFor(store, repository, status.environment)
  if (state === "SUCCESS" && autoInactive !== false) {
    for (const one of deploymentsOf(store, repository.id)) {
      const [last] = statusesOfDeployment(store, one)
      const isReplaced =
        one.id < row.id && one.environment === row.environment && last?.state === "SUCCESS"
      if (isReplaced && !one.isTransient && !one.isProduction) {
        insertStatus(store, one, { state: "INACTIVE" })
      }
    }
  }
  return store.recordApplied("createDeploymentStatus", status)
}

const insertStatus = (
  store: Session,
  row: Deployment,
  { state, environment, description, environmentUrl, logUrl }: DeploymentStatusInput,
): DeploymentStatus =>
  store.insert("deploymentStatuses", {
    ...{ deploymentId: row.id, state },
    ...{ environment: environment ?? row.environment, description: description ?? "" },
    ...{
      environmentUrl: environmentUrl ?? "",
      logUrl: logUrl ?? "",
      creatorId: store.viewer.account.id,
    },
  })

/** @throws Refusal if there is none */
export function environmentIn(store: Store, repository: Repository, name: string): Environment {
  const found = environmentNamed(store, repository, name)
  if (!found) throw notFound("Not Found")
  return found
}
