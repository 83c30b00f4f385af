/** The sections of each route: in the full form, in the written form, and in the library of lookups. */
import { mapOf, optionally } from "../../form/index.js"
import * as cli from "../../routes/cli/format/index.js"
import * as graphql from "../../routes/graphql/format/index.js"
import * as rest from "../../routes/rest/format/index.js"

export const sections = {
  graphql: optionally(graphql.section),
  rest: optionally(rest.section),
  cli: optionally(cli.section),
}

export const writtenSections = {
  graphql: optionally(graphql.writtenSection),
  rest: optionally(rest.writtenSection),
  cli: optionally(cli.writtenSection),
}

export const libraries = {
  graphql: optionally(mapOf(graphql.writtenLookup)),
  rest: optionally(mapOf(rest.writtenLookup)),
  cli: optionally(mapOf(cli.writtenLookup)),
}

/** The keys of a shape for each route. */
export const shapeSections = {
  graphql: optionally(graphql.shapeSection),
  rest: optionally(rest.shapeSection),
  cli: optionally(cli.shapeSection),
}
