import type { JsonSchema } from "../../runtime/definition/index.js"
import type { CapabilityPlan } from "../plan/index.js"
import { subschemas } from "../shape/index.js"

/** What a capability takes of the runtime and others do without, by the names that its module imports. */
export function partsOf({ input, graphql, rest }: CapabilityPlan): string[] {
  const { allOf, dependentRequired } = input
  const endpoints = rest?.endpoints ?? []
  const parts = {
    graphqlLookups: graphql !== undefined && graphql.lookups.length > 0,
    graphqlWrites: graphql?.operation.type === "mutation",
    nodeIds: takesNodeIds(input),
    requirements: allOf !== undefined || dependentRequired !== undefined,
    restBytes: endpoints.some(({ bytes }) => bytes),
    restLookups: rest !== undefined && rest.lookups.length > 0,
    restPages: endpoints.some(({ paged }) => paged),
    restPolling: endpoints.some(({ poll }) => poll),
    restPresence: endpoints.some(({ presence, method }) => presence && method === "GET"),
    restTexts: endpoints.some(({ accept, bytes }) => accept !== undefined && !bytes),
  }
  return Object.entries(parts).flatMap(([name, isTaken]) => (isTaken ? [name] : []))
}

function takesNodeIds(schema: JsonSchema): boolean {
  return (
    schema["x-ghx-node"] !== undefined || subschemas(schema).some((one) => takesNodeIds(one.schema))
  )
}
