import type { RouteType } from "../../runtime/index.js"
import { diagnostic, didYouMean } from "../diagnostics/index.js"
import { aboutShape } from "../messages/index.js"
import type { Pins } from "../parse/index.js"
import { fromOpenapi } from "../shape/index.js"
import type { ShapeOrigin } from "./route.js"

/** A shape's origin over a route with described types: the shape's file names one as `schema`. */
export function describedOrigin(
  route: Exclude<RouteType, "graphql">,
  description: string,
  schemasOf: (pins: Pins) => Readonly<Record<string, unknown>>,
): ShapeOrigin {
  return {
    named: (_shape, { value }) => value[route]?.schema,
    check(_origin, { source, value }, { pins }) {
      const schema = value[route]?.schema
      const all = schema === undefined ? {} : schemasOf(pins)
      if (schema === undefined || Object.hasOwn(all, schema)) return []
      const help = didYouMean(schema, Object.keys(all))
      const span = source.valueSpan([route, "schema"])
      return [diagnostic(aboutShape.noSchema(description, schema, help), source.file, span)]
    },
    nameOf: (schema) => schema,
    typeOf(schema, place, { pins }) {
      const all = schemasOf(pins)
      return fromOpenapi(all[schema], all, place)
    },
  }
}
