import {
  createDeployment,
  createDeploymentStatus,
  type DeploymentInput,
  type DeploymentStatusInput,
  deleteDeployment,
  deleteEnvironment,
  setEnvironment,
  unprocessable,
} from "../../state/index.js"
import type { Context } from "../field/index.js"
import { mutations, node } from "./mutation.js"
import { refOf } from "./ref.js"

/** Deployments and environments. */
export const deploymentMutations = mutations({
  createDeployment(
    input: Omit<DeploymentInput, "ref"> & { repositoryId: string; refId: string },
    context: Context,
  ) {
    const { repositoryId, refId, ...given } = input
    const repository = node(context, repositoryId, "Repository")
    const ref = refOf(context, refId).name.replace(/^refs\/(?:heads|tags)\//, "")
    const made = createDeployment(context.store, repository, { ...given, ref })
    if ("conflict" in made) throw unprocessable(made.conflict)
    const autoMerged = "merged" in made
    return { deployment: autoMerged ? null : made, autoMerged }
  },

  createDeploymentStatus(
    { deploymentId, ...given }: DeploymentStatusInput & { deploymentId: string },
    context: Context,
  ) {
    const row = node(context, deploymentId, "Deployment")
    return { deploymentStatus: createDeploymentStatus(context.store, row, given) }
  },

  deleteDeployment({ id }: { id: string }, context: Context) {
    deleteDeployment(context.store, node(context, id, "Deployment"))
    return {}
  },

  createEnvironment({ repositoryId, name }: { repositoryId: string; name: string }, context) {
    const repository = node(context, repositoryId, "Repository")
    return { environment: setEnvironment(context.store, repository, name) }
  },

  deleteEnvironment({ id }: { id: string }, context: Context) {
    deleteEnvironment(context.store, node(context, id, "Environment"))
    return {}
  },
})
