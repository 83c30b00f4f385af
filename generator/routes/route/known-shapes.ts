import { Kind, parse } from "graphql"
import type { RouteType } from "../../../runtime/index.js"
import { readCard } from "../../parse/index.js"
import type { Inputs } from "../../read/index.js"
import { snakeCase } from "../../text/index.js"

/** A shape, and its origins by route: a type, a schema, a group of gh's fields. */
export interface KnownShape {
  readonly name: string
  readonly of: Readonly<{ [Route in RouteType]?: string | undefined }>
}

const FILE = /^cards\/shapes\/(\w+)\.yaml$/

/** The shapes of a project; `pnpm gen` reports broken ones. */
export function knownShapes({ cards, operations }: Inputs): KnownShape[] {
  const files = new Map(
    [...cards].flatMap(([path, text]): [string, unknown][] => {
      const [, name] = FILE.exec(path) ?? []
      return name === undefined ? [] : [[name, readCard(path, text).source?.value]]
    }),
  )
  const madeOf = (name: string, seen: readonly string[] = []): KnownShape["of"] => {
    const { shape, rest, cli } = Object(files.get(name))
    const isBase = typeof shape === "string" && files.has(shape) && !seen.includes(shape)
    const graphql = typeOf(operations.get(`operations/shapes/${name}.graphql`))
    return {
      ...(isBase && madeOf(shape, [...seen, name])),
      ...(graphql !== undefined && { graphql }),
      ...(rest?.schema !== undefined && { rest: String(rest.schema) }),
      ...(cli?.schema !== undefined && { cli: String(cli.schema) }),
      // A shape that gh cannot serve completely is no candidate.
      ...(cli?.without !== undefined && { cli: undefined }),
    }
  }
  return [...files.keys()].map((name) => ({ name, of: madeOf(name) }))
}

function typeOf(fragment: string | undefined): string | undefined {
  if (fragment === undefined) return undefined
  try {
    const [definition] = parse(fragment).definitions
    return definition?.kind === Kind.FRAGMENT_DEFINITION
      ? definition.typeCondition.name.value
      : undefined
  } catch {
    return undefined
  }
}

/**
 * The shape for an object in a card: in a list the smaller one, otherwise the full one. A reference such as
 * `milestone_reference` does not qualify.
 */
export function shapeFor(
  shapes: readonly KnownShape[],
  route: RouteType,
  type: string,
  inList: boolean,
): string | undefined {
  const name = snakeCase(type)
  const wanted = inList ? [`${name}_summary`, name] : [name, `${name}_summary`]
  const made = shapes
    .filter(({ name, of }) => of[route] === type && !name.endsWith("_reference"))
    .map((shape) => shape.name)
  return wanted.find((one) => made.includes(one)) ?? made[0]
}
