import { type Change, type Derived, NO_CHANGES, type RuleContext } from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import type { WrittenCard } from "../../../parse/index.js"
import { snakeCase } from "../../../text/index.js"

/**
 * A variable with the name of a lookup takes the result of the lookup. It takes the input of that name only
 * if there is no such lookup, so that a checked name is never sent unchecked.
 */
export function deriveVariables({ graphql }: WrittenCard, { documents }: RuleContext): Derived {
  const { documentPath, lookups = {}, variables = {} } = graphql ?? {}
  if (documentPath === undefined) return NO_CHANGES
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
