import { type RouteEmitter, valueName } from "../../../emit/index.js"
import type { CapabilityPlan, GraphqlPlan } from "../../../plan/index.js"
import { localNames, operationImports } from "./local-names.js"
import { graphqlRoute } from "./route.js"
import { lookupTypes } from "./types.js"

export const graphqlEmitter: RouteEmitter = {
  types: ({ graphql }) => (graphql ? lookupTypes(graphql) : []),
  members: (plan) =>
    plan.graphql ? [graphqlRoute(plan, plan.graphql, namesIn(plan, plan.graphql))] : [],
  imports: (plan, from) =>
    plan.graphql ? operationImports(plan.graphql, namesIn(plan, plan.graphql), from) : [],
  parts: ({ graphql }) => ({
    decidedWrites: graphql?.decided !== undefined,
    graphqlLookups: graphql !== undefined && graphql.lookups.length > 0,
    graphqlPages: graphql?.complete !== undefined || graphql?.hasParts === true,
    graphqlWrites: graphql?.operation.type === "mutation",
    tokenScopes: graphql?.operation.scopes !== undefined,
  }),
}

/** The result may have the type of a shape, whose name is the schema's title. */
function namesIn({ id, output }: CapabilityPlan, graphql: GraphqlPlan) {
  const titles = JSON.stringify(output).matchAll(/"title":"(\w+)"/g)
  return localNames(graphql, [valueName(id), ...[...titles].map(([, title = ""]) => title)])
}
