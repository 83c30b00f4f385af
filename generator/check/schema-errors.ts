import { Errors } from "typebox/schema"
import type { JsonSchema } from "../../runtime/definition.js"
import { didYouMean } from "../diagnostics/diagnostic.js"
import { pathOf } from "./card-form.js"

/** One reason why a value does not satisfy a schema. */
export interface SchemaError {
  path: readonly (string | number)[]
  message: string
  help?: string
}

/** Why a value that is written in a card does not satisfy one of its schemas. */
export function schemaErrors(schema: JsonSchema, value: unknown): SchemaError[] {
  const [, errors] = Errors({ ...schema }, value)
  return errors.flatMap((error): SchemaError[] => {
    const path = pathOf(error.instancePath)
    switch (error.keyword) {
      case "required":
        return error.params.requiredProperties.map((name) => ({
          path,
          message: `lacks \`${name}\``,
        }))
      case "additionalProperties":
        return error.params.additionalProperties.map((name) => ({
          path: [...path, name],
          message: `has no property \`${name}\``,
          ...help(didYouMean(name, Object.keys(schema.properties ?? {}))),
        }))
      case "type":
        return [{ path, message: `must be ${[error.params.type].flat().join(" or ")}` }]
      case "enum":
        return [{ path, message: `must be one of ${error.params.allowedValues.join(", ")}` }]
      case "anyOf":
        return [{ path, message: "fits none of the alternatives" }]
      default:
        return [{ path, message: error.message }]
    }
  })
}

function help(text: string | undefined): { help?: string } {
  return text === undefined ? {} : { help: text }
}
