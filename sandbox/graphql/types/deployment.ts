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
  constants,
  emptyConnection,
  type Fields,
  list,
  type OrderedArgs,
} from "../field/index.js"
import { noEnvironment } from "./absent.js"

type Named<List extends string> = { readonly [Name in List]?: readonly string[] | null }

/** Deployments and environments of a repository. */
export const repositoryDeploymentFields: Fields<Repository> = {
  deployments: list(
    ({ id }, { store }, args: OrderedArgs<"CREATED_AT"> & Named<"environments">) =>
      store
        .rowsBy("deployments", "repository", id)
        .filter(({ environment }) => !args.environments || args.environments.includes(environment)),
    (args) => ({ order: byId(args.orderBy?.direction === "DESC") }),
  ),
  environment: (repository, args: { name: string }, context, info) =>
    environmentNamed(context.store, repository, args.name) ??
    noEnvironment(repository, args, context, info),
  environments: list(
    (repository, { store }, { names }: OrderedArgs<"NAME"> & Named<"names">) =>
      environmentsOf(store, repository).filter(
        ({ name }) => !names?.length || names.includes(name),
      ),
    ({ orderBy }) => ({
      order: { keys: ({ name }) => [name], descending: orderBy?.direction === "DESC" },
    }),
  ),
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
