import {
  commitNode,
  deploymentsOf,
  environmentNamed,
  environmentsOf,
  refNode,
  statusesOfDeployment,
} from "../../state/index.js"
import type { Deployment, DeploymentStatus, Environment, Repository } from "../../tables/index.js"
import {
  byId,
  connection,
  constants,
  emptyConnection,
  type Fields,
  list,
  type OrderedArgs,
} from "../field/index.js"
import { noEnvironment } from "./absent.js"

/** Deployments and environments of a repository. */
export const repositoryDeploymentFields: Fields<Repository> = {
  deployments: (
    repository,
    args: OrderedArgs<"CREATED_AT"> & {
      environments?: readonly string[] | null
    },
    { store },
    info,
  ) => {
    const rows = store
      .rowsBy("deployments", "repository", repository.id)
      .filter(({ environment }) => !args.environments || args.environments.includes(environment))
    return connection(rows, args, info, { order: byId(args.orderBy?.direction === "DESC") })
  },
  environment: (repository, args: { name: string }, context, info) =>
    environmentNamed(context.store, repository, args.name) ??
    noEnvironment(repository, args, context, info),
  environments: (
    repository,
    args: OrderedArgs<"NAME"> & { names?: readonly string[] | null },
    { store },
    info,
  ) => {
    const { names, orderBy } = args
    const rows = environmentsOf(store, repository).filter(
      ({ name }) => !names || names.length === 0 || names.includes(name),
    )
    const descending = orderBy?.direction === "DESC"
    return connection(rows, args, info, { order: { keys: ({ name }) => [name], descending } })
  },
  pinnedEnvironments: emptyConnection,
}

export const environmentFields: Fields<Environment> = {
  ...constants({ isPinned: false, pinnedPosition: null }),
  protectionRules: emptyConnection,
  latestCompletedDeployment: ({ repositoryId, name }, _, { store }) =>
    deploymentsOf(store, repositoryId).find((one) => {
      const [last] = statusesOfDeployment(store, one)
      return one.environment === name && /^(?:ERROR|FAILURE|SUCCESS)$/.test(last?.state ?? "")
    }) ?? null,
}

export const deploymentFields: Fields<Deployment> = {
  commitOid: ({ oid }) => oid,
  commit: ({ repositoryId, oid }) => commitNode(repositoryId, oid),
  latestEnvironment: ({ environment }) => environment,
  latestStatus: (row, _, { store }) => statusesOfDeployment(store, row)[0] ?? null,
  ref: ({ repositoryId, ref }, _, context) =>
    refNode(context, repositoryId, `refs/heads/${ref}`) ??
    refNode(context, repositoryId, `refs/tags/${ref}`),
  state: (row, _, { store }) => {
    const state = statusesOfDeployment(store, row)[0]?.state ?? "PENDING"
    return state === "SUCCESS" ? "ACTIVE" : state
  },
  statuses: list((row, { store }) => statusesOfDeployment(store, row), { order: byId(true) }),
}

export const deploymentStatusFields: Fields<DeploymentStatus> = {
  environmentUrl: ({ environmentUrl }) => environmentUrl || null,
  logUrl: ({ logUrl }) => logUrl || null,
}
