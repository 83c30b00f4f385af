import { resourcePath } from "../../state/index.js"
import { get, rowsBy, type Workflow, type WorkflowRun, type World } from "../../tables/index.js"
import { connection, type Fields, type PageArgs, properties } from "../field/index.js"
import { suiteOf } from "./checks.js"
import type { OrderArg } from "./lists.js"
import { addressFields, identityFields } from "./node.js"

export const workflowRunFields: Fields<WorkflowRun> = {
  ...identityFields,
  ...addressFields,
  ...properties<WorkflowRun>("event", "runNumber", "createdAt", "updatedAt"),
  checkSuite: suiteOf,
  workflow: (run, _, { world }) => get(world, "workflows", run.workflowId),
}

export const workflowFields: Fields<Workflow> = {
  ...identityFields,
  ...properties<Workflow>("name", "state", "createdAt", "updatedAt"),
  resourcePath: (workflow, _, { world }) => workflowPath(world, workflow),
  url: (workflow, _, { world }) => world.webUrl + workflowPath(world, workflow),
  runs: (workflow, args: PageArgs & { orderBy?: OrderArg<"CREATED_AT"> | null }, { world }, info) =>
    connection(rowsBy(world, "workflowRuns", "workflow", workflow.id), args, info, {
      order: {
        keys: (run) => [run.createdAt, run.id],
        descending: args.orderBy?.direction !== "ASC",
      },
    }),
}

function workflowPath(world: World, workflow: Workflow): string {
  const home = resourcePath(world, get(world, "repositories", workflow.repositoryId))
  return `${home}/actions/workflows/${workflow.path.split("/").at(-1)}`
}
