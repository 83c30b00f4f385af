import { type Change, type Context, type Derived, NOTHING } from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import type { WrittenCard } from "../../../parse/index.js"
import { snakeCase } from "../../../text/index.js"

/**
 * A variable that is called like a lookup takes what that found, and the input of its name only where
 * there is none: a name that is checked is never sent unchecked.
 */
export function deriveVariables({ graphql }: WrittenCard, { documents }: Context): Derived {
  const { documentPath, lookups = {}, variables = {} } = graphql ?? {}
  if (documentPath === undefined) return NOTHING
  const [operation] = documents.get(documentPath).source?.operations ?? []
  const names = (operation?.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
  const changes = names.flatMap((name): Change[] => {
    const lookup = [name, snakeCase(name)].find((one) => Object.hasOwn(lookups, one))
    if (lookup === undefined || variables[name] !== undefined) return []
    const from = ["graphql", "lookups", lookup]
    return [{ at: ["graphql", "variables", name], value: Path.derived(`$lookups.${lookup}`), from }]
  })
  return { changes }
}
