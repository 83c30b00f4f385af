import { addedTable, type PlannedCapability, plannerTable } from "../../planner/table/index.js"
import { printJson } from "./layout.js"
import { moduleHead, NO_PACKAGE_IMPORTS, PACKAGE, type PackageImports } from "./module.js"

/** The tables of the planner, and the function that creates it. */
export function emitPlanner(
  capabilities: readonly { readonly planned: PlannedCapability }[],
  packageImports: PackageImports,
  ofPackage: readonly PlannedCapability[],
): [path: string, text: string][] {
  const own = capabilities.map(({ planned }) => planned)
  const isPackage = packageImports === NO_PACKAGE_IMPORTS
  const table = isPackage ? plannerTable(own) : addedTable(own, ofPackage)
  return [
    ["generated/plan.json", printJson(table)],
    [
      "generated/plan.ts",
      `${moduleHead(packageImports)}\n${isPackage ? OF_PACKAGE : OF_PROJECT}${PLAN}`,
    ],
  ]
}

const NAMES = `export {
	type PlannerCatalog, createPlanner, type EntityType, type Missing, type Plan, type PlanRequest,
	type PlanStep, type Reasons, type RunnablePlan, type RunnableStep, type Thing, type Tool,
}`

const OF_PACKAGE = `import { type PlanRequest, plannerOf, type RunnablePlan } from "../planner/index.js"
import table from "./plan.json" with { type: "json" }

${NAMES} from "../planner/index.js"

const planner = /* @__PURE__ */ plannerOf(table)

/**
 * Creates \`plan\` for the capabilities of a project and of ghx. Files that \`npx ghx gen\` writes call it.
 *
 * @param own - the \`plan.json\` of the project
 */
export function planWith(own: unknown): (request: PlanRequest) => RunnablePlan {
	return plannerOf(table, own)
}
`

const OF_PROJECT = `import { type PlanRequest, planWith, type RunnablePlan } from "${PACKAGE}/plan"
import table from "./plan.json" with { type: "json" }

${NAMES} from "${PACKAGE}/plan"

const planner = /* @__PURE__ */ planWith(table)
`

const PLAN = `
/**
 * Plans the fewest calls for an intent, three at most: calls that list objects to find missing inputs, and
 * the capability itself. Sends nothing, and returns the same plan for the same request.
 *
 * @param request - \`intent\` is the id of a capability; \`entities\` are its known inputs, and known
 * properties that identify an object, such as the title of an issue
 * @returns steps for \`executeTasks\`; no steps if something is \`missing\`
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
