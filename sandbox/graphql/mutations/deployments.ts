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
import { change, mutations, ofRow } from "./mutation.js"
import { refOf } from "./ref.js"

/** Deployments and environments. */
export const deploymentMutations = mutations({
  ...ofRow({ deployment: "Deployment" }, { deleteDeployment }),
  ...ofRow({ environment: "Environment" }, { deleteEnvironment }),

  createDeployment: change(
    { repository: "Repository" },
    (store, { repository }, input: Omit<DeploymentInput, "ref"> & { refId: string }, context) => {
      const ref = refOf(context, input.refId).name.replace(/^refs\/(?:heads|tags)\//, "")
      const made = createDeployment(store, repository, { ...input, ref })
      if ("conflict" in made) throw unprocessable(made.conflict)
      const autoMerged = "merged" in made
      return { deployment: autoMerged ? null : made, autoMerged }
    },
  ),

  createDeploymentStatus: change(
    { deployment: "Deployment" },
    (store, { deployment }, input: DeploymentStatusInput) => ({
      deploymentStatus: createDeploymentStatus(store, deployment, input),
    }),
  ),

  createEnvironment: change(
    { repository: "Repository" },
    (store, { repository }, { name }: { name: string }) => ({
      environment: setEnvironment(store, repository, name),
    }),
  ),
})
