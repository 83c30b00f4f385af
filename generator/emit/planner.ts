import { type PlannedCapability, plannerTable } from "../planner/index.js"
import { stringLiteral } from "../text/index.js"
import { type Doors, madeBy } from "./doors.js"
import { printJson } from "./json.js"
import { importPath } from "./module.js"

/** What plans over the capabilities are made of, and the function that makes them. */
export function emitPlanner(
  capabilities: readonly { readonly planned: PlannedCapability }[],
  doors: Doors,
): [path: string, text: string][] {
  const path = "generated/plan.ts"
  const door = stringLiteral(importPath(path, "runtime/planner/index.ts", doors))
  return [
    ["generated/plan.json", printJson(plannerTable(capabilities.map(({ planned }) => planned)))],
    [
      path,
      `// ${madeBy(doors)}. Do not edit.\n${MODULE.replaceAll('"../runtime/planner/index.js"', door)}`,
    ],
  ]
}

const MODULE = `import { type PlanRequest, plannerOf, type RunnablePlan } from "../runtime/planner/index.js"
import table from "./plan.json" with { type: "json" }

export {
  type PlannerCatalog, createPlanner, type EntityType, type Missing, type Plan, type PlanRequest,
  type PlanStep, type Reasons, type RunnablePlan, type RunnableStep, type Thing, type Tool,
} from "../runtime/planner/index.js"

const planner = /* @__PURE__ */ plannerOf(table)

/**
 * The fewest calls that do what is asked for with what is known, three at most: those that list what is
 * not known, and the capability itself. Nothing is sent; the same request has the same plan.
 *
 * @param request - \`intent\` is the id of a capability; \`entities\` are its inputs, and what else is known
 * of what it is about, such as the title of an issue
 * @returns steps for \`executeTasks\`; none where something is \`missing\`
 *
 * @example
 * const { steps, missing } = plan({
 *   intent: "issue.close",
 *   entities: { owner: "octocat", repo: "hello-world", title: "Flaky test" },
 * })
 */
export function plan(request: PlanRequest): RunnablePlan {
  return planner(request)
}
`
