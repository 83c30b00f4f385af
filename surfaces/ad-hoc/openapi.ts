import type { JsonSchema } from "../../runtime/index.js"
import { schemaNamed } from "./description.js"

/** OpenAPI 3.0, as used by the pinned description. */
export interface Openapi {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly nullable?: boolean
  readonly enum?: JsonSchema["enum"]
  readonly properties?: Readonly<Record<string, Openapi>>
  readonly required?: readonly string[]
  readonly items?: Openapi
  readonly oneOf?: readonly Openapi[]
  readonly anyOf?: readonly Openapi[]
  readonly allOf?: readonly Openapi[]
  readonly additionalProperties?: boolean | Openapi
}

/** A schema without references, with `allOf` merged. */
export function resolved(given: Openapi): Openapi {
  if (given.$ref !== undefined) {
    const named = resolved(openapi(schemaNamed(given.$ref)) ?? {})
    return given.nullable ? { ...named, nullable: true } : named
  }
  if (!given.allOf) return given
  const { allOf, ...own } = given
  const parts = [...allOf.map(resolved), own]
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  const required = parts.flatMap((part) => part.required ?? [])
  return {
    ...Object.assign({}, ...parts),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

export function openapi(schema: unknown): Openapi | undefined {
  return typeof schema === "object" && schema !== null ? schema : undefined
}
