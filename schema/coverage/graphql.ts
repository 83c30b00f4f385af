import type { Coverage } from "./coverage.js"

/** Every field of the pinned schema. */
export function graphqlCoverage(_sdl: string): Coverage {
  return { title: "GraphQL", noun: "fields", introduction: "", groups: [] }
}
