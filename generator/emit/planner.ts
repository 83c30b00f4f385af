import { addedTable, type PlannedCapability, plannerTable } from "../planner/index.js"
import { printJson } from "./json.js"
import { generatedBy, NO_PACKAGE_IMPORTS, PACKAGE, type PackageImports } from "./package-imports.js"

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
      `// ${generatedBy(packageImports)}. Do not edit.\n${isPackage ? OF_PACKAGE : OF_PROJECT}${PLAN}`,
    ],
  ]
}

const NAMES = `export {
  type PlannerCatalog, createPlanner, type EntityType, type Missing, type Plan, type PlanRequest,
  type PlanStep, type Reasons, type RunnablePlan, type RunnableStep, type Thing, type Tool,
}`

const OF_PACKAGE = `import { type PlanRequest, plannerOf, type RunnablePlan } from "../runtime/planner/index.js"
import table from "./plan.json" with { type: "json" }

${NAMES} from "../runtime/planner/index.js"

const planner = /* @__PURE__ */ plannerOf(table)

/**
 * \`plan\` over the capabilities of a project, too: for what \`npx ghx gen\` writes.
 *
 * @param own - its \`plan.json\`
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
