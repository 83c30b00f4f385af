import { namesIn } from "../check/index.js"
import { Path } from "../jmespath/index.js"
import type { WrittenCard } from "../parse/index.js"
import { snakeCase } from "../text/index.js"
import type { Change } from "./draft.js"
import { type Context, type Derived, NOTHING, together } from "./rule.js"

/**
 * A variable or a name in a path that is called like a look-up of its route takes what that found, and
 * the input of its name only where there is none: a name that is checked is never sent unchecked. For
 * what a query and a body take, `by-name.ts` has the same rule.
 */
export function deriveFromLookups(card: WrittenCard, context: Context): Derived {
  return together([ofVariables(card, context), ofPaths(card)])
}

function ofVariables({ graphql }: WrittenCard, { documents }: Context): Derived {
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

function ofPaths({ rest }: WrittenCard): Derived {
  const { endpoints = [], lookups = {} } = rest ?? {}
  const changes = endpoints.flatMap((endpoint, index) => {
    const at = ["rest", "endpoints", index]
    const ofPath = namesIn(endpoint.path ?? "").filter((name) => name !== endpoint.item)
    return ofPath.flatMap((name): Change[] => {
      if (!Object.hasOwn(lookups, name) || Object.hasOwn(endpoint.parameters ?? {}, name)) return []
      const from = ["rest", "lookups", name]
      return [{ at: [...at, "parameters", name], value: Path.derived(`$lookups.${name}`), from }]
    })
  })
  return { changes }
}
