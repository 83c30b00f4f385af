/** Shapes, and cards that use them. */
import { type Note, type Problem, problem } from "../diagnostics/index.js"

export const malformedName = (path: string) =>
  problem(
    "GHX1006",
    `\`${path}\` is not a valid path of a shape`,
    "move it to `cards/shapes/NAME.yaml`, with a snake_case name",
  )

export const noShape = (name: string, help: string | undefined) =>
  problem("GHX1751", `there is no shape \`${name}\``, help ?? `write cards/shapes/${name}.yaml`)

export const circle = ([first = "", ...others]: readonly string[]) =>
  problem(
    "GHX1752",
    `\`${first}\` is made of ${others.map((name) => `\`${name}\``).join(", which is made of ")}, and so on`,
    "remove one of them, or list its fields",
  )

export const noField = (shape: string, name: string, help: string | undefined) =>
  problem(
    "GHX1753",
    `\`${shape}\` has no field \`${name}\``,
    help ?? "declare fields that the shape does not have under `fields`",
  )

export const pickOfNothing = () =>
  problem(
    "GHX1753",
    "there is no shape to pick from",
    "name a shape as `shape`, or list the fields under `fields`",
  )

export const noType = (name: string) =>
  problem(
    "GHX1754",
    `\`${name}\` has no fragment, REST schema or gh group`,
    `write the fragment operations/shapes/${name}.graphql, or name a \`schema\` under \`rest\` or \`cli\``,
  )

export const noFieldType = (name: string) =>
  problem(
    "GHX1754",
    `the sources of \`${name}\` declare no type`,
    `write its \`type\`: \`${name}: { type: string }\``,
  )

export const noSchema = (what: string, name: string, help: string | undefined) =>
  problem("GHX1754", `${what} has no \`${name}\``, help)

export const notServed = (route: string, name: string, note: Note | undefined) =>
  problem(
    "GHX1706",
    `the ${route} route cannot serve \`${name}\``,
    `map it under \`${route}.output\`, remove the field, or remove the route`,
    note,
  )

export const notIdentified = (message: string, help?: string) => problem("GHX1761", message, help)

/** The text of a note about a shape's field. */
export const fieldOf = (shape: string, field: string, route: string | undefined): string =>
  `\`${field}\` of the shape \`${shape}\`${route === undefined ? "" : ` over ${route}`}`

export const servedAnyway = (route: string, name: string) =>
  problem(
    "GHX1707",
    `\`${route}\` maps \`${name}\`, but lists it under \`without\``,
    "keep one of them",
  )

export const otherFields = (shape: string) =>
  problem(
    "GHX1708",
    `these fields differ from those of the shape \`${shape}\``,
    `remove \`title\`, or write \`output: ${shape}\` to take the fields from the shape`,
  )

export const listOrOne = (field: string, shape: string, found: string, isList: boolean) =>
  problem(
    "GHX1310",
    `\`${field}\` is declared as ${isList ? "one" : "a list of"} \`${shape}\`, but its source is ${found}`,
    isList
      ? `write \`{ items: { shape: ${shape} } }\``
      : `write \`{ shape: ${shape} }\`, or map the list under \`output\``,
  )

const union = (message: string, help?: string): Problem => ({ code: "GHX1709", message, help })

export const unionNotCombinable = (key: string) =>
  union(
    `\`${key}\` cannot be combined with \`union\``,
    "put the shape or the fields into the members of the union",
  )

export const unionOver = (route: string) =>
  union(
    `a union is supported over GraphQL only, not over ${route}`,
    `remove the section \`${route}\``,
  )

export const typeNameMissing = () =>
  union(
    "no field tells the types apart",
    "select `__typename` next to the spreads, in the document",
  )

export const noSuchMember = (type: string, help: string | undefined) =>
  union(`the source is never a \`${type}\``, help)

export const typeOfMember = (type: string) =>
  union(
    `\`${type}\` has a field \`type\`, which is reserved for the discriminator`,
    "rename it, and map it under `output`",
  )

export const shapeInMember = (name: string) =>
  union(
    `\`${name}\` has a shape, but the member that contains it has none`,
    "give the member a shape with this field",
  )

export const memberWithoutShape = (type: string) =>
  union(`below a field, the member \`${type}\` must be a shape`, "declare one in cards/shapes/")
