/** Shapes, and cards that use them. */
import type { Note, Problem } from "../diagnostics/index.js"

export const malformedName = (path: string): Problem => ({
  code: "GHX1006",
  message: `\`${path}\` is not a valid path of a shape`,
  help: "move it to `cards/shapes/NAME.yaml`, with a snake_case name",
})

export const noShape = (name: string, help: string | undefined): Problem => ({
  code: "GHX1751",
  message: `there is no shape \`${name}\``,
  help: help ?? `write cards/shapes/${name}.yaml`,
})

export const circle = ([first = "", ...others]: readonly string[]): Problem => ({
  code: "GHX1752",
  message: `\`${first}\` is made of ${others.map((name) => `\`${name}\``).join(", which is made of ")}, and so on`,
  help: "remove one of them, or list its fields",
})

export const noField = (shape: string, name: string, help: string | undefined): Problem => ({
  code: "GHX1753",
  message: `\`${shape}\` has no field \`${name}\``,
  help: help ?? "declare fields that the shape does not have under `fields`",
})

export const pickOfNothing = (): Problem => ({
  code: "GHX1753",
  message: "there is no shape to pick from",
  help: "name a shape as `shape`, or list the fields under `fields`",
})

export const noType = (name: string): Problem => ({
  code: "GHX1754",
  message: `\`${name}\` has no fragment, REST schema or gh group`,
  help: `write the fragment operations/shapes/${name}.graphql, or name a \`schema\` under \`rest\` or \`cli\``,
})

export const noFieldType = (name: string): Problem => ({
  code: "GHX1754",
  message: `the sources of \`${name}\` declare no type`,
  help: `write its \`type\`: \`${name}: { type: string }\``,
})

export const noSchema = (what: string, name: string, help: string | undefined): Problem => ({
  code: "GHX1754",
  message: `${what} has no \`${name}\``,
  help,
})

export const notServed = (route: string, name: string, note: Note | undefined): Problem => ({
  code: "GHX1706",
  message: `the ${route} route cannot serve \`${name}\``,
  help: `map it under \`${route}.output\`, remove the field, or remove the route`,
  note,
})

export const notIdentified = (message: string, help?: string): Problem => ({
  code: "GHX1761",
  message,
  help,
})

/** The text of a note about a shape's field. */
export const fieldOf = (shape: string, field: string, route: string | undefined): string =>
  `\`${field}\` of the shape \`${shape}\`${route === undefined ? "" : ` over ${route}`}`

export const servedAnyway = (route: string, name: string): Problem => ({
  code: "GHX1707",
  message: `\`${route}\` maps \`${name}\`, but lists it under \`without\``,
  help: "keep one of them",
})

export const otherFields = (shape: string): Problem => ({
  code: "GHX1708",
  message: `these fields differ from those of the shape \`${shape}\``,
  help: `remove \`title\`, or write \`output: ${shape}\` to take the fields from the shape`,
})

export const listOrOne = (
  field: string,
  shape: string,
  found: string,
  isList: boolean,
): Problem => ({
  code: "GHX1310",
  message: `\`${field}\` is declared as ${isList ? "one" : "a list of"} \`${shape}\`, but its source is ${found}`,
  help: isList
    ? `write \`{ items: { shape: ${shape} } }\``
    : `write \`{ shape: ${shape} }\`, or map the list under \`output\``,
})

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
