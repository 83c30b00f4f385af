import { resourcePath } from "../../state/index.js"
import type { Workflow, WorkflowRun } from "../../tables/index.js"
import { address, type Fields, list, type OrderedArgs } from "../field/index.js"
import { suiteOf } from "./checks.js"

export const workflowRunFields: Fields<WorkflowRun> = {
  checkSuite: suiteOf,
}

export const workflowFields: Fields<Workflow> = {
  ...address<Workflow>("", (workflow, store) => {
    const home = resourcePath(store, store.get("repositories", workflow.repositoryId))
    return `${home}/actions/workflows/${workflow.path.split("/").at(-1)}`
  }),
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
