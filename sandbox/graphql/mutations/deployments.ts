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
import { change, mutations, ofInput, ofRow } from "./mutation.js"
import { refOf } from "./ref.js"

/** Deployments and environments. */
export const deploymentMutations = mutations({
  ...ofRow({ deployment: "Deployment" }, { deleteDeployment }),
  ...ofRow({ environment: "Environment" }, { deleteEnvironment }),
  ...ofInput({ deployment: "Deployment" }, (input: DeploymentStatusInput) => input, {
    createDeploymentStatus,
  }),
  ...ofInput({ repository: "Repository" }, (input: { name: string }) => input.name, {
    createEnvironment: setEnvironment,
  }),

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
})
