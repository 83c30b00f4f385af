/** Whose node ids the inputs of mutations take, as GitHub's published schema says it. */
import { Kind, parse, visit } from "graphql"
import type { NodeIds } from "../../lazy-schema/index.js"

/** Reads `@possibleTypes(concreteTypes: […])`, which only the schema of GitHub's documentation has. */
export function nodeIdsIn(sdl: string): NodeIds {
  const found: Record<string, Record<string, readonly string[]>> = {}
  visit(parse(sdl, { noLocation: true }), {
    InputObjectTypeDefinition({ name, fields = [] }) {
      const own = fields.flatMap((field) => {
        const possible = field.directives?.find((one) => one.name.value === "possibleTypes")
        const types = possible?.arguments?.find((one) => one.name.value === "concreteTypes")?.value
        if (types?.kind !== Kind.LIST) return []
        const names = types.values.flatMap((one) => (one.kind === Kind.STRING ? one.value : []))
        return [[field.name.value, names] as const]
      })
      if (own.length > 0) found[name.value] = Object.fromEntries(own)
      return false
    },
  })
  return found
}

/** The text of the pin: a line for each input object, so that a refresh is a diff to read. */
export function printNodeIds(ids: NodeIds): string {
  const lines = Object.entries(ids).map(
    ([name, fields]) => `  ${JSON.stringify(name)}: ${JSON.stringify(fields)}`,
  )
  return `{\n${lines.sort().join(",\n")}\n}\n`
}
