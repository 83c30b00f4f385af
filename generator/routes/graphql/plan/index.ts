import {
  andThen,
  both,
  inputShapeOf,
  made,
  omittedOf,
  optional,
  planned,
  planObject,
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
  planWith: (mapping, { graphql }, input, object, { operations }) =>
    optional(graphql, (section) => planGraphql(mapping, section, input, object, operations)),
  plan: (mapping, card, { input }, { operations, pins }) =>
    optional(card.graphql, (section) => {
      const { document } = ownOperation(section, operations)
      const object = planObject(card.output_schema)
      const plan = planGraphql(mapping, section, inputShapeOf(input), object, operations)
      const pageSizes = pageSizesOf(section, input, document)
      const { cost, diagnostics } = checkConnections(document, pins.schema(), pageSizes)
      const proved = andThen(plan, (graphql) =>
        planned(graphql, unusedSelections(mapping, document)),
      )
      return made(both(proved, planned(cost, diagnostics)), ([graphql, cost]) => ({
        graphql,
        cost,
      }))
    }),
  omitted: ({ graphql }, placesOf) =>
    graphql && omittedOf(graphql.operation.data, placesOf(graphql.output)),
  origin: graphqlOrigin,
}
