import type { CapabilityPlan } from "../plan/index.js"

/** What a capability takes of the runtime and others do without, by the names that its module imports. */
export function partsOf({ input, graphql, rest }: CapabilityPlan): string[] {
  const { allOf, dependentRequired } = input
  const endpoints = rest?.endpoints ?? []
  const parts = {
    graphqlLookups: graphql !== undefined && graphql.lookups.length > 0,
    graphqlWrites: graphql?.operation.type === "mutation",
    requirements: allOf !== undefined || dependentRequired !== undefined,
    restBytes: endpoints.some(({ bytes }) => bytes),
    restLookups: rest !== undefined && rest.lookups.length > 0,
    restPages: endpoints.some(({ paged }) => paged),
    restTexts: endpoints.some(({ accept, bytes }) => accept !== undefined && !bytes),
  }
  return Object.entries(parts).flatMap(([name, isTaken]) => (isTaken ? [name] : []))
}
