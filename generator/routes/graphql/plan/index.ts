import {
  all,
  flatMap,
  inputShapeOf,
  mapPlan,
  omittedOf,
  planned,
  type RoutePlanner,
  unusedSelections,
} from "../../../plan/index.js"
import { checkConnections } from "../check/index.js"
import { graphqlOrigin } from "./origin.js"
import { pageSizesOf } from "./page-sizes.js"
import { ownOperation, planGraphql } from "./route.js"

export const graphqlPlanner: RoutePlanner = {
  type: "graphql",
  answer: "data",
  unread: { by: "", help: "map it under `graphql.variables`, or remove it" },
  open(mapping, { graphql: section }, input, { operations, pins }) {
    if (section === undefined) return undefined
    const plan = planGraphql(mapping, section, inputShapeOf(input), operations)
    return {
      ...plan,
      prove(object) {
        const { document, nested } = ownOperation(section, operations)
        const pageSizes = pageSizesOf(section, input, document)
        const { cost, diagnostics } = checkConnections(
          document,
          pins.schema(),
          pageSizes,
          nested?.unsized,
        )
        const proved = flatMap(plan.close(object), (graphql) =>
          planned(graphql, unusedSelections(mapping, document)),
        )
        return mapPlan(all([proved, planned(cost, diagnostics)]), ([graphql, cost]) => ({
          graphql,
          cost,
        }))
      },
    }
  },
  omitted: ({ graphql }, placesOf) =>
    graphql && omittedOf(graphql.operation.data, placesOf(graphql.output)),
  origin: graphqlOrigin,
}
