import { resourcePath, workflowOf } from "../../state/index.js"
import type { Store, Workflow, WorkflowRun } from "../../tables/index.js"
import { type Fields, list, type OrderedArgs, properties } from "../field/index.js"
import { suiteOf } from "./checks.js"
import { addressFields, identityFields } from "./node.js"

export const workflowRunFields: Fields<WorkflowRun> = {
  ...identityFields,
  ...addressFields,
  ...properties<WorkflowRun>("event", "runNumber", "createdAt", "updatedAt"),
  checkSuite: suiteOf,
  workflow: (run, _, { store }) => workflowOf(store, run),
}

export const workflowFields: Fields<Workflow> = {
  ...identityFields,
  ...properties<Workflow>("name", "state", "createdAt", "updatedAt"),
  resourcePath: (workflow, _, { store }) => workflowPath(store, workflow),
  url: (workflow, _, { store }) => store.webUrl + workflowPath(store, workflow),
  runs: list(
    (workflow, { store }) => store.rowsBy("workflowRuns", "workflow", workflow.id),
    (args: OrderedArgs<"CREATED_AT">) => ({
      order: {
        keys: (run) => [run.createdAt, run.id],
        descending: args.orderBy?.direction !== "ASC",
      },
    }),
  ),
}

function workflowPath(store: Store, workflow: Workflow): string {
  const home = resourcePath(store, store.get("repositories", workflow.repositoryId))
  return `${home}/actions/workflows/${workflow.path.split("/").at(-1)}`
}
